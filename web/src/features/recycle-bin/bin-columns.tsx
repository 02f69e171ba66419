import type { DeletedFile } from '@portal/contract/recycle-bin.ts'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { formatMoment, NOTHING } from '../../lib/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { UserName } from '../../ui/user-name.tsx'
import classes from './recycle-bin.module.css'
import { useIsSelected, type Selection } from './selection.ts'

export type BinActions = {
  readonly onRestore: (file: DeletedFile) => void
  readonly onDelete: (file: DeletedFile) => void
  /** Given in the Bulk Delete mode only. */
  readonly selection: Selection | null
}

type Options = BinActions & { readonly timeZone: string }

/** The columns of the recycle bin in the order and the capitals of the specification, section 2. */
export function binColumns({ selection, ...options }: Options): readonly Column<DeletedFile>[] {
  const columns = [...aboutTheFile(options), ...actions(options)]
  return selection ? [selecting(selection), ...columns] : columns
}

function selecting(selection: Selection): Column<DeletedFile> {
  return {
    id: 'select',
    header: 'SELECT',
    cell: ({ FileID }) => <SelectBox fileId={FileID} selection={selection} />,
    align: 'center',
  }
}

function SelectBox({ fileId, selection }: { readonly fileId: number; readonly selection: Selection }) {
  const isSelected = useIsSelected(selection, fileId)
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={`Select file ${fileId}`}
      checked={isSelected}
      onChange={() => selection.toggle(fileId)}
    />
  )
}

function aboutTheFile({ timeZone }: Pick<Options, 'timeZone'>): readonly Column<DeletedFile>[] {
  return [
    { id: 'id', header: 'FILE ID', cell: ({ FileID }) => FileID, isRowHeader: true, isNoWrap: true },
    {
      id: 'date',
      header: 'DATE DELETED',
      cell: ({ DeletedAt }) => (DeletedAt ? formatMoment(DeletedAt, timeZone) : NOTHING),
      isNoWrap: true,
    },
    { id: 'category', header: 'CATEGORY', cell: ({ CategoryName }) => CategoryName || NOTHING },
    { id: 'type', header: 'TYPE', cell: ({ TypeName }) => TypeName || NOTHING },
    {
      id: 'description',
      header: 'DESCRIPTION',
      cell: ({ Description }) => <span className={classes.description}>{Description || NOTHING}</span>,
    },
    { id: 'county', header: 'COUNTY', cell: ({ CountyName }) => CountyName || NOTHING },
    {
      id: 'by',
      header: 'DELETED BY',
      cell: ({ DeletedByUsername }) => <UserName name={DeletedByUsername || NOTHING} />,
    },
  ]
}

function actions({
  onRestore,
  onDelete,
}: Pick<Options, 'onRestore' | 'onDelete'>): readonly Column<DeletedFile>[] {
  return [
    {
      id: 'restore',
      header: 'RESTORE',
      cell: (file) => (
        <IconButton
          title={file.FileName}
          aria-label={`Restore file ${file.FileID}`}
          onClick={() => onRestore(file)}
        >
          <IconRestore aria-hidden size={17} stroke={1.8} />
        </IconButton>
      ),
      align: 'center',
    },
    {
      id: 'permanent',
      header: 'PERMANENT DELETE',
      cell: (file) => (
        <IconButton
          isDanger
          title={file.FileName}
          aria-label={`Permanently delete file ${file.FileID}`}
          onClick={() => onDelete(file)}
        >
          <IconTrash aria-hidden size={17} stroke={1.8} />
        </IconButton>
      ),
      align: 'center',
    },
  ]
}
