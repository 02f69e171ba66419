import type { Engines } from '../../engines/engines.ts'
import type { QuotaOwner } from './quota.repository.ts'
import type { QuotaExceeded } from './quota.ts'
import { markExhaustedQuota, readExhaustedQuotas } from './exhausted-quotas.repository.ts'

/**
 * Records that something that has arrived waits because of that day, for all servers. Never fails: what waits is tried again
 * in any case.
 */
export async function recordExhaustedQuota(
  { database, log }: Pick<Engines, 'database' | 'log'>,
  { owner, limit, nextDay }: QuotaExceeded,
): Promise<void> {
  try {
    const isNew = await markExhaustedQuota(database.kysely, { owner, limit, until: nextDay })
    if (isNew)
      log.warn({ owner, until: nextDay }, 'What has arrived waits for the next day: this one is full.')
  } catch (error) {
    log.warn({ err: error, owner }, 'A full day could not be recorded.')
  }
}

/** Whose days are full and not over yet, as any server met them; none where the limits are others by now. */
export async function ownersOfExhaustedQuotas({
  database,
  clock,
  settings,
}: Pick<Engines, 'database' | 'clock' | 'settings'>): Promise<QuotaOwner[]> {
  if (!settings.rateLimit) return []
  return readExhaustedQuotas(database.kysely, {
    at: clock.now(),
    accountLimit: settings.uploadBytesPerDay,
    countyLimit: settings.countyBytesPerDay,
  })
}
