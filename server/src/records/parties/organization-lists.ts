import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { createVersionedCache } from '../../engines/cache/versioned-cache.ts'
import { findOrganizationsVersion, writeOrganizationsOfCounty } from './organizations.repository.ts'

export type OrganizationLists = {
  /** All organizations of a county as the response JSON, compressed with brotli. */
  read(db: Kysely<DB>, countyId: number): Promise<Buffer>
}

type ListLookup = { db: Kysely<DB>; countyId: number }

/** Bytes of all lists together: about ten large counties. */
const MAX_HELD_BYTES = 32 * 2 ** 20
/** Compressed once for many readers. A higher quality takes several times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compress = promisify(brotliCompress)

/**
 * Lists shared by all their readers, however slow. A list is written on first request, and again after every change.
 */
export function createOrganizationLists({ maxHeldBytes = MAX_HELD_BYTES } = {}): OrganizationLists {
  const lists = createVersionedCache({
    keyOf: ({ countyId }: ListLookup) => countyId,
    version: ({ db, countyId }) => findOrganizationsVersion(db, countyId),
    async make({ db, countyId }) {
      const { version, json } = await writeOrganizationsOfCounty(db, countyId)
      return { version, brotli: await compress(json, BROTLI) }
    },
    sizeOf: ({ brotli }) => brotli.length,
    largest: maxHeldBytes,
  })
  return {
    async read(db, countyId) {
      return (await lists.read({ db, countyId })).brotli
    },
  }
}
