import type { Readable } from 'node:stream'
import { ProvenBytes, type ProvenRead } from './proven-bytes.ts'
import { MIB_BYTES } from './mib-tags.ts'
import type { Storage } from './storage.ts'

/**
 * Kept bytes, of which none leaves before the MiB that it belongs to has proved to be what was staged. Of a range the
 * MiBs around it are read. The first one has proved itself when this resolves; a later one that fails breaks the
 * stream with DamagedBytes. Two MiB of memory at most are held, however slowly they are taken.
 * @throws MissingBytes when there are none and DamagedBytes when they are not what was staged.
 */
export async function readProven(
  storage: Pick<Storage, 'read'>,
  { key, size, isProven, range }: ProvenRead,
): Promise<Readable> {
  const start = range.start - (range.start % MIB_BYTES)
  const afterLastMib = range.end - (range.end % MIB_BYTES) + MIB_BYTES
  const source = await storage.read(key, size, { start, end: Math.min(afterLastMib, size) - 1 })
  const bytes = new ProvenBytes(source, { key, size, isProven, range })
  try {
    await bytes.proveFirst()
  } catch (error) {
    bytes.destroy()
    throw error
  }
  return bytes
}
