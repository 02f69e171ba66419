import type { PersonContext } from '../access/context.ts'
import { bytesLeftBy } from '../stored-files/scan/infected-upload.ts'
import { reserveQuota, type QuotaWorld } from './quota.ts'

/**
 * Does `store` where the caller may upload up to `most` bytes more on that day, if the settings limit it at all;
 * administrators are counted too. Only what was stored stays counted, in quarantine too. A server that dies in the middle leaves `most`
 * counted until the day is over.
 * @throws QuotaExceeded, which is 429 with Retry-After, before anything is stored.
 */
export function withQuota<T extends { size: number }>(
  context: PersonContext,
  most: number,
  store: () => Promise<T>,
): Promise<T> {
  return withQuotaOf(context, { accountId: context.actor.person.accountId, bytes: most }, store)
}

/** The same of an account for which the portal acts by itself. */
export async function withQuotaOf<T extends { size: number }>(
  world: QuotaWorld,
  { accountId, bytes }: { accountId: number; bytes: number },
  store: () => Promise<T>,
): Promise<T> {
  const day = await reserveQuota(world, { kind: 'account', id: accountId }, bytes)
  let used = 0
  try {
    const stored = await store()
    used = stored.size
    return stored
  } catch (error) {
    used = bytesLeftBy(error)
    throw error
  } finally {
    await day.keepOnly(used)
  }
}
