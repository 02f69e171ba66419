import type { DocumentRow } from './documents.repository.ts'

/** The version of a document as an entity tag (RFC 9110, section 8.8.3). */
export function versionTag({ version }: Pick<DocumentRow, 'version'>): string {
  return `"${version}"`
}
