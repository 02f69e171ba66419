import type { ListedUpload, Upload } from '@portal/contract/files/files.ts'
import { formatMoment, NOTHING } from '../../lib/format.ts'
import { excerptOf } from '../../lib/excerpt.ts'
import type { BlockedFile } from '../../lib/blocked-files.queries.ts'
import { cssWidth, type ColumnWidth } from '../../ui/column-width.ts'
import type { Column } from '../../ui/data-table.tsx'
import { UserName } from '../../ui/user-name.tsx'
import { FileIdCell } from './file-details.tsx'
import classes from './files.module.css'
import { DeleteButton, DescriptionCell, PreviewButton, StatusCell, ViewLink } from './files-cells.tsx'
import { HitLine } from './hit-line.tsx'
import type { ListLookups, Offers } from './use-files-screen.ts'

export type RowActions = {
  readonly onDelete: (document: Upload) => void
  readonly onEdit: (document: Upload) => void
  /** Called when the user tries to open a blocked document. */
  readonly onUnopenable: (why: string) => void
  /** Shows a document beside the list. */
  readonly onPreview: (fileId: number) => void
}

type Options = RowActions & {
  /** What the person searched for; empty without a search. */
  readonly search: string
  readonly offers: Offers
  readonly lookups: ListLookups
  readonly timeZone: string
  /** Whether a preview beside the list leaves it less room. */
  readonly isNarrow: boolean
  /** The blocked documents, by id. */
  readonly unopenable: ReadonlyMap<number, BlockedFile>
}

/**
 * The columns of the documents list, in the order of the specification, section 2. County appears for users with
 * several counties.
 */
export function filesColumns(options: Options): readonly Column<ListedUpload>[] {
  const columns = [
    ...aboutTheFile(options),
    ...(options.offers.counties ? [COUNTY] : []),
    ...actions(options),
  ]
  const shown = options.isNarrow ? columns.filter(({ id }) => !IN_PREVIEW.has(id)) : columns
  return shown.map((column) => ({ ...column, ...widthOf(column, options) }))
}

/** The preview beside the list names them. */
const IN_PREVIEW = new Set(['user', 'category', 'county'])

/** The description column takes the remaining width. */
const WIDTHS: Readonly<Record<string, ColumnWidth>> = {
  id: [70, 0.025],
  date: [108, 0.05],
  user: [92, 0.18],
  category: [88, 0.2],
  type: [84, 0.17],
  county: [70, 0.08],
  status: [150, 0.05],
  view: [74, 0.05],
  delete: [54, 0.06],
}
const EDIT_ICON_PX = 28

function widthOf({ id }: Pick<Column<Upload>, 'id'>, { offers }: Options): { width?: string } {
  const known = WIDTHS[id]
  if (known === undefined) return {}
  const [pixels, share] = known
  return { width: cssWidth([pixels + (id === 'status' && offers.edit ? EDIT_ICON_PX : 0), share]) }
}

const COUNTY: Column<Upload> = {
  id: 'county',
  header: 'County',
  cell: ({ CountyName }) => CountyName ?? NOTHING,
  title: ({ CountyName }) => CountyName ?? '',
}

function aboutTheFile({ search, lookups, timeZone, unopenable }: Options): readonly Column<ListedUpload>[] {
  const categoryOf = ({ CategoryID }: Upload) => lookups.categoryNames.get(CategoryID)
  const typeOf = ({ TypeID }: Upload) => lookups.typeNames.get(TypeID)
  return [
    {
      id: 'id',
      header: 'File ID',
      cell: (document) => <FileIdCell document={document} timeZone={timeZone} />,
      isRowHeader: true,
      isNoWrap: true,
    },
    {
      id: 'date',
      header: 'Date',
      cell: ({ UploadDate }) => formatMoment(UploadDate, timeZone),
      isNoWrap: true,
    },
    {
      id: 'user',
      header: 'User',
      cell: ({ UploadedBy }) => (
        <span className={classes.user}>
          <UserName name={UploadedBy || NOTHING} />
        </span>
      ),
      title: ({ UploadedBy }) => UploadedBy,
    },
    {
      id: 'category',
      header: 'Category',
      cell: (document) => categoryOf(document) || NOTHING,
      title: (document) => categoryOf(document) ?? '',
    },
    {
      id: 'type',
      header: 'Type',
      cell: (document) => <span className={classes.type}>{typeOf(document) || NOTHING}</span>,
      title: (document) => typeOf(document) ?? '',
    },
    {
      id: 'description',
      header: 'Description',
      cell: (document) => (
        <>
          <DescriptionCell document={document} unopenable={unopenable.get(document.FileID)} />
          {search !== '' && <HitLine document={document} search={search} />}
        </>
      ),
      title: ({ Description }) => excerptOf(Description).text,
    },
  ]
}

function actions(options: Options): readonly Column<Upload>[] {
  const { offers, onEdit, onDelete, onUnopenable, onPreview, unopenable } = options
  return [
    {
      id: 'status',
      header: 'Status',
      cell: (document) => <StatusCell document={document} onEdit={offers.edit ? onEdit : null} />,
      isNoWrap: true,
      isBadge: true,
    },
    {
      id: 'view',
      header: 'View',
      cell: (document) => (
        <span className={classes.views}>
          <PreviewButton document={document} onPreview={onPreview} />
          <ViewLink document={document} unopenable={unopenable.get(document.FileID)} onTold={onUnopenable} />
        </span>
      ),
      align: 'center',
    },
    ...(offers.deletion ? [deleting(onDelete, offers.mayDelete)] : []),
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
