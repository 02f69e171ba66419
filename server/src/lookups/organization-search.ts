import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { createNameIndex, type NameIndex } from './name-index.ts'
import { foldTerm, readNames, type CountyScope } from './organizations.repository.ts'

type Search = { countyId: CountyScope; term: string; limit: number }

export type OrganizationSearch = {
  /** Party numbers of the organizations of a county, or of all, that match the term best, as `NameIndex.search` orders them. */
  search(db: Kysely<DB>, search: Search): Promise<number[]>
}

type Held = { readonly version: string; readonly index: NameIndex }

/** Characters of all counties together: a million organizations or so. */
const LARGEST_HELD = 32 * 2 ** 20

/**
 * Searches a county's names in memory. They are read when first asked for and again after every change, by whichever
 * process made it: the version of the county's organizations is compared with each search. The counties asked for
 * longest ago make room for others.
 */
export function createOrganizationSearch({ largestHeld = LARGEST_HELD } = {}): OrganizationSearch {
  const counties = new Map<CountyScope, Held>()
  const reading = new Map<CountyScope, Promise<Held>>()

  const readAnew = (db: Kysely<DB>, countyId: CountyScope): Promise<Held> => {
    const begun = readNames(db, countyId)
      .then(({ version, lines }) => ({ version, index: createNameIndex(lines) }))
      .finally(() => reading.delete(countyId))
    reading.set(countyId, begun)
    return begun
  }
  const current = async (
    db: Kysely<DB>,
    { countyId, version }: { countyId: CountyScope; version: string },
  ) => {
    const held = counties.get(countyId)
    if (held?.version === version) return held
    // One that began before the change brings names that are too old; then it is our turn to read.
    const begun = await reading.get(countyId)
    return begun && begun.version === version ? begun : readAnew(db, countyId)
  }
  const keep = (countyId: CountyScope, held: Held): void => {
    counties.delete(countyId)
    counties.set(countyId, held)
    let size = [...counties.values()].reduce((sum, { index }) => sum + index.size, 0)
    for (const [oldest, { index }] of counties) {
      if (size <= largestHeld || oldest === countyId) break
      counties.delete(oldest)
      size -= index.size
    }
  }

  return {
    async search(db, { countyId, term, limit }) {
      const { folded, version } = await foldTerm(db, { countyId, term })
      const held = await current(db, { countyId, version })
      keep(countyId, held)
      return held.index.search(folded, limit)
    },
  }
}
