import type { DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { excerptOf } from '../../lib/excerpt.ts'
import { formatMoment, NOTHING } from '../../lib/format.ts'
import { useIsSelected, type Selection } from '../../lib/selection/selection.ts'
import { cssWidth, type ColumnWidth } from '../../ui/column-width.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DescriptionExcerpt } from '../../ui/description-excerpt.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { UserName } from '../../ui/user-name.tsx'
import classes from './recycle-bin.module.css'

export type BinActions = {
  readonly onRestore: (fileId: number) => void
  readonly onDelete: (file: DeletedFile) => void
  /** Set only in the Bulk Delete mode. */
  readonly selection: Selection | null
}

type Options = BinActions & {
  readonly timeZone: string
  /** Whether the preview takes the room of some columns. It shows what they say. */
  readonly isNarrow: boolean
}

const NOT_BESIDE: ReadonlySet<string> = new Set(['type', 'by'])

/** The columns of the recycle bin, in the order and the capitals of the specification, section 2. */
export function binColumns({ selection, isNarrow, ...options }: Options): readonly Column<DeletedFile>[] {
  const columns = [...aboutTheFile(options), ...actions(options)].filter(
    ({ id }) => !isNarrow || !NOT_BESIDE.has(id),
  )
  const all = selection ? [selecting(selection), ...columns] : columns
  return all.map((column) => ({ ...column, ...widthOf(column) }))
}

/** The description column takes the remaining width. */
const WIDTHS: Readonly<Record<string, ColumnWidth>> = {
  select: [66, 0.02],
  id: [70, 0.02],
  date: [116, 0.04],
  category: [88, 0.14],
  type: [84, 0.14],
  county: [78, 0.06],
  by: [100, 0.18],
  restore: [80, 0.02],
  permanent: [104, 0.1],
}

function widthOf({ id }: Column<DeletedFile>): { width?: string } {
  const known = WIDTHS[id]
  if (known === undefined) return {}
  return { width: cssWidth(known) }
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
      onChange={({ nativeEvent }) =>
        selection.toggle(fileId, { isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
      }
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
    {
      id: 'category',
      header: 'CATEGORY',
      cell: ({ CategoryName }) => CategoryName || NOTHING,
      title: ({ CategoryName }) => CategoryName,
    },
    {
      id: 'type',
      header: 'TYPE',
      cell: ({ TypeName }) => TypeName || NOTHING,
      title: ({ TypeName }) => TypeName,
    },
    {
      id: 'description',
      header: 'DESCRIPTION',
      cell: ({ FileID, Description }) =>
        Description ? <DescriptionExcerpt fileId={FileID} description={Description} /> : NOTHING,
      title: ({ Description }) => excerptOf(Description).text,
    },
    {
      id: 'county',
      header: 'COUNTY',
      cell: ({ CountyName }) => CountyName || NOTHING,
      title: ({ CountyName }) => CountyName ?? '',
    },
    {
      id: 'by',
      header: 'DELETED BY',
      cell: ({ DeletedByUsername }) => <UserName name={DeletedByUsername || NOTHING} />,
      title: ({ DeletedByUsername }) => DeletedByUsername,
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
          onClick={() => onRestore(file.FileID)}
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
