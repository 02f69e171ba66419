import { NOTHING } from '../../../lib/format.ts'
import { kindText, ownerText } from '../proposals/proposal-texts.ts'
import { Proposed } from '../proposals/proposed.tsx'
import looks from '../proposals/proposals.module.css'
import { factsOf, type QueueEntry } from '../sender/queue-entry.ts'
import classes from './queue.module.css'
import type { QueueScreen } from './use-queue-screen.ts'

type Props = { readonly screen: QueueScreen; readonly entry: QueueEntry }

/** Category and type, chosen or proposed. */
export function KindCell({ screen: { view, names, proposals }, entry }: Props) {
  const said = kindText(factsOf(entry, view.plan.fields), names)
  const { typeId, categoryId } = proposals.of(entry.key)?.facts ?? {}
  const proposed = typeId === undefined ? '' : kindText({ typeId, categoryId: categoryId ?? null }, names)
  return <FactCell label="Category and type" said={said} proposed={proposed} />
}

/** The owner, chosen or proposed, with the party number in the title. */
export function OwnerCell({ screen: { view, proposals }, entry }: Props) {
  const facts = factsOf(entry, view.plan.fields)
  const proposed = ownerText(proposals.of(entry.key)?.facts ?? {})
  return (
    <FactCell label="Owner" said={facts.owner?.name ?? ''} title={ownerText(facts)} proposed={proposed} />
  )
}

export function DescriptionCell({ screen: { view, proposals }, entry }: Props) {
  const { description } = factsOf(entry, view.plan.fields)
  const proposed = proposals.of(entry.key)?.facts.description ?? ''
  return <FactCell label="Description" said={proposed === '' ? description : ''} proposed={proposed} />
}

type FactProps = {
  readonly label: string
  readonly said: string
  readonly title?: string
  readonly proposed: string
}

/** A chosen value, the proposed value, or both. */
function FactCell({ label, said, title = said, proposed }: FactProps) {
  const isSaid = said !== '' || proposed === ''
  return (
    <td className={classes.cell} data-label={label}>
      <span className={isSaid && proposed !== '' ? looks.both : looks.one}>
        {isSaid && (
          <span className={classes.text} title={title}>
            {said || NOTHING}
          </span>
        )}
        {proposed !== '' && <Proposed text={proposed} />}
      </span>
    </td>
  )
}
