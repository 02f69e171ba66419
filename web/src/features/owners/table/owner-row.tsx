import { memo } from 'react'
import { NOTHING } from '../../../lib/format.ts'
import { textAt, type OwnerRoll } from '../roll/owner-roll.ts'
import { countText, valueText } from './owner-texts.ts'
import classes from './owners-table.module.css'

export type OwnerInRow = { readonly partyNumber: number; readonly name: string }

type Props = {
  readonly roll: OwnerRoll
  readonly row: number
  /** Index among the shown rows, from 0, and pixels from their top. */
  readonly at: number
  readonly top: number
  /** Null until loaded. */
  readonly files: number | null
  readonly onFiles: (owner: OwnerInRow) => void
}

/** Screen readers count rows from 1, and the heading row is the first. */
const FIRST_ROW_INDEX = 2

/** One owner: a table row, or a card on phones. */
export const OwnerRow = memo(function OwnerRow({ roll, row, at, top, files, onFiles }: Props) {
  const name = textAt(roll.names, row)
  return (
    <tr
      aria-rowindex={at + FIRST_ROW_INDEX}
      data-at={at}
      className={classes.row}
      data-odd={at % 2 === 1 || undefined}
      style={{ top }}
    >
      <th scope="row" className={classes.cell} data-label="Owner Name">
        <Text>{name}</Text>
      </th>
      <td className={classes.cell} data-label="CAD Owner ID">
        <Text>{textAt(roll.cadIds, row)}</Text>
      </td>
      <td className={classes.cell} data-label="Agent Name">
        <Text>{textAt(roll.agents, row)}</Text>
      </td>
      <td className={classes.cell} data-label="Current Value" data-align="end">
        {valueText(roll.currentValues[row])}
      </td>
      <td className={classes.cell} data-label="Prior Value" data-align="end">
        {valueText(roll.priorValues[row])}
      </td>
      <td className={classes.cell} data-label="File Count" data-align="end">
        {files === null ? (
          NOTHING
        ) : (
          <button
            type="button"
            className={classes.files}
            data-none={files === 0 || undefined}
            aria-haspopup="dialog"
            aria-label={`${countText(files)}, files of ${name}`}
            onClick={() => onFiles({ partyNumber: roll.partyNumbers[row] ?? 0, name })}
          >
            {countText(files)}
          </button>
        )}
      </td>
    </tr>
  )
})

/** At most two lines, with the whole text as a tooltip. */
function Text({ children }: { readonly children: string }) {
  return (
    <span className={classes.text} title={children}>
      {children || NOTHING}
    </span>
  )
}
