import type { World } from '../../../records/context.ts'
import { findDocument } from '../../../records/documents/documents.repository.ts'
import type { DropFileRow } from '../../../records/deliveries/drop-file.repository.ts'
import { openClaimed, type ClaimedFile } from './claim-file.ts'
import type { CountyFolder } from './county-folders.ts'
import { NotAFolder } from '../../../engines/folders/open-folder.ts'
import { hasBytesOf, isFileOfItsOwn } from '../../../engines/folders/fingerprint.ts'
import { listClaim, type WorkingFile } from './working-place.ts'

type Claimed = { readonly folder: CountyFolder; readonly claim: ClaimedFile['claim'] }

/**
 * Finds the file of a claim in its folder: the one with the same inode, or the one whose bytes became the document.
 * Some shares renumber their files when they are mounted. Null if there is none; files from others in that folder do
 * not match.
 */
export async function findInHand(
  { database }: Pick<World, 'database'>,
  { folder, claim }: Claimed,
  { inode, documentId }: Pick<DropFileRow, 'inode' | 'documentId'>,
): Promise<WorkingFile | null> {
  const lying = await listClaim(folder, claim.id).catch((error: unknown) => {
    if (error instanceof NotAFolder) return []
    throw error
  })
  const own = lying.filter(({ stats }) => isFileOfItsOwn(stats))
  // The previous release did not record the inode.
  if (inode === null) return own[0] ?? null
  const same = lying.find(({ stats }) => stats.ino === inode)
  if (same !== undefined || documentId === null) return same ?? null
  const document = await findDocument(database.kysely, documentId)
  if (!document) return null
  for (const one of own) {
    const file = await openClaimed({ folder, claim, name: one.name, inode: one.stats.ino })
    try {
      if (await hasBytesOf(file, document)) return one
    } finally {
      await file.close()
    }
  }
  return null
}
