import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { findVersions, NEVER_CHANGED, readColumns, type RollKey } from './owner-roll.repository.ts'
import { writeRoll, type OwnerRoll } from './write-roll.ts'

export type OwnerRolls = {
  /** A county's roll of a year as it is now. */
  read(db: Kysely<DB>, key: RollKey): Promise<OwnerRoll>
}

/** Bytes of all rolls held together. */
const LARGEST_HELD = 64 * 2 ** 20

/**
 * Answers rolls from memory, else from the database, and writes anew those that have changed, whichever process changed
 * them: the newest version is compared each time. The rolls asked for longest ago make room for others.
 */
export function createOwnerRolls({ largestHeld = LARGEST_HELD } = {}): OwnerRolls {
  const held = new Map<string, OwnerRoll>()
  const writing = new Map<string, Promise<OwnerRoll>>()

  const writeOnce = (db: Kysely<DB>, key: RollKey): Promise<OwnerRoll> => {
    const begun = writeRoll(db, key).finally(() => writing.delete(nameOf(key)))
    writing.set(nameOf(key), begun)
    return begun
  }
  const current = async (db: Kysely<DB>, key: RollKey): Promise<OwnerRoll> => {
    const versions = await findVersions(db, key)
    const version = versions?.version ?? NEVER_CHANGED
    const known = held.get(nameOf(key))
    if (known?.version === version) return known
    const isStored = versions?.written_version === version
    const stored = isStored ? await readColumns(db, { ...key, version }) : null
    if (stored) return { ...stored, version }
    // One that began before the last change shows what was there before it; then it is our turn to write.
    const begun = await writing.get(nameOf(key))
    return begun && BigInt(begun.version) >= BigInt(version) ? begun : writeOnce(db, key)
  }
  const keep = (name: string, roll: OwnerRoll): void => {
    held.delete(name)
    held.set(name, roll)
    let size = [...held.values()].reduce((sum, { columns }) => sum + columns.length, 0)
    for (const [oldest, { columns }] of held) {
      if (size <= largestHeld || oldest === name) break
      held.delete(oldest)
      size -= columns.length
    }
  }

  return {
    async read(db, key) {
      const roll = await current(db, key)
      keep(nameOf(key), roll)
      return roll
    },
  }
}

function nameOf({ countyId, appraisalYear }: RollKey): string {
  return `${countyId} ${appraisalYear}`
}
