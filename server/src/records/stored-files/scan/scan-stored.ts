import type { Readable } from 'node:stream'
import type { Engines } from '../../../engines/engines.ts'
import type { Scanner, ScanOptions, Verdict } from '../../../engines/scanner/scanner.ts'
import { DamagedBytes, MissingBytes } from '../../../engines/storage/storage.ts'

type Stored = { readonly key: string; readonly size: number }
type Asked = ScanOptions & { readonly scanner: Scanner }

/** Scans kept bytes within a time limit in milliseconds. Never throws for bytes that cannot be read. */
export async function scanStored(
  { storage, log }: Pick<Engines, 'storage' | 'log'>,
  { key, size }: Stored,
  { scanner, ...options }: Asked,
): Promise<Verdict> {
  let bytes: Readable | null = null
  try {
    bytes = await storage.read(key, size)
    return await scanner.scan(bytes, options)
  } catch (error) {
    if (options.signal?.aborted) return { kind: 'unavailable', reason: 'It was not asked.' }
    log.error({ err: error, key }, 'Stored bytes could not be read for the virus scanner.')
    const isGone = error instanceof MissingBytes || error instanceof DamagedBytes
    return {
      kind: 'error',
      reason: isGone ? 'The bytes are missing or damaged.' : 'The bytes could not be read.',
    }
  } finally {
    bytes?.destroy()
  }
}
