import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { versionedCache } from '../database/versioned-cache.ts'
import { createNameIndex } from './name-index.ts'
import { foldTerm, readNames, type CountyScope } from './organizations.repository.ts'

type Search = { countyId: CountyScope; term: string; limit: number }

export type OrganizationSearch = {
  /** Party numbers of the organizations of a county, or of all, that match the term best, as `NameIndex.search` orders them. */
  search(db: Kysely<DB>, search: Search): Promise<number[]>
}

/** The version comes with the term. */
type Question = { db: Kysely<DB>; countyId: CountyScope; version: string }

/** Characters of all counties together: a million organizations or so. */
const LARGEST_HELD = 32 * 2 ** 20

/** Searches a county's names in memory; they are read when first asked for and again after every change. */
export function createOrganizationSearch({ largestHeld = LARGEST_HELD } = {}): OrganizationSearch {
  const counties = versionedCache({
    keyOf: ({ countyId }: Question) => countyId,
    version: ({ version }) => version,
    async make({ db, countyId }) {
      const { version, lines } = await readNames(db, countyId)
      return { version, index: createNameIndex(lines) }
    },
    sizeOf: ({ index }) => index.size,
    largest: largestHeld,
  })
  return {
    async search(db, { countyId, term, limit }) {
      const { folded, version } = await foldTerm(db, { countyId, term })
      const { index } = await counties.read({ db, countyId, version })
      return index.search(folded, limit)
    },
  }
}
