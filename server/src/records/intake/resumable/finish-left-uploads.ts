import type { IntakeWorld } from '../context.ts'
import { accessOf } from '../../access/rights.ts'
import { findAccount } from '../../accounts/base/accounts.repository.ts'
import { PortalError } from '../../../engines/http/errors.ts'
import { QuotaExceeded, recordExhaustedQuota, reserveQuota } from '../upload-quota.ts'
import { finishUpload } from './finish-upload.ts'
import { withUploadLease } from './upload-lease.ts'
import { findLeftWhole, type OwnUpload } from './resumable.repository.ts'

/**
 * Milliseconds after which an upload without a lease counts as abandoned. Servers of an older release write no lease.
 */
const LEFT_WITHOUT_LEASE_MS = 600_000
/** Uploads that one server finishes in one run. */
const AT_ONCE = 20

/**
 * Turns uploads into documents that are complete but whose sender is gone. The server that received the last byte died
 * or could not store the document then. A failure is retried; a rejection is reported to the sender.
 */
export async function finishLeftUploads(world: IntakeWorld): Promise<void> {
  const now = world.clock.now()
  const since = { leaseOver: now, arrivedBefore: new Date(now.getTime() - LEFT_WITHOUT_LEASE_MS) }
  for (const { email, ...own } of await findLeftWhole(world.database.kysely, since, AT_ONCE)) {
    try {
      await finishLeft(world, own, email)
    } catch (error) {
      if (error instanceof QuotaExceeded) await recordExhaustedQuota(world, error)
      else if (!(error instanceof PortalError)) {
        world.log.warn({ err: error, upload: own.id }, 'An upload that arrived whole could not be finished.')
      }
    }
  }
}

async function finishLeft(world: IntakeWorld, own: OwnUpload, email: string): Promise<void> {
  const account = await findAccount(world.database.kysely, email)
  if (!account) return
  const { rights, counties } = accessOf({
    role: account.role,
    countyIds: account.counties.map(({ id }) => id),
  })
  if (!rights.has('documents.add')) return
  const context = { ...world, actor: { kind: 'job', name: 'unfinished uploads' } as const }
  await withUploadLease(context, own, async (held) => {
    const { state, received, size } = held.upload
    if (state !== 'unfinished' || received < size) return
    const sender = { accountId: own.accountId, counties, rights }
    // Without this, a sender who disconnects after the last byte would bypass the quota. The upload waits while the
    // quota is exhausted.
    const reserved = await reserveQuota(world, { accountId: own.accountId }, size)
    try {
      await finishUpload(context, held, { sender, whole: null, reserved })
    } finally {
      await reserved.keepOnly(0)
    }
  })
}
