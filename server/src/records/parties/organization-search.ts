import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { createVersionedCache } from '../../engines/cache/versioned-cache.ts'
import { createNameIndex } from './name-index.ts'
import { foldTerm, readNames, type CountyFilter } from './organizations.repository.ts'

type Search = { countyId: CountyFilter; term: string; limit: number }

export type OrganizationSearch = {
  /**
   * Party numbers of the organizations of one county, or of all, that match the term best, in the order of
   * `NameIndex.search`.
   */
  search(db: Kysely<DB>, search: Search): Promise<number[]>
}

/** The version is read together with the term. */
type IndexLookup = { db: Kysely<DB>; countyId: CountyFilter; version: string }

/** Characters of all counties together: about a million organizations. */
const MAX_HELD_CHARACTERS = 32 * 2 ** 20

/** Searches a county's names in memory. They are read on first request, and again after every change. */
export function createOrganizationSearch({
  maxHeldCharacters = MAX_HELD_CHARACTERS,
} = {}): OrganizationSearch {
  const counties = createVersionedCache({
    keyOf: ({ countyId }: IndexLookup) => countyId,
    version: ({ version }) => version,
    async make({ db, countyId }) {
      const { version, lines } = await readNames(db, countyId)
      return { version, index: createNameIndex(lines) }
    },
    sizeOf: ({ index }) => index.size,
    largest: maxHeldCharacters,
  })
  return {
    async search(db, { countyId, term, limit }) {
      const { folded, version } = await foldTerm(db, { countyId, term })
      const { index } = await counties.read({ db, countyId, version })
      return index.search(folded, limit)
    },
  }
}
