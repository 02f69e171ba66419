import type { DatabaseCheck } from '../../../engines/database/database-check.ts'
import {
  listLostReferences,
  listMisranked,
  listStoredDisagreements,
  listStrayLinks,
  type StoredDisagreement,
  type OrphanLink,
} from './documents.check.repository.ts'
import { counted } from '../../../engines/warnings/counted.ts'

/** Checks that the references of documents exist, and that links have the county of their document. */
export const documentsCheck: DatabaseCheck = {
  name: 'documents',
  async find({ kysely }) {
    const lost = await listLostReferences(kysely)
    return [
      ...lost.map(
        ({ documentId, what, id }) =>
          `File ${documentId} names ${what} ${id}, which is not there: put that back from a backup, or give the file another.`,
      ),
      ...(await listStrayLinks(kysely)).map(describeOrphanLink),
      ...(await listMisranked(kysely)).map(
        ({ statusId, documents }) =>
          `${counted(documents, 'file')} of status ${statusId} at the place of another status in the list: \`npm run -s portal -- counts rebuild\` corrects that.`,
      ),
    ]
  },
}

function describeOrphanLink({ documentId, whose, number, linkCounty, documentCounty }: OrphanLink): string {
  return `File ${documentId} is of ${nameOf(documentCounty)}, its link to ${whose} ${number} of ${nameOf(linkCounty)}: unlink that ${whose} in the edit dialog and link it again.`
}

function nameOf(county: number | null): string {
  return county === null ? 'no county' : `county ${county}`
}

/** Checks that each document's bytes are listed as kept, and that no others are. */
export const storedObjectsCheck: DatabaseCheck = {
  name: 'stored objects',
  find: async ({ kysely }) => (await listStoredDisagreements(kysely)).map(tellDisagreement),
}

function tellDisagreement({ documentId, storageKey, why }: StoredDisagreement): string {
  if (why === 'nobody’s')
    return `Stored object ${storageKey} is kept for no document: see what \`npm run -s portal -- verify\` says of it.`
  const what = why === 'not kept' ? 'is not among those that are kept' : 'has another size or SHA-256 there'
  return `Stored object ${storageKey} of file ${documentId} ${what}: stop the servers, and let \`npm run -s portal -- verify\` read the file before anything else.`
}
