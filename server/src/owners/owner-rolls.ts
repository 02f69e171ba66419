import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { versionedCache } from '../database/versioned-cache.ts'
import { findVersions, NEVER_CHANGED, readNewest, type RollKey } from './owner-roll.repository.ts'
import { writeRoll, type OwnerRoll } from './write-roll.ts'

export type OwnerRolls = {
  /** A county's roll of a year as it is now. */
  read(db: Kysely<DB>, key: RollKey): Promise<OwnerRoll>
}

type Question = { db: Kysely<DB>; key: RollKey }

/** Bytes of all rolls held together. */
const LARGEST_HELD = 64 * 2 ** 20

/**
 * Answers rolls from memory, else from the database, and writes anew those that have changed, whichever process changed
 * them.
 */
export function createOwnerRolls({ largestHeld = LARGEST_HELD } = {}): OwnerRolls {
  const rolls = versionedCache({
    keyOf: ({ key }: Question) => `${key.countyId} ${key.appraisalYear}`,
    async version({ db, key }) {
      return (await findVersions(db, key))?.version ?? NEVER_CHANGED
    },
    make: ({ db, key }) => storedOrWritten(db, key),
    sizeOf: ({ columns }) => columns.length,
    largest: largestHeld,
  })
  return { read: (db, key) => rolls.read({ db, key }) }
}

async function storedOrWritten(db: Kysely<DB>, key: RollKey): Promise<OwnerRoll> {
  return (await readNewest(db, key)) ?? writeRoll(db, key)
}
