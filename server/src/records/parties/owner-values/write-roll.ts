import type { Database } from '../../../engines/database/open-database.ts'
import {
  findVersions,
  readRoll,
  ROWS_AT_ONCE,
  storeColumns,
  type RollKey,
  type RollText,
} from './owner-roll.repository.ts'
import { createRollCompressor, type CompressedRoll, type RollCompressor } from './roll-compressor.ts'
import { startRollCompressor } from './roll-compressor-thread.ts'

/** A roll as columns: JSON, brotli, and the SHA-256 of the JSON. */
export type OwnerRoll = CompressedRoll & { readonly version: string }

type RollDatabase = Pick<Database, 'pool' | 'kysely'>

/** Approximate bytes of a row's JSON. */
const ROW_BYTES = 130

/** Rewrites a county's roll of a year and stores it for the next readers. */
export async function writeRoll({ pool, kysely }: RollDatabase, key: RollKey): Promise<OwnerRoll> {
  const roll = await readRoll(pool, key, async (text) => ({
    version: text.version,
    ...(await (text.rows > ROWS_AT_ONCE ? compressInThread(text) : compressHere(text))),
  }))
  await storeColumns(kysely, { ...key, ...roll })
  return roll
}

/** A small roll is compressed before a thread would have started. */
function compressHere(text: RollText): Promise<CompressedRoll> {
  return compress(text, createRollCompressor(text.rows * ROW_BYTES))
}

async function compressInThread(text: RollText): Promise<CompressedRoll> {
  const thread = startRollCompressor(text.rows * ROW_BYTES)
  try {
    return await compress(text, thread)
  } finally {
    await thread.close()
  }
}

/** Reads a chunk while the previous one is being compressed, and holds only these two. */
async function compress({ pieces }: RollText, compressor: RollCompressor): Promise<CompressedRoll> {
  let taken = Promise.resolve()
  for await (const piece of pieces) {
    await taken
    taken = compressor.add(piece)
    // The awaiting caller receives the error. Until then it must not count as unhandled.
    taken.catch(() => {})
  }
  await taken
  return compressor.end()
}

/** Rewrites a roll if it has changed since it was written. */
export async function refreshRoll(database: RollDatabase, key: RollKey): Promise<void> {
  const versions = await findVersions(database.kysely, key)
  if (versions && versions.version !== versions.written_version) await writeRoll(database, key)
}
