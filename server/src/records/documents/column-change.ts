import type { Names } from '../reference/dictionaries.ts'
import type { DocumentEntry } from './apply-decisions.ts'
import type { DocumentChange } from './document-changes.repository.ts'
import { toDescriptionTypes, toRenderedFacts } from './document-parts.models.ts'
import type { DocumentRow } from './documents.repository.ts'

/** A change of columns with its audit records. */
export type ColumnChange = { readonly change: DocumentChange; readonly entries: readonly DocumentEntry[] }

/**
 * Returns the columns that would get another value, with the audit records of the change; null if nothing changes.
 * A change of the facts of a rendition is recorded as its readers see it.
 */
export function columnChange(
  document: DocumentRow,
  wanted: DocumentChange,
  names: Names,
): ColumnChange | null {
  const change = differing(document, wanted)
  if (Object.keys(change).length === 0) return null
  return { change, entries: entriesOf(document, { ...document, ...change }, names) }
}

type Column = keyof DocumentChange & keyof DocumentRow

const COMPARED: readonly Column[] = [
  'description',
  'type_id',
  'status_id',
  'rendered',
  'rendered_date',
  'extended',
  'deleted_at',
]

function differing(document: DocumentRow, wanted: DocumentChange): DocumentChange {
  const columns = COMPARED.filter(
    (column) => wanted[column] !== undefined && valueOf(wanted[column]) !== valueOf(document[column]),
  )
  const change = Object.fromEntries(columns.map((column) => [column, wanted[column]]))
  // Who moved a document to the bin changes only together with when.
  return columns.includes('deleted_at') ? { ...change, deleted_by: wanted.deleted_by ?? null } : change
}

function valueOf(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value
}

function entriesOf(before: DocumentRow, after: DocumentRow, names: Names): DocumentEntry[] {
  const entries: DocumentEntry[] = []
  if (before.status_id !== after.status_id) {
    const textOf = ({ status_id: id }: DocumentRow) => ({ status: names.statusText(id) })
    entries.push({ action: 'document.status_set', before: textOf(before), after: textOf(after) })
  }
  if (before.description !== after.description || before.type_id !== after.type_id) {
    const [was, is] = [toDescriptionTypes(before), toDescriptionTypes(after)]
    entries.push({ action: 'document.described', before: was, after: is })
  }
  if (isRenderedOtherwise(before, after)) {
    const [was, is] = [toRenderedFacts(before, names), toRenderedFacts(after, names)]
    entries.push({ action: 'document.rendered_set', before: was, after: is })
  }
  return [...entries, ...binEntries(before, after)]
}

function isRenderedOtherwise(before: DocumentRow, after: DocumentRow): boolean {
  return (
    before.rendered !== after.rendered ||
    before.rendered_date !== after.rendered_date ||
    before.extended !== after.extended
  )
}

function binEntries(before: DocumentRow, after: DocumentRow): DocumentEntry[] {
  const { file_name: fileName, deleted_at: deletedAt } = before
  if ((deletedAt === null) === (after.deleted_at === null)) return []
  return deletedAt === null
    ? [{ action: 'document.binned', before: { fileName } }]
    : [{ action: 'document.restored', before: { fileName, deletedAt: deletedAt.toISOString() } }]
}
