import type { DocumentRow } from '../documents.repository.ts'

type Previewed = Pick<DocumentRow, 'sha256' | 'county_id' | 'uploaded_by'>

/** The people who share what was made of a document: those of its county, or its uploader if it has none. */
export function previewAudience({ county_id: countyId, uploaded_by: uploadedBy }: Omit<Previewed, 'sha256'>) {
  return countyId === null ? `account-${uploadedBy}` : `county-${countyId}`
}

/**
 * The group of the cache for a document. Two counties with the same file have two groups, because a fast answer would
 * show one that another has the file (R16.37).
 */
export function documentGroup(document: Previewed): string {
  return `${document.sha256.toString('hex')}.${previewAudience(document)}`
}

/** The group of the cache for a message that waits for a decision. */
export function mailGroup({ id, sha256 }: { readonly id: string; readonly sha256: Buffer }): string {
  return `${sha256.toString('hex')}.mail-${id}`
}

/** The SHA-256 of the file, in hexadecimal. */
export function hashOfGroup(group: string): string {
  return group.split('.')[0] ?? ''
}
