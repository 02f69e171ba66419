import type { StoredObject } from '../../../engines/storage/storage.ts'
import type { Context } from '../../../records/context.ts'
import { recordAudits } from '../../../records/audit/record.ts'
import { removeAll } from '../../../records/stored-files/bytes/remove-all.ts'
import { requireMatchingStore } from '../../../records/stored-files/bytes/store-identity.ts'
import {
  deleteRemoved,
  markReleased,
  recordQuarantined,
} from '../../../records/stored-files/bytes/stored-objects.repository.ts'
import { settleQuarantine } from '../../../records/stored-files/bytes/sweep-stored-bytes.ts'
import { CommandError } from '../../../engines/commands/command.ts'
import { sweepBlocker } from '../../../records/stored-files/bytes/sweeping-time.ts'
import { findLeftovers } from './leftovers.ts'

/** Lists the files in quarantine, after it moves the files of documents back out of it. */
export async function listQuarantine(context: Context): Promise<StoredObject[]> {
  await requireMatchingStore(context)
  await settleQuarantine(context)
  const found: StoredObject[] = []
  for await (const object of context.storage.list('quarantined')) found.push(object)
  return found
}

/**
 * Moves to quarantine every stored file older than a day that belongs to no document, not even a deleted one, and to no
 * waiting message.
 * @returns the number of moved files.
 * @throws CommandError if the clocks disagree about what is older than a day.
 */
export async function setAsideOrphans(context: Context): Promise<number> {
  await requireMatchingStore(context)
  const reason = await sweepBlocker(context)
  if (reason !== null) throw new CommandError(reason)
  let moved = 0
  for await (const { fate, key, size } of findLeftovers(context)) {
    if (fate !== 'orphan' || !(await context.storage.quarantine(key))) continue
    await recordQuarantined(context.database.kysely, [{ key, size }])
    moved++
  }
  return moved
}

/**
 * Permanently removes files from quarantine, with an audit record for each.
 * @returns the keys of the removed files.
 */
export async function removeFromQuarantine(
  context: Context,
  objects: readonly StoredObject[],
): Promise<string[]> {
  const keys = objects.map(({ key }) => key)
  const givenUp = await context.database.kysely.transaction().execute(async (transaction) => {
    const marked = new Set(await markReleased(transaction, keys))
    const entries = objects.flatMap(({ key, size, changedAt }) => {
      const subject = { kind: 'stored file', id: key } as const
      const before = { bytes: size, changedAt: changedAt.toISOString() }
      return marked.has(key) ? [{ action: 'stored_file.removed' as const, subject, before }] : []
    })
    await recordAudits(transaction, context, entries)
    return [...marked]
  })
  const gone = await removeAll(context, givenUp, (key) => context.storage.removeQuarantined(key))
  await deleteRemoved(context.database.kysely, gone)
  return gone
}
