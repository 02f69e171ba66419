import { createVersionedCache } from '../../../engines/cache/versioned-cache.ts'
import type { Database } from '../../../engines/database/open-database.ts'
import { findVersions, NEVER_CHANGED, readNewest, type RollKey } from './owner-roll.repository.ts'
import { createRollRows, type RollRows } from './roll-rows.ts'
import { writeRoll, type OwnerRoll } from './write-roll.ts'

export type OwnerRolls = RollRows & {
  /** A county's current roll of a year. */
  read(database: RollDatabase, key: RollKey): Promise<OwnerRoll>
}

type RollDatabase = Pick<Database, 'pool' | 'kysely'>
type RollLookup = { database: RollDatabase; key: RollKey }

/** Bytes of all rolls in memory. */
const MAX_HELD_BYTES = 64 * 2 ** 20

/**
 * Reads rolls from memory, else from the database. Rewrites rolls that have changed, whichever process changed them.
 */
export function createOwnerRolls({ maxHeldBytes = MAX_HELD_BYTES } = {}): OwnerRolls {
  const rolls = createVersionedCache({
    keyOf: ({ key }: RollLookup) => `${key.countyId} ${key.appraisalYear}`,
    async version({ database, key }) {
      return (await findVersions(database.kysely, key))?.version ?? NEVER_CHANGED
    },
    make: ({ database, key }) => readOrWriteRoll(database, key),
    sizeOf: ({ columns }) => columns.length,
    largest: maxHeldBytes,
  })
  return { ...createRollRows(), read: (database, key) => rolls.read({ database, key }) }
}

async function readOrWriteRoll(database: RollDatabase, key: RollKey): Promise<OwnerRoll> {
  return (await readNewest(database.kysely, key)) ?? writeRoll(database, key)
}
