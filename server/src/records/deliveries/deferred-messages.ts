import type { Engines } from '../../engines/engines.ts'
import {
  deferMail,
  listDeferredMails,
  removeDeferredMails,
  type DeferredMail,
} from './deferred-mail.repository.ts'
import type { RoomToWait, WouldWait } from './pending-capacity.ts'

/** Why a message is deferred in the mailbox: until a set time, or until there is capacity for it to wait. */
export type Reason =
  | { readonly kind: 'failed' | 'full day'; readonly moment: Date }
  | { readonly kind: 'no room'; readonly wouldWait: WouldWait }

/** The messages that a server has read and deferred, by their names in the mailbox. All servers share them. */
export type DeferredMessages = {
  count(): number
  /** The number of messages deferred for that reason. */
  countOf(kind: Reason['kind']): number
  /** Whether to read the message now. One deferred for lack of capacity is due when there is some. */
  isDue(name: string, known: { readonly room: RoomToWait | null; readonly now: Date }): boolean
  defer(name: string, reason: Reason, now: Date): Promise<void>
  forget(name: string): Promise<void>
  /** Forgets messages that are no longer in the mailbox. */
  keepOnly(names: readonly string[]): Promise<void>
}

/** Reads the current list that all servers share. */
export async function readDeferredMessages({
  database: { kysely },
}: Pick<Engines, 'database'>): Promise<DeferredMessages> {
  const deferred = new Map((await listDeferredMails(kysely)).map((mail) => [mail.name, mail]))
  const forgetAll = async (names: readonly string[]) => {
    const known = names.filter((name) => deferred.delete(name))
    await removeDeferredMails(kysely, known)
  }
  return {
    count: () => deferred.size,
    countOf: (reason) => [...deferred.values()].filter(({ kind }) => kind === reason).length,
    isDue(name, { room, now }) {
      const mail = deferred.get(name)
      if (!mail) return true
      if (mail.kind === 'no room') return room?.takes(mail) ?? true
      // Without this, a clock that was set back would delay the message by as much.
      return now >= mail.until || now < mail.since
    },
    async defer(name, reason, since) {
      const mail: DeferredMail =
        reason.kind === 'no room'
          ? { name, since, kind: reason.kind, ...reason.wouldWait }
          : { name, since, kind: reason.kind, until: reason.moment }
      deferred.set(name, mail)
      await deferMail(kysely, mail)
    },
    forget: (name) => forgetAll([name]),
    async keepOnly(names) {
      const there = new Set(names)
      await forgetAll([...deferred.keys()].filter((name) => !there.has(name)))
    },
  }
}
