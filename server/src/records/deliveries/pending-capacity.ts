import type { Engines } from '../../engines/engines.ts'
import { pendingBytes, readWaitingBytes } from './mail-delivery.repository.ts'

/** A message that would wait in the store. `sender` is an account; null stands for all unverified senders. */
export type WouldWait = { readonly sender: number | null; readonly bytes: number }

/** The store has no capacity for another waiting message, so the message stays where it arrived. */
export class PendingCapacityExceeded extends Error {
  readonly wouldWait: WouldWait
  constructor(wouldWait: WouldWait) {
    super('What waits for a person has no more room.')
    this.wouldWait = wouldWait
  }
}

export type RoomToWait = {
  /** Whether one more fits. If so, it is counted from then on. */
  takes(wouldWait: WouldWait): boolean
}

type MailWorld = Pick<Engines, 'database' | 'settings'>

/** The remaining capacity. Each known sender has their own, and all strangers share one. */
export async function readRoomToWait({ database, settings }: MailWorld): Promise<RoomToWait> {
  const most = settings.mailbox?.waitingBytes ?? 0
  const waiting = new Map(await readWaitingBytes(database.kysely))
  return {
    takes({ sender, bytes }) {
      const counted = (waiting.get(sender) ?? 0) + pendingBytes(bytes)
      if (counted > most) return false
      waiting.set(sender, counted)
      return true
    },
  }
}

/** @throws PendingCapacityExceeded */
export async function requirePendingCapacity(world: MailWorld, wouldWait: WouldWait): Promise<void> {
  if (!(await readRoomToWait(world)).takes(wouldWait)) throw new PendingCapacityExceeded(wouldWait)
}
