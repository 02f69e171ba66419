import { sentenceOf } from '@portal/contract/error.ts'
import { COUNTY_DAY_IS_FULL, DAY_IS_FULL } from '@portal/contract/files/upload-errors.ts'
import { MEGABYTE } from '../../engines/config/megabyte.ts'
import { PortalError } from '../../engines/http/errors.ts'
import type { Engines } from '../../engines/engines.ts'
import {
  giveBytesBack,
  markExhausted,
  readExhaustedQuotas,
  readQuotaRoom,
  reserveBytes,
  type QuotaBytes,
  type QuotaOwner,
  type QuotaRoom,
} from './upload-quota.repository.ts'

const SENTENCES = { account: DAY_IS_FULL, county: COUNTY_DAY_IS_FULL } as const
/** Minimum bytes that a file counts for: a record costs space and work too, however small its file is. */
const MIN_PER_FILE = 4096

type QuotaWorld = Pick<Engines, 'database' | 'clock' | 'settings' | 'log'>

/** The owners of the daily quotas against which bytes count. Days are those of the firm's time zone. */
export type QuotaOwners = { readonly accountId?: number | undefined; readonly countyId?: number | null }

/** A file that counts against daily quotas. */
export type QuotaReservation = {
  /**
   * Reduces the count to the stored bytes of the file. Only the first call has an effect. Never fails: the upload's
   * outcome is already decided.
   */
  keepOnly(stored: number): Promise<void>
}

/** A daily quota has no room for the bytes; `nextDay` is the moment when the day ends. */
export class QuotaExceeded extends PortalError {
  readonly owner: QuotaOwner
  /** Bytes of one day. */
  readonly limit: number
  readonly nextDay: Date

  constructor({ owner, most, at }: Pick<QuotaBytes, 'owner' | 'most' | 'at'>, { nextDay }: QuotaRoom) {
    const said = SENTENCES[owner.kind]
    const sentence = sentenceOf(said, { megabytes: most / MEGABYTE })
    super({ ...said, sentence }, { retryAfterSeconds: (nextDay.getTime() - at.getTime()) / 1000 })
    this.owner = owner
    this.limit = most
    this.nextDay = nextDay
  }
}

/**
 * Counts a file of that size against all these quotas, or against none. If a server dies before `keepOnly`, the bytes
 * count until the day ends.
 * @throws QuotaExceeded, which is 429 with Retry-After.
 */
export async function reserveQuota(
  world: QuotaWorld,
  owners: QuotaOwners,
  bytes: number,
): Promise<QuotaReservation> {
  const reserved: { readonly owner: QuotaOwner; readonly day: string }[] = []
  const keepOnly = async (stored: number) => {
    const unused = countedOf(bytes) - countedOf(stored)
    const settled = reserved.splice(0)
    if (unused === 0) return
    for (const quota of settled) await giveBack(world, { ...quota, bytes: unused })
  }
  for (const asked of limitsOf(world, owners, bytes)) {
    try {
      const room = await reserveBytes(world.database.kysely, asked)
      if (!room.hasRoom) throw new QuotaExceeded(asked, room)
      reserved.push({ owner: asked.owner, day: room.day })
    } catch (error) {
      await keepOnly(0)
      throw error
    }
  }
  return { keepOnly }
}

/**
 * Checks whether these quotas have room for a future file. Another file may use the room meanwhile.
 * @throws QuotaExceeded, which is 429 with Retry-After.
 */
export async function requireQuota(world: QuotaWorld, owners: QuotaOwners, bytes: number): Promise<void> {
  for (const asked of limitsOf(world, owners, bytes)) {
    const room = await readQuotaRoom(world.database.kysely, asked)
    if (!room.hasRoom) throw new QuotaExceeded(asked, room)
  }
}

/** The limits from the settings; none without `RATE_LIMIT`. */
function limitsOf(
  { settings, clock }: QuotaWorld,
  { accountId, countyId }: QuotaOwners,
  bytes: number,
): QuotaBytes[] {
  const { rateLimit, uploadBytesPerDay, countyBytesPerDay, timeZone } = settings
  if (!rateLimit) return []
  const asked = { bytes: countedOf(bytes), at: clock.now(), timeZone }
  const limits: QuotaBytes[] = []
  if (accountId !== undefined && uploadBytesPerDay !== null) {
    limits.push({ ...asked, owner: { kind: 'account', id: accountId }, most: uploadBytesPerDay })
  }
  if (typeof countyId === 'number' && countyBytesPerDay !== null) {
    limits.push({ ...asked, owner: { kind: 'county', id: countyId }, most: countyBytesPerDay })
  }
  return limits
}

/** Returns the bytes that a file counts for: 0 if nothing was stored, else at least the minimum. */
function countedOf(bytes: number): number {
  return bytes === 0 ? 0 : Math.max(bytes, MIN_PER_FILE)
}

/** Bytes that cannot be released now count until the day ends. */
async function giveBack(
  { database, log }: QuotaWorld,
  reserved: { owner: QuotaOwner; day: string; bytes: number },
): Promise<void> {
  try {
    await giveBytesBack(database.kysely, reserved)
  } catch (error) {
    log.warn({ err: error }, 'Could not release unused upload quota.')
  }
}

/**
 * Records for all servers that a received file waits because of this quota. Never fails: the file is retried in any
 * case.
 */
export async function recordExhaustedQuota(
  { database, log }: Pick<Engines, 'database' | 'log'>,
  { owner, limit, nextDay }: QuotaExceeded,
): Promise<void> {
  try {
    const isNew = await markExhausted(database.kysely, { owner, limit, until: nextDay })
    if (isNew)
      log.warn({ owner, until: nextDay }, 'What has arrived waits for the next day: this one is full.')
  } catch (error) {
    log.warn({ err: error, owner }, 'A full day could not be recorded.')
  }
}

/**
 * Returns the owners of quotas that any server recorded as exhausted until their day ends. Ignores quotas whose limit
 * has changed since.
 */
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
