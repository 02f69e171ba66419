import type { Deed } from '../audit/record.ts'
import type { Names } from '../lookups/dictionaries.ts'
import type { PlannedDocument } from './plan-documents.ts'

export type StoredDocument = PlannedDocument & { storageKey: string; sha256: Buffer; contentType: string }

export type History = {
  now: Date
  names: Names
  administratorId: number
  emailOf: (accountId: number) => string
}

/** The relation type of sample links. */
export const OWNER = 1
/** Where audit records of sample data say that it came from. */
export const SAMPLE_DATA = 'sample data'
/** The status of every new document. */
const NEW = 1
const HOUR = 3_600_000

/** When an administrator worked on a document, and when it went to the bin if it did. */
export function momentsOf({ uploadedAt }: PlannedDocument, { now }: Pick<History, 'now'>) {
  const after = (hours: number) => new Date(Math.min(uploadedAt.getTime() + hours * HOUR, now.getTime()))
  return { worked: after(1), binned: after(2) }
}

/** Links and status are saved in one go, as the edit dialog does it. */
export function versionOf({ isLinked, statusId, isInBin }: PlannedDocument): number {
  return 1 + Number(isLinked || statusId !== NEW) + Number(isInBin)
}

/** One audit record of each change that a sample document has been through, its upload first. */
export function recordsOf(document: StoredDocument, id: number, history: History) {
  const { names, administratorId } = history
  const { worked, binned } = momentsOf(document, history)
  const { uploadedBy, uploadedAt, fileName, owner } = document
  const record = (deed: Deed, { at, by }: { at: Date; by: number }, facts: object) => ({
    at,
    account_id: by,
    who: history.emailOf(by),
    what: deed,
    document_id: id,
    county_id: document.countyId,
    came_from: SAMPLE_DATA,
    before: null,
    after: null,
    ...facts,
  })
  const uploading = { at: uploadedAt, by: uploadedBy }
  const working = { at: worked, by: administratorId }
  const records = [
    record('uploaded', uploading, { after: JSON.stringify({ fileName, size: document.bytes.length }) }),
  ]
  if (document.isLinked) {
    const relationType = names.relationTypeName(OWNER)
    const after = { partyNumber: owner.partyNumber, owner: owner.name, relationType }
    records.push(record('owner linked', working, { after: JSON.stringify(after) }))
  }
  if (document.statusId !== NEW) {
    const statusText = (statusId: number) => JSON.stringify({ status: names.statusText(statusId) })
    const facts = { before: statusText(NEW), after: statusText(document.statusId) }
    records.push(record('status changed', working, facts))
  }
  if (document.isInBin) {
    const binning = { at: binned, by: uploadedBy }
    records.push(record('moved to the recycle bin', binning, { before: JSON.stringify({ fileName }) }))
  }
  return records
}
