import type { ListedUpload, Upload } from '@portal/contract/files/files.ts'
import { formatMoment, NOTHING } from '../../lib/format.ts'
import { excerptOf } from '../../lib/excerpt.ts'
import { cssWidth, type ColumnWidth } from '../../ui/column-width.ts'
import type { Column } from '../../ui/data-table.tsx'
import { UserName } from '../../ui/user-name.tsx'
import type { ColumnOptions, RowActions } from './column-options.ts'
import { sortingOf } from './columns/sort.ts'
import type { ListColumns } from './columns/use-columns.ts'
import { OwnerCell, ownerText } from './columns/owner-cell.tsx'
import { AssigneeCell } from './columns/assignee-cell.tsx'
import { FileIdCell } from './file-details.tsx'
import classes from './files.module.css'
import { DeleteButton, DescriptionCell, PreviewButton, StatusCell, ViewLink } from './files-cells.tsx'
import { FileMenu } from './file-menu.tsx'
import { withBoxes } from './selecting/selecting-column.tsx'
import type { Offers } from './offers.ts'

/** The chosen columns of the documents list in their order, without those that the preview names. */
export function filesColumns(options: ColumnOptions): readonly Column<ListedUpload>[] {
  const { columns, order, onOrder, isNarrow, isLined, isFolded, selection, fileIds } = options
  const known = new Map(
    [...aboutTheFile(options), COUNTY, ...actions(options)].map((column) => [column.id, column]),
  )
  const chosen = columns.choices.flatMap(({ id, isShown, width }) => {
    const column = known.get(id)
    if (!column || !isShown || (isNarrow && IN_PREVIEW.has(id))) return []
    const sorting = sortingOf(id, order)
    const sort = sorting && {
      direction: sorting.direction,
      onSort: isLined || (isFolded && id === 'description') ? null : () => onOrder(sorting.next),
    }
    return [
      {
        ...column,
        ...(width === null ? widthOf(column, options) : { width: `${width}px` }),
        ...(sort && { sort }),
        onResize: (pixels: number) => columns.resize(id, pixels),
      },
    ]
  })
  return selection === null ? chosen : withBoxes(chosen, { selection, fileIds, isLined })
}

/** Pixels that a description needs. */
const MIN_DESCRIPTION = 200

/** The width that chosen columns need; undefined for the default columns, which fit every window. */
export function leastWidth(
  all: readonly Column<ListedUpload>[],
  { isChosen }: Pick<ListColumns, 'isChosen'>,
) {
  if (!isChosen) return undefined
  return `calc(${all.map(({ width }) => width ?? `${MIN_DESCRIPTION}px`).join(' + ')})`
}

/** The preview beside the list names them. */
const IN_PREVIEW = new Set(['user', 'category', 'owner', 'assignee'])

/** The description column takes the remaining width. In a narrow window a date has two lines. */
const WIDTHS: Readonly<Record<string, ColumnWidth>> = {
  id: [80, 0.03],
  date: [76, 0.1],
  user: [92, 0.1, 0.2],
  category: [98, 0.09, 0.2],
  type: [97, 0.08, 0.15],
  name: [150, 0.1, 0.2],
  owner: [150, 0.1, 0.2],
  county: [70, 0.06, 0.05],
  status: [150, 0.03],
  assignee: [120, 0.08, 0.2],
  view: [74, 0.03],
  delete: [54, 0.04],
}
const EDIT_ICON_PX = 28

/** In a folded row most values have one line. The type has the remaining width, the description the line below. */
const FOLDED_WIDTHS: Readonly<Record<string, ColumnWidth | undefined>> = {
  ...WIDTHS,
  // Its heading has "Description" below it.
  id: [88, 0.03],
  date: [112, 0],
  user: [116, 0.2],
  category: [118, 0.2],
  type: undefined,
  description: [0, 0],
  county: [84, 0.05],
}

function widthOf(
  { id }: Pick<Column<Upload>, 'id'>,
  { offers, isFolded }: Pick<ColumnOptions, 'offers' | 'isFolded'>,
): { width?: string } {
  const known = (isFolded ? FOLDED_WIDTHS : WIDTHS)[id]
  if (known === undefined) return {}
  const [pixels, ...shares] = known
  return { width: cssWidth([pixels + (id === 'status' && offers.edit ? EDIT_ICON_PX : 0), ...shares]) }
}

