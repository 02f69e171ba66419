import type { Upload } from '@portal/contract/files.ts'
import { formatMoment, NOTHING } from '../../lib/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { UserName } from '../../ui/user-name.tsx'
import { DeleteButton, StatusCell, ViewLink } from './files-cells.tsx'
import { DescriptionCell } from './description-cell.tsx'
import type { ListLookups } from './use-files-screen.ts'

export type RowActions = {
  readonly onDelete: (document: Upload) => void
  readonly onEdit: (document: Upload) => void
}

type Options = RowActions & {
  readonly isAdmin: boolean
  readonly lookups: ListLookups
  readonly timeZone: string
}

/** The columns of the documents list in the order of the specification, section 2; County for administrators only. */
export function filesColumns(options: Options): readonly Column<Upload>[] {
  return [...aboutTheFile(options), ...(options.isAdmin ? [COUNTY] : []), ...actions(options)]
}

const COUNTY: Column<Upload> = { id: 'county', header: 'County', cell: ({ County }) => County ?? NOTHING }

function aboutTheFile({ lookups, timeZone }: Options): readonly Column<Upload>[] {
  const { categoryNames, typeNames } = lookups
  return [
    { id: 'id', header: 'File ID', cell: ({ FileID }) => FileID, isRowHeader: true, isNoWrap: true },
    {
      id: 'date',
      header: 'Date',
      cell: ({ UploadDate }) => formatMoment(UploadDate, timeZone),
      isNoWrap: true,
    },
    {
      id: 'user',
      header: 'User',
      cell: ({ UploadedBy }) => <UserName name={UploadedBy} />,
    },
    {
      id: 'category',
      header: 'Category',
      cell: ({ CategoryID, AttachmentCategoryID }) =>
        categoryNames.get(CategoryID ?? AttachmentCategoryID) ?? NOTHING,
    },
    {
      id: 'type',
      header: 'Type',
      cell: ({ TypeID, AttachmentTypeID }) => typeNames.get(TypeID ?? AttachmentTypeID) ?? NOTHING,
    },
    {
      id: 'description',
      header: 'Description',
      width: '26%',
      cell: (document) => <DescriptionCell document={document} />,
    },
  ]
}

function actions({ isAdmin, onEdit, onDelete }: Options): readonly Column<Upload>[] {
  return [
    {
      id: 'status',
      header: 'Status',
      cell: (document) => <StatusCell document={document} onEdit={isAdmin ? onEdit : null} />,
      isNoWrap: true,
    },
    { id: 'view', header: 'View', cell: (document) => <ViewLink document={document} />, align: 'center' },
    {
      id: 'delete',
      header: 'Delete',
      cell: (document) => <DeleteButton document={document} onDelete={onDelete} />,
      align: 'center',
    },
  ]
}
