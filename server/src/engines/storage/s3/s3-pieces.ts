import { BrokenSource } from '../broken-source.ts'
import type { Pieces } from '../storage.ts'
import { readObject } from './s3-bytes.ts'
import type { S3Calls } from './s3-calls.ts'
import { abortUnfinished, copyObject, deleteObject, objectsBelow, unfinishedBelow } from './s3-objects.ts'
import { sendHashed } from './staged-upload.ts'

const PIECES = 'unfinished/'
/** Maximum bytes of an upload that a server that dies may lose: S3 has a whole object or none. */
const LARGEST_BYTES = 16_777_216

type Told = <T>(work: Promise<T>) => Promise<T>

/** Pieces in `unfinished/<key>`; `stagingKey` returns the key of a staged object. */
export function s3Pieces(
  calls: S3Calls,
  { withStorageErrors, stagingKey }: { withStorageErrors: Told; stagingKey: (key: string) => string },
): Pieces {
  return {
    largest: LARGEST_BYTES,
    async write(key, bytes) {
      const source = new BrokenSource(bytes)
      const staged = await withStorageErrors(
        sendHashed(calls, PIECES + key, { bytes: source, largest: LARGEST_BYTES }),
      )
      return { ...staged, brokenBy: source.brokenBy, makeLast: async () => {} }
    },
    read: (key, length) =>
      withStorageErrors(
        readObject(calls, { key: PIECES + key, size: length, range: { start: 0, end: length - 1 } }),
      ),
    async stage(key) {
      await withStorageErrors(copyObject(calls, PIECES + key, stagingKey(key)))
      return true
    },
    remove: (key) => withStorageErrors(deleteObject(calls, PIECES + key)),
    removeLost: (key) => withStorageErrors(removeLost(calls, PIECES + key)),
    async *list() {
      for await (const { key, changedAt } of objectsBelow(calls, PIECES)) yield { key, changedAt }
      // Uploads of a server that died while it sent a piece.
      for await (const { key, changedAt } of unfinishedBelow(calls, PIECES)) yield { key, changedAt }
    },
  }
}

async function removeLost(calls: S3Calls, key: string): Promise<void> {
  await deleteObject(calls, key)
  await abortUnfinished(calls, key)
}
