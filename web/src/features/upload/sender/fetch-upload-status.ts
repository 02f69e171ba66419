import type { QueryOf } from '@portal/contract/endpoint.ts'
import { listResumable, MAX_SENDER_KEYS, type ResumableUpload } from '@portal/contract/files/resumable.ts'
import { call, requirePeriod } from '../../../lib/call.ts'

type Bounds = {
  /** The sign-in period; no request is sent in another one. */
  readonly period: number
  readonly signal?: AbortSignal
}

/**
 * The server's uploads for these sender keys; unknown keys are missing from the result.
 * @throws CallError, or the signal's reason.
 */
export async function fetchUploadStatus(
  keys: readonly string[],
  { period, signal }: Bounds,
): Promise<ReadonlyMap<string, ResumableUpload>> {
  const known = new Map<string, ResumableUpload>()
  for (let first = 0; first < keys.length; first += MAX_SENDER_KEYS) {
    // The contract's type is the server's parsed list; the request carries one comma-separated text.
    const senderKeys: unknown = keys.slice(first, first + MAX_SENDER_KEYS).join(',')
    const query = { senderKeys } as QueryOf<typeof listResumable>
    // One request at a time: parallel responses about a thousand files would delay the uploads.
    // oxlint-disable no-await-in-loop
    await requirePeriod(listResumable, period)
    const { uploads } = await call(listResumable, { query, signal })
    for (const upload of uploads) if (upload.senderKey !== null) known.set(upload.senderKey, upload)
  }
  return known
}
