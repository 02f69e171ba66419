import { RESUMABLE_NOT_FOUND } from '@portal/contract/files/resumable.ts'
import type { Clock } from '../../../engines/clock/clock.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { IntakeContext } from '../context.ts'
import {
  renewLease,
  setHolder,
  type Lease,
  type OwnUpload,
  type ResumableRow,
} from './resumable.repository.ts'

/** An upload that the caller holds: their writes take effect until another request takes it over. */
export type UploadLease = {
  readonly upload: ResumableRow
  readonly holder: string
  /**
   * Aborted once another request on this server takes the upload over. After a takeover on another server, the holder's
   * writes have no effect.
   */
  readonly signal: AbortSignal
}

/** Milliseconds that an upload stays with a server after its last renewal. */
const LEASE_MS = 30_000
/** Frequent enough that no lease expires during a short database outage. */
const RENEW_EVERY_MS = LEASE_MS / 3

type Holding = Pick<IntakeContext, 'database' | 'takeoverLock' | 'clock' | 'log'>

/**
 * Runs `work` as the only holder of an account's upload. First stops a request that is still sending bytes: its
 * connection may have broken unnoticed, and its sender is back.
 * @throws PortalError 404 if the upload is not theirs; the errors of `work`.
 */
export function withUploadLease<T>(
  context: Holding,
  own: OwnUpload,
  work: (held: UploadLease) => Promise<T>,
): Promise<T> {
  const { database, takeoverLock, clock } = context
  return takeoverLock(`${own.accountId}/${own.id}`, async (signal) => {
    const holder = crypto.randomUUID()
    const upload = await setHolder(database.kysely, own, leaseOf(clock, holder))
    if (!upload) throw failure(RESUMABLE_NOT_FOUND)
    const renewing = setInterval(() => void renew(context, own, holder), RENEW_EVERY_MS)
    try {
      return await work({ upload, holder, signal })
    } finally {
      clearInterval(renewing)
    }
  })
}

function leaseOf(clock: Clock, holder: string): Lease {
  return { holder, until: new Date(clock.now().getTime() + LEASE_MS) }
}

/** A failed renewal is retried before the lease expires. */
async function renew({ database, clock, log }: Holding, { id }: OwnUpload, holder: string): Promise<void> {
  try {
    await renewLease(database.kysely, id, leaseOf(clock, holder))
  } catch (error) {
    log.warn({ err: error, upload: id }, 'The lease of an upload could not be renewed.')
  }
}
