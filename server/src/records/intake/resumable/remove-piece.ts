import type { ActorContext } from '../../access/context.ts'
import { deleteStaged } from '../../stored-files/bytes/stored-objects.repository.ts'
import { isPieceKnown } from './pieces.repository.ts'

type Removing = Pick<ActorContext, 'storage' | 'database' | 'log'>

/** Removes a piece. If that fails, the sweeper removes it later. */
export async function removePiece(context: Removing, key: string): Promise<void> {
  await swallowing(context, key, () => remove(context, key))
}

/** Removes a piece unless an upload has it: it may have been recorded meanwhile, and is needed to resume the upload. */
export async function removeUnlessKnown(context: Removing, key: string): Promise<void> {
  await swallowing(context, key, async () => {
    if (!(await isPieceKnown(context.database.kysely, key))) await remove(context, key)
  })
}

async function remove({ storage, database }: Removing, key: string): Promise<void> {
  await storage.pieces.remove(key)
  await deleteStaged(database.kysely, [key])
}

async function swallowing({ log }: Removing, key: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn({ err: error, key }, 'A piece of an upload could not be removed yet.')
  }
}
