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

/** An upload that the caller holds: what they say of it counts, until somebody takes it over. */
export type UploadLease = {
  readonly upload: ResumableRow
  readonly holder: string
  /** Aborted once somebody on this server wants it; on another one, what is said of it has no effect from then on. */
  readonly signal: AbortSignal
}

/** Milliseconds that an upload stays with a server that no longer renews its lease. */
const LEASE_MS = 30_000
/** Often enough that a database that is away for a moment ends no lease. */
const RENEW_EVERY_MS = LEASE_MS / 3

type Holding = Pick<IntakeContext, 'database' | 'takeoverLock' | 'clock' | 'log'>

/**
 * Does `work` as the one who goes on with an upload of an account. A request that still brings bytes of it is cut off
 * first: its line may have broken without a word, and its sender is back.
 * @throws PortalError 404 for one that is not theirs; what `work` throws.
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

/** What fails is tried again before the lease is over. */
async function renew({ database, clock, log }: Holding, { id }: OwnUpload, holder: string): Promise<void> {
  try {
    await renewLease(database.kysely, id, leaseOf(clock, holder))
  } catch (error) {
    log.warn({ err: error, upload: id }, 'The lease of an upload could not be renewed.')
  }
}
