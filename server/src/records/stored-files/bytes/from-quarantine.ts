import type { Engines } from '../../../engines/engines.ts'
import { MissingBytes } from '../../../engines/storage/storage.ts'

/**
 * Does `read` of a document's bytes; where they are missing and lie in quarantine they are brought back first. They were
 * set aside when another database was in place, which did not know the document.
 * @throws what `read` throws.
 */
export async function backFromQuarantine<T>(
  { storage, log }: Pick<Engines, 'storage' | 'log'>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof MissingBytes) || !(await storage.restore(key))) throw error
    log.warn({ key }, 'The bytes of a document came back from quarantine.')
    return read()
  }
}
