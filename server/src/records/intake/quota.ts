import { sentenceOf } from '@portal/contract/error.ts'
import { COUNTY_DAY_IS_FULL, DAY_IS_FULL } from '@portal/contract/files/upload-errors.ts'
import { MEGABYTE } from '../../engines/config/megabyte.ts'
import { PortalError } from '../../engines/http/errors.ts'
import type { Engines } from '../../engines/engines.ts'
import {
  reserveDayBytes,
  giveDayBytesBack,
  readDayRoom,
  type QuotaOwner,
  type QuotaRoom,
} from './quota.repository.ts'

const SENTENCES = { account: DAY_IS_FULL, county: COUNTY_DAY_IS_FULL } as const

export type QuotaWorld = Pick<Engines, 'database' | 'clock' | 'settings' | 'log'>

/** What somebody may upload in a day of the firm's zone, in bytes. */
type QuotaShare = { readonly owner: QuotaOwner; readonly most: number }

/** Bytes that a file counts for at least: a record costs room and work, too, however short its file is. */
const LEAST_OF_A_FILE = 4096

/** A file that is counted against a day. */
export type QuotaReservation = {
  /** So many bytes of it were stored after all; the others are counted no more. Never fails: the upload is what it is. */
  keepOnly(stored: number): Promise<void>
}

/** Nothing limits it, so nothing is counted. */
const NOT_COUNTED: QuotaReservation = { keepOnly: async () => {} }

/** There is no room for bytes in somebody's day; `nextDay` is the moment at which it ends. */
export class QuotaExceeded extends PortalError {
  readonly owner: QuotaOwner
  /** All that the owner has in a day, in bytes. */
  readonly limit: number
  readonly nextDay: Date

  constructor({ owner, most }: QuotaShare, { nextDay, at }: Pick<QuotaRoom, 'nextDay'> & { at: Date }) {
    const said = SENTENCES[owner.kind]
    const sentence = sentenceOf(said, { megabytes: most / MEGABYTE })
    super({ ...said, sentence }, { retryAfterSeconds: (nextDay.getTime() - at.getTime()) / 1000 })
    this.owner = owner
    this.limit = most
    this.nextDay = nextDay
  }
}

/**
 * Counts a file of so many bytes against somebody's day, if the settings limit it at all.
 * @throws QuotaExceeded, which is 429 with Retry-After.
 */
export async function reserveQuota(
  world: QuotaWorld,
  owner: QuotaOwner,
  bytes: number,
): Promise<QuotaReservation> {
  const share = shareOf(world, owner)
  if (share === null) return NOT_COUNTED
  const at = world.clock.now()
  const { timeZone } = world.settings
  const booked = await reserveDayBytes(world.database.kysely, {
    ...share,
    bytes: countedOf(bytes),
    at,
    timeZone,
  })
  if (!booked.hasRoom) throw new QuotaExceeded(share, { ...booked, at })
  return {
    async keepOnly(stored) {
      const unused = countedOf(bytes) - countedOf(stored)
      if (unused !== 0) await giveBack(world, { owner, bytes: unused, day: booked.day })
    },
  }
}

/** Bytes for which a file counts; of one that was not stored none. */
function countedOf(bytes: number): number {
  return bytes === 0 ? 0 : Math.max(bytes, LEAST_OF_A_FILE)
}

/**
 * Says at once that there is no room for a file that is still to come; what comes meanwhile may take it.
 * @throws QuotaExceeded, which is 429 with Retry-After.
 */
export async function requireQuota(world: QuotaWorld, owner: QuotaOwner, bytes: number): Promise<void> {
  const share = shareOf(world, owner)
  if (share === null) return
  const at = world.clock.now()
  const { timeZone } = world.settings
  const day = await readDayRoom(world.database.kysely, { ...share, bytes: countedOf(bytes), at, timeZone })
  if (!day.hasRoom) throw new QuotaExceeded(share, { ...day, at })
}

function shareOf({ settings }: QuotaWorld, owner: QuotaOwner): QuotaShare | null {
  const most = owner.kind === 'account' ? settings.uploadBytesPerDay : settings.countyBytesPerDay
  return settings.rateLimit && most !== null ? { owner, most } : null
}

/** What cannot be given back now is only counted too much until the day is over. */
async function giveBack(
  { database, log }: QuotaWorld,
  booked: { owner: QuotaOwner; day: string; bytes: number },
): Promise<void> {
  try {
    await giveDayBytesBack(database.kysely, booked)
  } catch (error) {
    log.warn({ err: error }, 'Bytes that were not stored could not be taken off a day.')
  }
}
