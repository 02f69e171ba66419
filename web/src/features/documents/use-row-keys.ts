import type { Upload } from '@portal/contract/files/files.ts'
import { useSingleKeys, type SingleKeys } from '../../lib/single-keys.ts'
import type { KeyList } from '../../ui/keys-help.tsx'

export const KEYS: KeyList = [
  ['/', 'Search'],
  ['f', 'Open the filters'],
  ['Tab', 'Go to the current row of the list, and on to the next control below the list'],
  ['↑ ↓', 'Move between rows'],
  ['← →', 'Move between a row and its buttons, or between the headings'],
  ['Home End', 'Go to the first or the last row'],
  ['Enter', 'Open the preview of the row'],
  ['j k', 'Go to the next or the previous file of the preview'],
  ['c i', 'Set the file of the preview to Completed, or to Needs More Info'],
  ['u', 'Undo the last Completed or Needs More Info of the preview'],
  ['l', 'Link the owner that the sender of the preview named, or use what its text suggests'],
  ['L', 'Use the owner, agent and type that the text of the preview suggests, one of each'],
  ['t', 'Take the file of the preview, if nobody has it'],
  ['m', 'Write a comment on the file of the preview, or hide its comments'],
  ['h', 'Show or hide the history of the file of the preview'],
  ['x', 'Select the file of the row, or of the preview'],
  ['a', 'Go to what may be done with the selected files'],
  ['e', 'Edit the file of the row, or of the preview'],
  ['Ctrl+Z', 'Undo a deletion while its notice is shown'],
  ['Escape', 'Close a dialog or the preview, or clear the selection'],
  ['?', 'Show these keys'],
]

const NO_KEYS: SingleKeys = {}

type Options = {
  readonly rows: readonly Upload[] | undefined
  /** Null for people who may not edit, and while a preview has the key. */
  readonly onEdit: ((document: Upload) => void) | null
}

/** The letters that act on the row with the focus. */
export function useRowKeys({ rows = [], onEdit }: Options): void {
  const edit = () => {
    const key = document.activeElement?.closest('tr[data-key]')?.getAttribute('data-key')
    const row = rows.find(({ FileID }) => String(FileID) === key)
    if (row) onEdit?.(row)
  }
  useSingleKeys(onEdit ? { e: edit } : NO_KEYS)
}
