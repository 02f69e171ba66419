import { currentYear } from '../../../lib/calendar.ts'
import { useConfig } from '../../../lib/config.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import type { Draft } from '../edit-record.ts'
import classes from '../links/links.module.css'

/** The due dates of renditions, as month and day. */
const SHORTCUTS = ['04/15', '05/15']

type RenderedFields = Pick<Draft, 'rendered' | 'extended'>
type Props = {
  readonly value: RenderedFields
  readonly onChange: (change: Partial<RenderedFields>) => void
  readonly problem: string | null
}

/**
 * Whether an Industrial rendition is rendered, since when, and whether it is extended. Choosing a date marks it as
 * rendered.
 */
export function RenderedSection({ value: { rendered, extended }, onChange, problem }: Props) {
  const { timeZone } = useConfig()
  const setDay = (shortcut: string) => {
    onChange({ rendered: `${currentYear(timeZone)}-${shortcut.replace('/', '-')}` })
  }
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Rendered</legend>
      <div className={classes.row}>
        <CheckboxField
          label="Rendered"
          isChecked={rendered !== null}
          onChange={(isChecked) => onChange({ rendered: isChecked ? '' : null })}
        />
        <CheckboxField
          label="Extended"
          isChecked={extended}
          onChange={(isChecked) => onChange({ extended: isChecked })}
        />
      </div>
      <FormField label="Rendered date" problem={problem} isLive>
        {(control) => (
          <input
            {...control}
            name="rendered"
            type="date"
            max="9999-12-31"
            value={rendered ?? ''}
            onChange={({ currentTarget: { value } }) => {
              if (value !== '' || rendered !== null) onChange({ rendered: value })
            }}
          />
        )}
      </FormField>
      <div className={classes.row}>
        {SHORTCUTS.map((shortcut) => (
          <Button key={shortcut} onClick={() => setDay(shortcut)}>
            Set {shortcut}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
