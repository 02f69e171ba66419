import { DAY_IS_FULL } from '@portal/contract/upload-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { PersonContext, World } from '../../context.ts'
import { bookDailyBytes, giveDailyBytesBack } from './daily-bytes.repository.ts'

const MEGABYTE = 1_048_576

/**
 * Does `store` where the caller may upload up to `most` bytes more on that day, if the settings limit it at all;
 * administrators are counted too. Only what was stored stays counted. A server that dies in the middle leaves `most`
 * counted until the day is over.
 * @throws PortalError 429 with Retry-After, before anything is stored.
 */
export function withinDailyBytes<T extends { size: number }>(
  context: PersonContext,
  most: number,
  store: () => Promise<T>,
): Promise<T> {
  return withinDailyBytesOf(context, { accountId: context.actor.person.accountId, bytes: most }, store)
}

type CountedWorld = Pick<World, 'database' | 'clock' | 'settings' | 'log'>

/** The same of an account for which the portal acts by itself. */
export async function withinDailyBytesOf<T extends { size: number }>(
  context: CountedWorld,
  { accountId, bytes }: { accountId: number; bytes: number },
  store: () => Promise<T>,
): Promise<T> {
  const { uploadBytesPerDay, rateLimit } = context.settings
  if (uploadBytesPerDay === null || !rateLimit) return store()
  const day = await bookDay(context, { accountId, bytes, limit: uploadBytesPerDay })
  let used = 0
  try {
    const stored = await store()
    used = stored.size
    return stored
  } finally {
    await giveBack(context, { accountId, day, bytes: bytes - used })
  }
}

async function bookDay(
  { database, clock, settings }: CountedWorld,
  { accountId, bytes, limit }: { accountId: number; bytes: number; limit: number },
): Promise<string> {
  const at = clock.now()
  const asked = { accountId, bytes, most: limit, at, timeZone: settings.timeZone }
  const { isBooked, day, nextDay } = await bookDailyBytes(database.kysely, asked)
  if (isBooked) return day
  throw failure(DAY_IS_FULL, {
    values: { megabytes: limit / MEGABYTE },
    retryAfterSeconds: (nextDay.getTime() - at.getTime()) / 1000,
  })
}

/** What cannot be given back now is only counted too much until the day is over; the upload is what it is. */
async function giveBack(
  { database, log }: CountedWorld,
  booked: { accountId: number; day: string; bytes: number },
): Promise<void> {
  try {
    await giveDailyBytesBack(database.kysely, booked)
  } catch (error) {
    log.warn({ err: error }, "Bytes that were not uploaded could not be taken off somebody's day.")
  }
}
