import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import { findOrganizationsVersion, writeOrganizationsOfCounty } from './organizations.repository.ts'

export type OrganizationLists = {
  /** All organizations of a county as the JSON that a caller gets, in brotli. */
  read(db: Kysely<DB>, countyId: number): Promise<Buffer>
}

type Held = { readonly version: string; readonly brotli: Buffer }

/** Bytes of all lists together: some ten large counties. */
const LARGEST_HELD = 32 * 2 ** 20
/** Made once for many readers; better than this takes several times as long. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compress = promisify(brotliCompress)

/**
 * Lists that all who read them share, however slowly they do. They are written when first asked for and again after every
 * change, by whichever process made it. The counties asked for longest ago make room for others.
 */
export function createOrganizationLists({ largestHeld = LARGEST_HELD } = {}): OrganizationLists {
  const held = new Map<number, Held>()
  const writing = new Map<number, Promise<Held>>()

  const writeAnew = (db: Kysely<DB>, countyId: number): Promise<Held> => {
    const begun = writeOrganizationsOfCounty(db, countyId)
      .then(async ({ version, json }) => ({ version, brotli: await compress(json, QUALITY) }))
      .finally(() => writing.delete(countyId))
    writing.set(countyId, begun)
    return begun
  }
  const current = async (db: Kysely<DB>, countyId: number): Promise<Held> => {
    const version = await findOrganizationsVersion(db, countyId)
    const known = held.get(countyId)
    if (known?.version === version) return known
    // One that began before the last change shows what was there before it; then it is our turn to write.
    const begun = await writing.get(countyId)
    if (begun && BigInt(begun.version) >= BigInt(version)) return begun
    return writing.get(countyId) ?? writeAnew(db, countyId)
  }
  const keep = (countyId: number, list: Held): void => {
    held.delete(countyId)
    held.set(countyId, list)
    let size = [...held.values()].reduce((sum, { brotli }) => sum + brotli.length, 0)
    for (const [oldest, { brotli }] of held) {
      if (size <= largestHeld || oldest === countyId) break
      held.delete(oldest)
      size -= brotli.length
    }
  }

  return {
    async read(db, countyId) {
      const list = await current(db, countyId)
      keep(countyId, list)
      return list.brotli
    },
  }
}
