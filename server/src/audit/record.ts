import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Caller, PersonContext } from '../world.ts'
import type { Clock } from '../clock.ts'

/** What happened, in the past tense of the trade; the words of `portal audit`. */
export type Deed =
  | 'signed in'
  | 'signed out'
  | 'account added'
  | 'account changed'
  | 'password set'
  | 'registered'
  | 'address confirmed'
  | 'password reset asked'
  | 'county added'
  | 'county changed'
  | 'organizations imported'
  | 'agents imported'
  | 'owner values imported'
  | 'uploaded'
  | 'downloaded'
  | 'moved to the recycle bin'
  | 'restored'
  | 'permanently deleted'
  | 'description or type changed'
  | 'status changed'
  | 'rendered info changed'
  | 'owner linked'
  | 'owner unlinked'
  | 'agent linked'
  | 'agent unlinked'

export type AuditEntry = {
  what: Deed
  documentId?: number
  countyId?: number | null
  before?: object
  after?: object
}

/** Who did it, and from where: a signed-in person, the command line, or somebody who proved nothing. */
export type Actor = { accountId: number | null; who: string; cameFrom: string }

export const ANONYMOUS = 'anonymous'
export const COMMAND_LINE: Actor = { accountId: null, who: 'command line', cameFrom: 'command line' }

/** Somebody who typed an address: it may be anybody's, so it is what the record is about and not who did it. */
export function anonymous({ address }: Caller): Actor {
  return { accountId: null, who: ANONYMOUS, cameFrom: address }
}

export function actorOf(context: Pick<PersonContext, 'person'> & { caller: Caller }): Actor {
  return { accountId: context.person.accountId, who: context.person.email, cameFrom: context.caller.address }
}

type Doing = { clock: Clock; actor: Actor }

/** Leaves one record of a change, in the transaction of that change. */
export async function recordAudit(
  transaction: Transaction<DB>,
  doing: Doing,
  entry: AuditEntry,
): Promise<void> {
  await recordAudits(transaction, doing, [entry])
}

/** Leaves one record of each of many changes, in the transaction of these changes. */
export async function recordAudits(
  transaction: Transaction<DB>,
  { clock, actor }: Doing,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({
    at: clock.now(),
    account_id: actor.accountId,
    who: actor.who,
    what: entry.what,
    document_id: entry.documentId ?? null,
    county_id: entry.countyId ?? null,
    came_from: actor.cameFrom,
    before: entry.before ? JSON.stringify(entry.before) : null,
    after: entry.after ? JSON.stringify(entry.after) : null,
  }))
  await transaction.insertInto('audit_record').values(rows).execute()
}
