import type { World } from '../../../records/context.ts'
import { findLeftovers, type Leftover } from './leftovers.ts'
import { keysToBeRemoved } from '../../../records/documents/stored-bytes.repository.ts'
import { countDocuments, keysOfDocuments } from './verify.repository.ts'

/** So many orphans are an accident elsewhere, such as another database, unless there are even more documents. */
const SUSPICIOUS = 100

type SweptWorld = Pick<World, 'storage' | 'clock' | 'database' | 'log'>

/**
 * Removes what broken uploads left behind: staged and kept bytes older than a day that belong to no document and wait
 * for no job. Answers how many were removed.
 */
export async function sweepLeftovers(world: SweptWorld): Promise<number> {
  const orphans: Leftover[] = []
  let removed = 0
  for await (const leftover of findLeftovers(world)) {
    if (leftover.fate === 'orphan') orphans.push(leftover)
    if (leftover.fate !== 'staged') continue
    await world.storage.discard(leftover.key)
    removed++
  }
  if (await looksLikeAnAccident(world, orphans.length)) return removed
  for (const { key } of orphans) if (await removeOrphan(world, key)) removed++
  if (removed > 0) world.log.info({ removed }, 'Leftovers of broken uploads were removed.')
  return removed
}

/** Looked at once more, alone: a list may be long, and a document is worth more than the room it takes. */
async function removeOrphan({ database, storage }: SweptWorld, key: string): Promise<boolean> {
  const isPending = (await keysToBeRemoved(database.kysely, [key])).has(key)
  if (isPending || (await keysOfDocuments(database.kysely, [key])).has(key)) return false
  await storage.remove(key)
  return true
}

async function looksLikeAnAccident({ database, log }: SweptWorld, orphans: number): Promise<boolean> {
  if (orphans <= SUSPICIOUS || orphans <= (await countDocuments(database.kysely))) return false
  log.error(
    { orphans },
    'More stored files have no document than have one. Is this the right database? None was removed.',
  )
  return true
}

/**
 * Removes all that is only staged, however young. For a server that surely is alone on its data and takes no uploads
 * yet: what is staged then is of an upload that broke off.
 */
export async function sweepBrokenUploads({ storage }: Pick<World, 'storage'>): Promise<void> {
  for await (const { key } of storage.list('staged')) await storage.discard(key)
}
