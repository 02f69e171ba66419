import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { PortalError } from '../../../engines/http/errors.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import type { Context, World } from '../../../records/context.ts'
import type { DocumentRow } from '../../../records/documents/documents.repository.ts'
import { completeIntake } from '../../../records/intake/complete-intake.ts'
import { requireQuota } from '../../../records/intake/upload-quota.ts'
import { discardOnFailure, stageFile } from '../../../records/intake/stage-file.ts'
import { acceptDropFile } from '../../../records/deliveries/drop-file.repository.ts'
import { refusalOf } from '../refusal-of.ts'
import { isWithoutRights } from './byte-paths.ts'
import { openClaimed, type ClaimedFile } from './claim-file.ts'
import { isFileOfItsOwn, fingerprintOf } from './fingerprint.ts'

/**
 * The result of a file: a document, a refusal with its reason, or none yet. A deferred file is still changing, or the
 * portal has no right to read it.
 */
export type Outcome =
  | { readonly kind: 'accepted'; readonly document: DocumentRow }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'deferred' }

class StillChanging extends Error {}

/**
 * Imports a claimed file as a document of its county, through the same intake as an upload. The transaction that
 * records the document also updates the claim, so that the file becomes a document only once.
 * @throws errors that are not a refusal: the disk, the database or the scanner failed, or another server now has the
 * claim.
 */
export async function importFile(world: World, claimed: ClaimedFile): Promise<Outcome> {
  const file = await openClaimed(claimed).catch((error: unknown) => {
    if (isWithoutRights(error)) return null
    throw error
  })
  if (file === null) return { kind: 'deferred' }
  try {
    return { kind: 'accepted', document: await bring(world, claimed, file) }
  } catch (error) {
    if (error instanceof StillChanging) return { kind: 'deferred' }
    const reason = error instanceof PortalError ? refusalOf(error) : null
    if (reason === null) throw error
    return { kind: 'refused', reason }
  } finally {
    await file.close()
  }
}

async function bring(
  world: World,
  { claim, folder, name, inode }: ClaimedFile,
  file: FileHandle,
): Promise<DocumentRow> {
  const context: Context = {
    ...world,
    actor: { kind: 'door', name: `drop folder of ${folder.countyName}`, door: 'drop folder' },
  }
  const key = newStorageKey()
  const before = await file.stat({ bigint: true })
  if (before.ino !== inode || !isFileOfItsOwn(before)) throw new StillChanging()
  const size = Number(before.size)
  await requireQuota(world, { countyId: folder.draft.countyId }, size)
  const delivery = await discardOnFailure(context, key, async () => {
    const staged = await stageFile(context, {
      key,
      name: name.toString('utf8'),
      bytes: bytesOf(file, before),
      largest: Math.min(context.settings.maxUploadBytes, size),
    })
    const after = await file.stat({ bigint: true })
    if (fingerprintOf(after) !== fingerprintOf(before) || !isFileOfItsOwn(after)) throw new StillChanging()
    return {
      file: staged,
      draft: folder.draft,
      uploadedBy: folder.accountId,
      uploadedAt: context.clock.now(),
    }
  })
  return completeIntake(context, {
    ...delivery,
    // A scanner delivers files all day, so its sender gets one receipt for all of them.
    receiptAt: 'end of day',
    async alsoRecord(transaction, { id }) {
      if (!(await acceptDropFile(transaction, claim, { documentId: id, filedAs: fingerprintOf(before) })))
        throw new Error('Another server has this file by now.')
    },
  })
}

/**
 * The bytes of a file, up to its known size.
 * @throws StillChanging if the file has grown.
 */
async function* bytesOf(file: FileHandle, { size }: Pick<BigIntStats, 'size'>): AsyncGenerator<Buffer> {
  let came = 0
  for await (const piece of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
    came += piece.length
    if (came > size) throw new StillChanging()
    yield piece
  }
}
