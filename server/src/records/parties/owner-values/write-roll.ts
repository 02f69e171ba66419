import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { findVersions, storeColumns, writeColumns, type RollKey } from './owner-roll.repository.ts'

/** A roll as columns: JSON, brotli, and the SHA-256 of the JSON. */
export type OwnerRoll = { readonly version: string; readonly hash: Buffer; readonly columns: Buffer }

/** Half the size of gzip, whose window is too small for columns; half a second for 300,000 rows. */
const BROTLI_QUALITY = 5

const compress = promisify(brotliCompress)

/** Writes a county's roll of a year anew and stores it for all who ask next. */
export async function writeRoll(db: Kysely<DB>, key: RollKey): Promise<OwnerRoll> {
  const { version, json } = await writeColumns(db, key)
  const text = Buffer.from(json)
  const columns = await compress(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  const roll = { version, hash: createHash('sha256').update(text).digest(), columns }
  await storeColumns(db, { ...key, ...roll })
  return roll
}

/** Writes a roll anew if it has changed since it was written. */
export async function refreshRoll(db: Kysely<DB>, key: RollKey): Promise<void> {
  const versions = await findVersions(db, key)
  if (versions && versions.version !== versions.written_version) await writeRoll(db, key)
}
