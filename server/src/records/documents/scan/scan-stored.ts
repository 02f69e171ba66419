import type { Readable } from 'node:stream'
import type { Engines } from '../../../engines/engines.ts'
import type { Scanner, Verdict } from '../../../engines/scanner/scanner.ts'
import { DamagedBytes, MissingBytes } from '../../../engines/storage/storage.ts'

type Stored = { readonly key: string; readonly size: number }
type Asked = { readonly scanner: Scanner; readonly withinMs: number }

/** What a scanner says of bytes that are kept, within so many milliseconds. Never throws for what cannot be read. */
export async function scanStored(
  { storage, log }: Pick<Engines, 'storage' | 'log'>,
  { key, size }: Stored,
  { scanner, withinMs }: Asked,
): Promise<Verdict> {
  let bytes: Readable | null = null
  try {
    bytes = await storage.read(key, size)
    return await scanner.scan(bytes, { withinMs })
  } catch (error) {
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
