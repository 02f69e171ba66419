import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { createVersionedCache } from '../../engines/cache/versioned-cache.ts'
import { createNameIndex } from './name-index.ts'
import { foldTerm, readNames, type Counties } from './organizations.repository.ts'

type Search = { counties: Counties; term: string; limit: number }

export type OrganizationSearch = {
  /**
   * Party numbers of the organizations of these counties that match the term best, in the order of `NameIndex.search`.
   * Each set of counties has names of its own in memory.
   */
  search(db: Kysely<DB>, search: Search): Promise<number[]>
}

/** The version is read together with the term. */
type IndexLookup = { db: Kysely<DB>; counties: Counties; version: string }

/** Characters of all counties together: about a million organizations. */
const MAX_HELD_CHARACTERS = 32 * 2 ** 20

/** Searches the names of counties in memory. They are read on first request, and again after every change. */
export function createOrganizationSearch({
  maxHeldCharacters = MAX_HELD_CHARACTERS,
} = {}): OrganizationSearch {
  const indexes = createVersionedCache({
    keyOf: ({ counties }: IndexLookup) => String(counties),
    version: ({ version }) => version,
    async make({ db, counties }) {
      const { version, lines } = await readNames(db, counties)
      return { version, index: createNameIndex(lines) }
    },
    sizeOf: ({ index }) => index.size,
    largest: maxHeldCharacters,
  })
  return {
    async search(db, { counties, term, limit }) {
      const { folded, version } = await foldTerm(db, { counties, term })
      const { index } = await indexes.read({ db, counties, version })
      return index.search(folded, limit)
    },
  }
}
