import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { createVersionedCache } from '../../../engines/cache/versioned-cache.ts'
import { findVersions, NEVER_CHANGED, readNewest, type RollKey } from './owner-roll.repository.ts'
import { createRollRows, type RollRows } from './roll-rows.ts'
import { writeRoll, type OwnerRoll } from './write-roll.ts'

export type OwnerRolls = RollRows & {
  /** A county's roll of a year as it is now. */
  read(db: Kysely<DB>, key: RollKey): Promise<OwnerRoll>
}

type RollLookup = { db: Kysely<DB>; key: RollKey }

/** Bytes of all rolls held together. */
const MAX_HELD_BYTES = 64 * 2 ** 20

/**
 * Reads rolls from memory, else from the database, and writes anew those that have changed, whichever process changed
 * them.
 */
export function createOwnerRolls({ maxHeldBytes = MAX_HELD_BYTES } = {}): OwnerRolls {
  const rolls = createVersionedCache({
    keyOf: ({ key }: RollLookup) => `${key.countyId} ${key.appraisalYear}`,
    async version({ db, key }) {
      return (await findVersions(db, key))?.version ?? NEVER_CHANGED
    },
    make: ({ db, key }) => readOrWriteRoll(db, key),
    sizeOf: ({ columns }) => columns.length,
    largest: maxHeldBytes,
  })
  return { ...createRollRows(), read: (db, key) => rolls.read({ db, key }) }
}

async function readOrWriteRoll(db: Kysely<DB>, key: RollKey): Promise<OwnerRoll> {
  return (await readNewest(db, key)) ?? writeRoll(db, key)
}