/** The width of the columns at the end of a folded row, which its second line leaves free. */
function endWidth(options: ColumnOptions): string {
  const ids = options.offers.deletion ? ['status', 'view', 'delete'] : ['status', 'view']
  return `calc(${ids.map((id) => widthOf({ id }, options).width).join(' + ')})`
}

const COUNTY: Column<Upload> = {
  id: 'county',
  header: 'County',
  cell: ({ CountyName }) => <span className={classes.twoLines}>{CountyName ?? NOTHING}</span>,
  title: ({ CountyName }) => CountyName ?? '',
}

/** Whether a column of its own has the file name. */
function isNamed({ choices }: ListColumns): boolean {
  return choices.some(({ id, isShown }) => id === 'name' && isShown)
}

function aboutTheFile(options: ColumnOptions): readonly Column<ListedUpload>[] {
  const { columns, search, lookups, timeZone, unopenable, owners, isFolded } = options
  const categoryOf = ({ CategoryID }: Upload) => lookups.categoryNames.get(CategoryID)
  const typeOf = ({ TypeID }: Upload) => lookups.typeNames.get(TypeID)
  return [
    {
      id: 'id',
      header: 'File ID',
      headerBelow: isFolded ? 'Description' : undefined,
      cell: (document) => <FileIdCell document={document} timeZone={timeZone} />,
      isRowHeader: true,
      isNoWrap: true,
      cellName: ({ FileID }) => String(FileID),
    },
    {
      id: 'date',
      header: 'Date',
      cell: ({ UploadDate }) => formatMoment(UploadDate, timeZone),
    },
    {
      id: 'user',
      header: 'User',
      cell: ({ UploadedBy }) => (
        <span className={`${classes.twoLines} ${classes.user}`}>
          <UserName name={UploadedBy || NOTHING} />
        </span>
      ),
      title: ({ UploadedBy }) => UploadedBy,
    },
    {
      id: 'category',
      header: 'Category',
      cell: (document) => <span className={classes.twoLines}>{categoryOf(document) || NOTHING}</span>,
      title: (document) => categoryOf(document) ?? '',
    },
    {
      id: 'type',
      header: 'Type',
      cell: (document) => (
        <span className={`${classes.twoLines} ${classes.type}`}>{typeOf(document) || NOTHING}</span>
      ),
      title: (document) => typeOf(document) ?? '',
    },
    {
      id: 'name',
      header: 'File name',
      cell: ({ FileName }) => <span className={classes.twoLines}>{FileName || NOTHING}</span>,
      title: ({ FileName }) => FileName,
    },
    {
      id: 'owner',
      header: 'Owner',
      cell: ({ FileID }) => <OwnerCell fileId={FileID} owners={owners} />,
      title: ({ FileID }) => ownerText(owners.of(FileID)),
    },
    {
      id: 'description',
      header: 'Description',
      cell: (document) => (
        <DescriptionCell
          document={document}
          search={search}
          unopenable={unopenable.get(document.FileID)}
          isNamed={isNamed(columns)}
          endWidth={isFolded ? endWidth(options) : null}
          onPreview={options.onPreview}
        />
      ),
      title: ({ Description }) => excerptOf(Description).text,
    },
  ]
}

function actions(options: ColumnOptions): readonly Column<ListedUpload>[] {
  const { offers, onEdit, onDelete, onUnopenable, onPreview, unopenable, assignees } = options
  return [
    {
      id: 'status',
      header: 'Status',
      cell: (document) => <StatusCell document={document} onEdit={offers.edit ? onEdit : null} />,
      isNoWrap: true,
      isBadge: true,
    },
    {
      id: 'assignee',
      header: 'Assigned To',
      cell: ({ FileID }) => <AssigneeCell fileId={FileID} assignees={assignees} />,
      title: ({ FileID }) => assignees.of(FileID)?.Email ?? '',
    },
    {
      id: 'view',
      header: 'View',
      cell: (document) => (
        <span className={classes.views}>
          <PreviewButton document={document} onPreview={onPreview} />
          <ViewLink document={document} unopenable={unopenable.get(document.FileID)} onTold={onUnopenable} />
          <FileMenu document={document} options={options} />
        </span>
      ),
      align: 'center',
    },
    deleting(onDelete, offers.mayDelete),
  ]
}

function deleting(onDelete: RowActions['onDelete'], mayDelete: Offers['mayDelete']): Column<Upload> {
  return {
    id: 'delete',
    header: 'Delete',
    cell: (document) => (
      <DeleteButton document={document} isAllowed={mayDelete(document)} onDelete={onDelete} />
    ),
    align: 'center',
  }
}
