import type { QueryOf } from '@portal/contract/endpoint.ts'
import { listResumable, MAX_SENDER_KEYS, type ResumableUpload } from '@portal/contract/resumable.ts'
import { call } from '../../../../lib/call.ts'

/**
 * What the server has of these files, by what their sender calls them; what it does not know is not among it.
 * @throws CallError, or the signal's reason.
 */
export async function askServer(
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ResumableUpload>> {
  const known = new Map<string, ResumableUpload>()
  for (let first = 0; first < keys.length; first += MAX_SENDER_KEYS) {
    // The contract tells how the server reads them; the wire has them as one text.
    const senderKeys: unknown = keys.slice(first, first + MAX_SENDER_KEYS).join(',')
    const query = { senderKeys } as QueryOf<typeof listResumable>
    // One after the other: the answers of a thousand files at once would hold up the files.
    // oxlint-disable-next-line no-await-in-loop
    const { uploads } = await call(listResumable, { query, signal })
    for (const upload of uploads) if (upload.senderKey !== null) known.set(upload.senderKey, upload)
  }
  return known
}
