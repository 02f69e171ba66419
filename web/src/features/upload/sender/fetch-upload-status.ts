import type { QueryOf } from '@portal/contract/endpoint.ts'
import { listResumable, MAX_SENDER_KEYS, type ResumableUpload } from '@portal/contract/files/resumable.ts'
import { call, requirePeriod } from '../../../lib/call.ts'

type Bounds = {
  /** Of being signed in: in another one nothing is asked. */
  readonly period: number
  readonly signal?: AbortSignal
}

/**
 * What the server has of these files, by what their sender calls them; what it does not know is not among it.
 * @throws CallError, or the signal's reason.
 */
export async function fetchUploadStatus(
  keys: readonly string[],
  { period, signal }: Bounds,
): Promise<ReadonlyMap<string, ResumableUpload>> {
  const known = new Map<string, ResumableUpload>()
  for (let first = 0; first < keys.length; first += MAX_SENDER_KEYS) {
    // The contract tells how the server reads them; the wire has them as one text.
    const senderKeys: unknown = keys.slice(first, first + MAX_SENDER_KEYS).join(',')
    const query = { senderKeys } as QueryOf<typeof listResumable>
    // One after the other: the answers of a thousand files at once would hold up the files.
    // oxlint-disable no-await-in-loop
    await requirePeriod(listResumable, period)
    const { uploads } = await call(listResumable, { query, signal })
    for (const upload of uploads) if (upload.senderKey !== null) known.set(upload.senderKey, upload)
  }
  return known
}
