import { IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { NOTHING } from '../../../lib/format.ts'
import { FileName } from '../facts/file-name.tsx'
import { withCheck } from '../facts/check-texts.ts'
import { AcceptButton } from '../proposals/proposed.tsx'
import { factsOf, type QueueEntry } from '../sender/queue-entry.ts'
import { extendSelection, toggled } from './queue-selection.ts'
import { entryText, percentOf, READY, shortEntryText } from './queue-texts.ts'
import classes from './queue.module.css'
import { DuplicateMark } from '../duplicates/duplicate-mark.tsx'
import marks from '../duplicates/duplicates.module.css'
import { DescriptionCell, KindCell, OwnerCell } from './queue-cells.tsx'
import type { QueueScreen } from './use-queue-screen.ts'
import { ProgressLine } from '../../../ui/progress-line.tsx'

type Props = {
  readonly screen: QueueScreen
  readonly entry: QueueEntry
  /** Index in the list, from 0, and pixels from the top of the rows. */
  readonly at: number
  readonly top: number
}

/** Screen readers count rows from 1, and the heading row is the first. */
const FIRST_ROW_INDEX = 2

/** One file: a table row, or a card on phones. */
export function QueueRow({ screen, entry, at, top }: Props) {
  const { view, county, names } = screen
  const facts = factsOf(entry, view.plan.fields)
  const name = names.counties.list.find(({ CountyID }) => CountyID === facts.countyId)?.Name
  return (
    <tr
      aria-rowindex={at + FIRST_ROW_INDEX}
      data-at={at}
      data-key={entry.key}
      data-state={entry.state.is}
      data-county={county !== 'none' || undefined}
      data-owner={screen.ownerRight !== 'none' || undefined}
      data-current={at === screen.selection.at || undefined}
      className={classes.row}
      style={{ top }}
    >
      <td className={classes.cell}>
        <SelectBox screen={screen} entry={entry} at={at} />
      </td>
      <th scope="row" className={classes.cell} data-label="File name">
        <FileName name={entry.name} title={pathOf(entry)} />
      </th>
      <KindCell screen={screen} entry={entry} />
      {county !== 'none' && (
        <td className={classes.cell} data-label="County">
          <span className={classes.text}>{name ?? NOTHING}</span>
        </td>
      )}
      {screen.ownerRight !== 'none' && <OwnerCell screen={screen} entry={entry} />}
      <DescriptionCell screen={screen} entry={entry} />
      <StateCell screen={screen} entry={entry} at={at} />
      <td className={classes.cell}>
        <RemoveButton screen={screen} entry={entry} at={at} />
      </td>
    </tr>
  )
}

function pathOf({ folder, name }: QueueEntry): string {
  return folder === '' ? name : `${folder}/${name}`
}

type PartProps = Pick<Props, 'screen' | 'entry'>

function StateCell({ screen, entry, at }: PlacedProps) {
  const { view, county, duplicates, selection, checks } = screen
  const fileId = entry.state.is === 'stored' ? entry.state.fileId : null
  const check = checks.get(fileId ?? 0)
  const said = withCheck(entryText(entry, view, county), check)
  const short = shortEntryText(entry, view, county)
  const proposal = screen.proposals.of(entry.key)
  const accept = proposal && !view.isElsewhere && (
    <AcceptButton
      proposal={proposal}
      entry={entry}
      names={screen.names}
      isCurrent={at === selection.at}
      onAccept={() => screen.acceptProposalAt(at)}
    />
  )
  const duplicate = duplicates.undecided.find((each) => each.entry.key === entry.key)
  if (duplicate && !view.absent.has(entry.key)) {
    return (
      <td className={classes.cell} data-label="Status">
        <DuplicateMark duplicate={duplicate} duplicates={duplicates} tabIndex={at === selection.at ? 0 : -1}>
          {said !== READY && (
            <>
              <span className={marks.lack} data-said title={said}>
                <State short={short} whole={said} />
              </span>
              {accept}
            </>
          )}
        </DuplicateMark>
        <EntryProgress entry={entry} view={view} />
      </td>
    )
  }
  return (
    <td className={classes.cell} data-label="Status">
      <span className={classes.text} data-said title={said}>
        <State short={withCheck(short, check)} whole={said} />
      </span>
      {accept}
      <EntryProgress entry={entry} view={view} />
    </td>
  )
}

/** A short text for the eye, and the whole one for those who cannot rest the pointer on it. */
function State({ short, whole }: { readonly short: string; readonly whole: string }) {
  if (short === whole) return whole
  return (
    <>
      <span aria-hidden>{short}</span>
      <span className="for-screen-readers">{whole}</span>
    </>
  )
}

/** Every file that is to be sent has its bar (specification, section 2, /add). */
function EntryProgress({ entry, view }: Pick<Props, 'entry'> & Pick<QueueScreen, 'view'>) {
  if (entry.state.is !== 'chosen' && entry.state.is !== 'waiting') return null
  return (
    <ProgressLine
      className={classes.progress}
      max={100}
      value={percentOf(entry, view)}
      aria-label={`Upload of ${entry.name}`}
    />
  )
}

type PlacedProps = PartProps & { readonly at: number }

function SelectBox({ screen, entry, at }: PlacedProps) {
  const { selection, setSelection, view, listed } = screen
  const select = (event: MouseEvent) =>
    setSelection((event.shiftKey ? extendSelection : toggled)(selection, listed, at))
  return (
    <input
      type="checkbox"
      aria-label={`Select ${entry.name}`}
      checked={selection.keys.has(entry.key)}
      disabled={view.isElsewhere}
      // Arrow keys move between the rows, because a thousand Tab stops would trap keyboard users.
      tabIndex={at === selection.at ? 0 : -1}
      onClick={select}
      onChange={() => {}}
    />
  )
}

function RemoveButton({ screen, entry, at }: PlacedProps) {
  const { selection, view } = screen
  if (entry.state.is === 'stored' || view.isElsewhere) return null
  return (
    <button
      type="button"
      className={classes.remove}
      tabIndex={at === selection.at ? 0 : -1}
      aria-label={`Remove ${entry.name}`}
      onClick={() => screen.removeAt(at)}
    >
      <IconX aria-hidden size={16} />
    </button>
  )
}
