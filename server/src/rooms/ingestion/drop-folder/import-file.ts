import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { Context, World } from '../../../records/context.ts'
import { acceptDropFile } from '../../../records/deliveries/drop-file.repository.ts'
import {
  FileDeferred,
  importDeliveredFile,
  type FileOutcome,
} from '../../../records/deliveries/import-delivered-file.ts'
import { isWithoutRights } from '../../../engines/folders/byte-paths.ts'
import { openClaimed, type ClaimedFile } from './claim-file.ts'
import { isFileOfItsOwn, fingerprintOf } from '../../../engines/folders/fingerprint.ts'

/**
 * Imports a claimed file as a document of its county. The transaction that records the document also updates the claim.
 * @throws what `importDeliveredFile` throws, and the disk's errors.
 */
export async function importFile(world: World, claimed: ClaimedFile): Promise<FileOutcome> {
  const file = await openClaimed(claimed).catch((error: unknown) => {
    if (isWithoutRights(error)) return null
    throw error
  })
  if (file === null) return { kind: 'deferred' }
  try {
    return await importOpened(world, claimed, file)
  } finally {
    await file.close()
  }
}

async function importOpened(
  world: World,
  { claim, folder, name, inode }: ClaimedFile,
  file: FileHandle,
): Promise<FileOutcome> {
  const context: Context = {
    ...world,
    actor: { kind: 'door', name: `drop folder of ${folder.countyName}`, door: 'drop folder' },
  }
  const before = await file.stat({ bigint: true })
  if (before.ino !== inode || !isFileOfItsOwn(before)) return { kind: 'deferred' }
  const size = Number(before.size)
  const filedAs = fingerprintOf(before)
  return importDeliveredFile(context, {
    name: name.toString('utf8'),
    bytes: bytesOf(file, before),
    atLeast: size,
    largest: Math.min(context.settings.maxUploadBytes, size),
    draft: folder.draft,
    uploadedBy: folder.accountId,
    // A scanner delivers files all day, so its sender gets one receipt for all of them.
    receiptAt: 'end of day',
    async check() {
      const after = await file.stat({ bigint: true })
      if (fingerprintOf(after) !== filedAs || !isFileOfItsOwn(after)) throw new FileDeferred()
    },
    record: (transaction, { document: { id: documentId } }) =>
      acceptDropFile(transaction, claim, { documentId, filedAs }),
  })
}

/**
 * The bytes of a file, up to its known size.
 * @throws FileDeferred if the file has grown.
 */
async function* bytesOf(file: FileHandle, { size }: Pick<BigIntStats, 'size'>): AsyncGenerator<Buffer> {
  let came = 0
  for await (const piece of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
    came += piece.length
    if (came > size) throw new FileDeferred()
    yield piece
  }
}
