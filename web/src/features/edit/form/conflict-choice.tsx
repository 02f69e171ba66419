import type { LatestChange } from '@portal/contract/edit/edit.ts'
import { useId } from 'react'
import { formatDay } from '../../../lib/calendar.ts'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import type { SelectOption } from '../../../lib/select-options.ts'
import { Button } from '../../../ui/button.tsx'
import type { Clash, Clashes, Side } from '../save/conflict.ts'
import { FIELDS, PART_OF, type Draft, type Field } from '../edit-record.ts'
import { STATUS_CHOICES } from './edit-sections.tsx'
import { FIELD_LABEL } from '../edit-texts.ts'
import classes from '../edit.module.css'

type Props = {
  readonly clashes: Clashes
  /** Who saved each part last. */
  readonly changes: readonly LatestChange[]
  /** The options of the attachment type, for their names. */
  readonly types: readonly SelectOption[]
  readonly onChoose: (field: Field, side: Side) => void
}

/** Shows the other user's saved value next to the user's own until the next save, so that a choice loses neither. */
export function ConflictChoice({ clashes, ...others }: Props) {
  return FIELDS.map((field) => {
    const clash = clashes[field]
    return clash && <FieldClash key={field} field={field} clash={clash} {...others} />
  })
}

type FieldProps = Omit<Props, 'clashes'> & { readonly field: Field; readonly clash: Clash }

function FieldClash({ field, clash, changes, types, onChoose }: FieldProps) {
  const title = useId()
  const { timeZone } = useConfig()
  const change = changes.find(({ Part }) => Part === PART_OF[field])
  const textOf = (value: Draft[Field]) => valueText(field, value, types)
  return (
    <section aria-labelledby={title} className={classes.clash}>
      <h3 id={title} className={classes.clashTitle}>
        {FIELD_LABEL[field]}: two versions
      </h3>
      <div className={classes.sides}>
        <ClashSide
          about={title}
          title="Saved by somebody else"
          by={change && `${change.ChangedBy}, ${formatDateTime(change.ChangedAt, timeZone)}`}
          isFirst={clash.choice === null}
          text={textOf(clash.theirs)}
          action="Use their version"
          isChosen={clash.choice === 'theirs'}
          onChoose={() => onChoose(field, 'theirs')}
        />
        <ClashSide
          about={title}
          title="Your unsaved version"
          text={textOf(clash.mine)}
          action="Keep my version"
          isChosen={clash.choice === 'mine'}
          onChoose={() => onChoose(field, 'mine')}
        />
      </div>
    </section>
  )
}

function valueText(field: Field, value: Draft[Field], types: readonly SelectOption[]): string {
  if (value === null) return 'Not rendered'
  if (field === 'rendered')
    return value === '' ? 'Rendered, without a date' : `Rendered on ${formatDay(String(value))}`
  if (field === 'extended') return value ? 'Extended' : 'Not extended'
  const choices = { statusId: STATUS_CHOICES, typeId: types, description: [] }[field]
  return choices.find((choice) => choice.value === String(value))?.label ?? String(value)
}

type SideProps = {
  /** The id of the heading that names the field. */
  readonly about: string
  readonly title: string
  /** Who saved it and when, if known. */
  readonly by?: string | undefined
  /** Whether the focus moves here while no choice has been made. */
  readonly isFirst?: boolean
  readonly text: string
  readonly action: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function ClashSide({ about, title, by, isFirst = false, text, action, isChosen, onChoose }: SideProps) {
  return (
    <div className={classes.side} data-chosen={isChosen || undefined}>
      <p className={classes.sideTitle}>{title}</p>
      {by && <p className={classes.sideBy}>{by}</p>}
      <p className={classes.sideText}>{text}</p>
      <Button
        name={isFirst ? 'choice' : undefined}
        look={isChosen ? 'primary' : 'plain'}
        aria-pressed={isChosen}
        aria-describedby={about}
        onClick={onChoose}
      >
        {action}
      </Button>
    </div>
  )
}
