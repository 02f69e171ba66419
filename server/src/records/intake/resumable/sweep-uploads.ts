import { RESUMABLE_DAYS } from '@portal/contract/files/resumable.ts'
import type { Engines } from '../../../engines/engines.ts'
import { knownPieces, readPieces } from './pieces.repository.ts'
import { deleteUploads, findExpired } from './resumable.repository.ts'

type Swept = Pick<Engines, 'storage' | 'database' | 'log' | 'clock'>

const DAY_MS = 86_400_000
/** Uploads and pieces handled in one batch. */
const AT_ONCE = 500

/** Removes uploads and their stored bytes. Documents made from them stay. */
export async function removeUploads(
  { storage, database }: Pick<Swept, 'storage' | 'database'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    for (const { key } of await readPieces(database.kysely, id)) await storage.pieces.remove(key)
  }
  await deleteUploads(database.kysely, ids)
}

/**
 * Removes expired uploads. Also removes pieces without an upload that are older than any upload can be: a server died
 * before it recorded them.
 */
export async function sweepUploads(world: Swept): Promise<void> {
  const { database, clock, log } = world
  const now = clock.now()
  let removed = 0
  for (;;) {
    const ids = await findExpired(database.kysely, now, AT_ONCE)
    await removeUploads(world, ids)
    removed += ids.length
    if (ids.length < AT_ONCE) break
  }
  if (removed > 0) log.info({ uploads: removed }, 'Uploads whose days are over were removed.')
  await removeLostPieces(world)
}

async function removeLostPieces({ storage, database, log }: Swept): Promise<void> {
  const youngest = (await storage.now()).getTime() - (RESUMABLE_DAYS + 1) * DAY_MS
  const old: string[] = []
  for await (const { key, changedAt } of storage.pieces.list()) {
    if (changedAt.getTime() < youngest) old.push(key)
  }
  for (let at = 0; at < old.length; at += AT_ONCE) {
    const keys = old.slice(at, at + AT_ONCE)
    const known = await knownPieces(database.kysely, keys)
    const lost = keys.filter((key) => !known.has(key))
    for (const key of lost) await storage.pieces.removeLost(key)
    if (lost.length > 0) log.info({ pieces: lost.length }, 'Pieces that no upload has were removed.')
  }
}
