import { COUNTY_DAY_IS_FULL } from '@portal/contract/upload-errors.ts'
import { failure, type PortalError } from '../../../engines/http/errors.ts'
import type { World } from '../../context.ts'
import {
  bookCountyBytes,
  giveCountyBytesBack,
  readCountyDay,
  type CountyDay,
} from './county-day.repository.ts'

const MEGABYTE = 1_048_576

type CountingWorld = Pick<World, 'database' | 'clock' | 'settings' | 'log'>

/** Bytes for a county; null: for none, which nothing limits. */
export type ForCounty = { readonly countyId: number | null; readonly bytes: number }

/** Bytes that are counted against a county's day. */
export type Booked = {
  /** Of what is not stored after all. Never fails: the upload is what it is. */
  giveBack(): Promise<void>
}

/**
 * Counts bytes against the day of their county, if the settings limit it at all, by whichever door they came.
 * @throws PortalError 429 with Retry-After.
 */
export async function bookCountyDay(world: CountingWorld, { countyId, bytes }: ForCounty): Promise<Booked> {
  const most = limitOf(world)
  if (most === null || countyId === null) return { giveBack: async () => {} }
  const at = world.clock.now()
  const { timeZone } = world.settings
  const booked = await bookCountyBytes(world.database.kysely, { countyId, bytes, most, at, timeZone })
  if (!booked.hasRoom) throw dayIsFull(booked, { most, at })
  return { giveBack: () => giveBack(world, { countyId, bytes, day: booked.day }) }
}

/**
 * Says at once that there is no room for bytes that are still to come; those that come meanwhile may take it.
 * @throws PortalError 429 with Retry-After.
 */
export async function requireCountyDay(world: CountingWorld, { countyId, bytes }: ForCounty): Promise<void> {
  const most = limitOf(world)
  if (most === null || countyId === null) return
  const at = world.clock.now()
  const { timeZone } = world.settings
  const day = await readCountyDay(world.database.kysely, { countyId, bytes, most, at, timeZone })
  if (!day.hasRoom) throw dayIsFull(day, { most, at })
}

function limitOf({ settings }: CountingWorld): number | null {
  return settings.rateLimit ? settings.countyBytesPerDay : null
}

function dayIsFull({ nextDay }: CountyDay, { most, at }: { most: number; at: Date }): PortalError {
  return failure(COUNTY_DAY_IS_FULL, {
    values: { megabytes: most / MEGABYTE },
    retryAfterSeconds: (nextDay.getTime() - at.getTime()) / 1000,
  })
}

async function giveBack(
  { database, log }: CountingWorld,
  booked: { countyId: number; day: string; bytes: number },
): Promise<void> {
  try {
    await giveCountyBytesBack(database.kysely, booked)
  } catch (error) {
    log.warn({ err: error }, "Bytes that were not stored could not be taken off a county's day.")
  }
}
