import type { DroppedFile, DroppedFileList } from '@portal/contract/ingestion/drop-folder.ts'
import { formatDateTime, NOTHING } from '../../lib/format.ts'
import { Button, ignoreHeldKey } from '../../ui/button.tsx'
import { cssWidth } from '../../ui/column-width.ts'
import type { Column } from '../../ui/data-table.tsx'
import { UserName } from '../../ui/user-name.tsx'
import classes from './drop-folder.module.css'

type Options = {
  readonly timeZone: string
  readonly list: DroppedFileList
  readonly onDone: (file: DroppedFile) => void
  readonly onReopen: (file: DroppedFile) => void
}

const STATES: Readonly<Record<DroppedFile['state'], string>> = {
  refused: 'Refused',
  changed: 'Changed after filing',
}

/** The columns of the drop folder. The reason gets the remaining width. */
export function droppedFileColumns({
  timeZone,
  list,
  onDone,
  onReopen,
}: Options): readonly Column<DroppedFile>[] {
  return [
    {
      id: 'name',
      header: 'File name',
      cell: ({ fileName }) => <bdi className={classes.whole}>{fileName}</bdi>,
      title: ({ fileName }) => fileName,
      isRowHeader: true,
      width: cssWidth([220, 0.2]),
    },
    {
      id: 'county',
      header: 'County',
      cell: ({ countyName }) => countyName,
      title: ({ countyName }) => countyName,
      width: cssWidth([96, 0.06]),
    },
    {
      id: 'at',
      header: 'Date',
      cell: ({ at }) => formatDateTime(at, timeZone),
      isNoWrap: true,
      width: cssWidth([136, 0.02]),
    },
    { id: 'state', header: 'Status', cell: ({ state }) => STATES[state], width: cssWidth([150, 0.02]) },
    {
      id: 'reason',
      header: 'Reason',
      cell: (file) => <span className={classes.whole}>{reasonOf(file)}</span>,
      title: reasonOf,
    },
    ...(list === 'open' ? [] : [doneFact(timeZone)]),
    list === 'open' ? actButton('Done', onDone) : actButton('Undo', onReopen),
  ]
}

function reasonOf({ reason, fileID }: DroppedFile): string {
  return (
    reason ??
    `It differs from file ${fileID}. Move it to the folder of the county again, then delete file ${fileID}.`
  )
}

function actButton(label: string, act: (file: DroppedFile) => void): Column<DroppedFile> {
  return {
    id: 'act',
    header: 'Action',
    isForScreen: true,
    cell: (file) => (
      <Button
        aria-label={`${label}: ${file.fileName}, ${file.countyName}`}
        onKeyDown={ignoreHeldKey}
        onClick={() => act(file)}
      >
        {label}
      </Button>
    ),
    width: cssWidth([100, 0.01]),
  }
}

/** Who marked the file, and below it when. */
function doneFact(timeZone: string): Column<DroppedFile> {
  return {
    id: 'done',
    header: 'Done',
    cell: ({ doneBy, doneAt }) => (
      <span className={classes.whole}>
        <UserName name={doneBy ?? NOTHING} />
        <br />
        {doneAt === null ? NOTHING : formatDateTime(doneAt, timeZone)}
      </span>
    ),
    title: ({ doneBy }) => doneBy ?? '',
    width: cssWidth([150, 0.08]),
  }
}
