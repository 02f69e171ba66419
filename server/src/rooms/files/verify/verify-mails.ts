import type { World } from '../../../records/context.ts'
import { compareStored, type Problem } from '../../../records/stored-files/bytes/compare-stored.ts'
import { listWaitingMessages } from '../../../records/deliveries/mail-delivery.repository.ts'

export type DamagedMail = { readonly mailID: string; readonly storageKey: string; readonly problem: Problem }

/** Lists waiting messages whose stored bytes are damaged. Returns null if `isOver` stopped the check. */
export async function verifyMails(
  world: Pick<World, 'storage' | 'database' | 'log'>,
  isOver: () => boolean,
): Promise<DamagedMail[] | null> {
  const { kysely } = world.database
  const damaged: DamagedMail[] = []
  for (const mail of await listWaitingMessages(kysely)) {
    if (isOver()) return null
    const problem = await compareStored(world, mail)
    // Someone may have handled the message during the check.
    const isThere = problem !== null && (await listWaitingMessages(kysely, mail.id)).length > 0
    if (isThere) damaged.push({ mailID: mail.id, storageKey: mail.storage_key, problem })
  }
  return damaged
}
