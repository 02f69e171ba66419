import type { DocumentExportColumn } from '@portal/contract/files/export-uploads.ts'
import type { Cell, ExportColumn } from '../../../engines/exports/export-table.ts'
import type { ExportedDocument } from './export.repository.ts'
import type { ListFilters } from '@portal/contract/files/list-filters.ts'
import type { Names } from '../../../records/reference/dictionaries.ts'

type DocumentColumn = ExportColumn & { readonly cell: (row: ExportedDocument) => Cell }

/** The columns of an exported list of documents. Their headings are those of the list where it has them. */
export const DOCUMENT_COLUMNS: Readonly<Record<DocumentExportColumn, DocumentColumn>> = {
  id: { title: 'File ID', kind: 'integer', width: 10, cell: ({ id }) => id },
  date: { title: 'Date', kind: 'moment', cell: ({ uploaded_at }) => uploaded_at },
  user: { title: 'User', kind: 'text', cell: ({ uploader }) => uploader },
  category: { title: 'Category', kind: 'text', width: 18, cell: ({ category }) => category },
  type: { title: 'Type', kind: 'text', cell: ({ type }) => type },
  name: { title: 'File name', kind: 'text', width: 36, cell: ({ file_name }) => file_name },
  description: { title: 'Description', kind: 'text', width: 40, cell: ({ description }) => description },
  county: { title: 'County', kind: 'text', width: 18, cell: ({ county }) => county },
  status: { title: 'Status', kind: 'text', width: 18, cell: ({ status }) => status },
  owner: { title: 'Owners', kind: 'text', width: 36, cell: ({ owners }) => owners },
  ownerNumber: {
    title: 'Owner numbers',
    kind: 'text',
    width: 16,
    cell: ({ owner_numbers }) => owner_numbers,
  },
  agent: { title: 'Agents', kind: 'text', width: 30, cell: ({ agents }) => agents },
  year: { title: 'Appraisal year', kind: 'integer', cell: ({ appraisal_year }) => appraisal_year },
  rendered: { title: 'Rendered', kind: 'text', width: 11, cell: ({ rendered }) => yesOrNo(rendered) },
  renderedDate: { title: 'Rendered date', kind: 'date', cell: ({ rendered_date }) => rendered_date },
  extended: { title: 'Extended', kind: 'text', width: 11, cell: ({ extended }) => yesOrNo(extended) },
  size: { title: 'Size (bytes)', kind: 'integer', cell: ({ byte_size }) => byte_size },
  sha256: { title: 'SHA-256', kind: 'text', width: 66, cell: ({ sha256 }) => sha256 },
  assignee: { title: 'Assigned to', kind: 'text', width: 26, cell: ({ assignee }) => assignee },
}

function yesOrNo(is: boolean): string {
  return is ? 'Yes' : 'No'
}

type Text = (filters: ListFilters, names: Names) => string | number | undefined

/** The filters and the order of the list in words, in the order of its filter panel. */
const FILTERS: Readonly<Record<keyof ListFilters, readonly [label: string, text: Text]>> = {
  q: ['Search', ({ q }) => q],
  categoryId: ['Category', ({ categoryId }, names) => nameOf(categoryId, names.categoryName)],
  typeId: ['Type', ({ typeId }, names) => nameOf(typeId, names.typeName)],
  statusId: ['Status', ({ statusId }, names) => nameOf(statusId, names.statusText)],
  countyId: ['County', ({ countyId }, names) => nameOf(countyId, (id) => names.countyName(id) ?? '')],
  receivedFrom: ['From', ({ receivedFrom }) => receivedFrom],
  receivedTo: ['To', ({ receivedTo }) => receivedTo],
  appraisalYear: ['Appraisal year', ({ appraisalYear }) => appraisalYear],
  ownerNbr: ['Owner number', ({ ownerNbr }) => ownerNbr],
  agentCode: ['Agent code', ({ agentCode }) => agentCode],
  uploadedBy: ['User', ({ uploadedBy }) => uploadedBy],
  hasOwner: ['Has an owner', ({ hasOwner }) => hasOwner],
  duplicates: ['Has duplicates', ({ duplicates }) => duplicates],
  unreadable: ['Text could not be read', ({ unreadable }) => unreadable],
  corrected: ['Corrected', ({ corrected }) => corrected],
  fileType: ['File type', ({ fileType }) => fileType],
  minSize: ['Smallest size (bytes)', ({ minSize }) => minSize],
  maxSize: ['Largest size (bytes)', ({ maxSize }) => maxSize],
  assignedTo: ['Assigned to', ({ assignedTo }) => assignedTo],
  order: ['Order', ({ order }) => orderText(order)],
}

export function filterTexts(filters: ListFilters, names: Names): readonly (readonly [string, string])[] {
  return Object.values(FILTERS).flatMap(([label, textOf]) => {
    const text = textOf(filters, names)
    return text === undefined ? [] : [[label, String(text)] as const]
  })
}

/** The list's own order is not named. */
function orderText(order: ListFilters['order']): string | undefined {
  if (order === undefined || order === 'list') return undefined
  if (order === 'best') return 'best match'
  return order.startsWith('-') ? `${order.slice(1)}, descending` : `${order}, ascending`
}

function nameOf(id: number | undefined, name: (id: number) => string): string | undefined {
  return id === undefined ? undefined : name(id) || String(id)
}
