import type { Person } from '../auth/person.ts'

/** What decides who may do what with a document. */
export type DocumentFacts = { countyId: number | null; uploadedBy: number }

/**
 * An administrator sees all documents, a county user those of their county, anybody else their own without one: in the
 * bin too, though the bin lists, and gives out the bytes, to those only who may restore.
 */
export function maySee(person: Person, { countyId, uploadedBy }: DocumentFacts): boolean {
  if (person.isAdmin) return true
  if (person.countyId !== null) return countyId === person.countyId
  return countyId === null && uploadedBy === person.accountId
}

function mayManage(person: Person, document: DocumentFacts): boolean {
  return maySee(person, document) && (person.isAdmin || document.uploadedBy === person.accountId)
}

/** An administrator deletes any document, everybody else those that they uploaded and still see. */
export function mayDelete(person: Person, document: DocumentFacts): boolean {
  return mayManage(person, document)
}

export function mayRestore(person: Person, document: DocumentFacts): boolean {
  return mayManage(person, document)
}

/** The bytes of a document in the bin are for those who may restore it. */
export function mayDownload(person: Person, document: DocumentFacts & { isInBin: boolean }): boolean {
  return document.isInBin ? mayRestore(person, document) : maySee(person, document)
}

/** Whoever may restore a document may also end it. */
export function mayDeletePermanently(person: Person, document: DocumentFacts): boolean {
  return mayManage(person, document)
}
