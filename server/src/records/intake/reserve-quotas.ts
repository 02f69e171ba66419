import type { QuotaOwner } from './quota.repository.ts'
import { reserveQuota, requireQuota, type QuotaReservation, type QuotaWorld } from './quota.ts'

/** Against whose days bytes count; of an account and of a county those that there are. */
type Counted = { readonly accountId?: number | undefined; readonly countyId: number | null }

/**
 * Counts a file of so many bytes against all these days, or against none.
 * @throws QuotaExceeded, which is 429 with Retry-After.
 */
export async function reserveQuotas(
  world: QuotaWorld,
  counted: Counted,
  bytes: number,
): Promise<QuotaReservation> {
  const booked: QuotaReservation[] = []
  const keepOnly = async (stored: number) => {
    for (const day of booked) await day.keepOnly(stored)
  }
  for (const owner of ownersOf(counted)) {
    try {
      booked.push(await reserveQuota(world, owner, bytes))
    } catch (error) {
      await keepOnly(0)
      throw error
    }
  }
  return { keepOnly }
}

/**
 * Says at once that one of these days has no room for a file that is still to come.
 * @throws QuotaExceeded, which is 429 with Retry-After.
 */
export async function requireQuotas(world: QuotaWorld, counted: Counted, bytes: number): Promise<void> {
  for (const owner of ownersOf(counted)) await requireQuota(world, owner, bytes)
}

function ownersOf({ accountId, countyId }: Counted): QuotaOwner[] {
  const owners: QuotaOwner[] = []
  if (accountId !== undefined) owners.push({ kind: 'account', id: accountId })
  if (countyId !== null) owners.push({ kind: 'county', id: countyId })
  return owners
}
