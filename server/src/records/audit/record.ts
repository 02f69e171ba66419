import type { Transaction } from 'kysely'
import type { Clock } from '../../engines/clock/clock.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Actor } from '../access/actor.ts'
import type { AuditEntry, AuditSubject, NoOtherFacts } from './events/audit-entry.ts'
import { requireKnownFacts } from './events/known-facts.ts'
import { addAuditMonths, appendAuditRecords, type NewAuditRow } from './append.repository.ts'

export const ANONYMOUS = 'anonymous'
const ON_THE_COMMAND_LINE = 'command line'
const IN_THE_BACKGROUND = 'background'

/** The time and actor of an action. */
export type AuditContext = { readonly clock: Clock; readonly actor: Actor }

/** Adds one record of a change, in the transaction of that change. */
export async function recordAudit<Entry extends AuditEntry>(
  transaction: Transaction<DB>,
  context: AuditContext,
  entry: Entry & NoOtherFacts<Entry>,
): Promise<void> {
  await recordAudits(transaction, context, [entry])
}

/**
 * Adds one record for each of many changes, in the transaction of these changes.
 * @throws if an entry has a fact that its event does not define.
 */
export async function recordAudits(
  transaction: Transaction<DB>,
  { clock, actor }: AuditContext,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const signed = { at: clock.now(), actor }
  await appendAuditRecords(
    transaction,
    entries.map((entry) => checkedRow({ ...entry, ...signed })),
  )
}

/** An earlier action with its time and actor. */
export type PastEntry = AuditEntry & { readonly at: Date; readonly actor: Actor }

/** Adds records of events from before the portal existed, each with its own time and actor. */
export async function recordHistory(
  transaction: Transaction<DB>,
  entries: readonly PastEntry[],
): Promise<void> {
  const moments = entries.map(({ at }) => at.getTime())
  if (moments.length === 0) return
  const [first, last] = [new Date(Math.min(...moments)), new Date(Math.max(...moments))]
  await addAuditMonths(transaction, { first, last })
  await appendAuditRecords(transaction, entries.map(checkedRow))
}

function checkedRow(entry: PastEntry): NewAuditRow {
  requireKnownFacts(entry)
  return toAuditRow(entry)
}

/** An action in a form that does not depend on the release. */
export type SignedAct = {
  readonly at: Date
  readonly actor: Actor
  readonly action: string
  readonly subject: AuditSubject
  readonly countyId?: number | null
  readonly before?: object
  readonly after?: object
}

/** The row of an action, as it is appended. */
export function toAuditRow({ at, actor, action, subject, countyId, before, after }: SignedAct): NewAuditRow {
  return {
    ...signatureOf(actor),
    at: at.toISOString(),
    action,
    actor_kind: isOfToken(actor) ? 'token' : actor.kind,
    subject_kind: subject.kind,
    subject_id: String(subject.id),
    county_id: countyId ?? null,
    before: before ?? null,
    after: signedFacts(actor, after),
  }
}

const isOfToken = (actor: Actor) => actor.kind === 'person' && actor.token !== undefined

/** The run or the token of an action is a part of its signature, which runOf and tokenOf read. */
function signedFacts(actor: Actor, after: object | undefined): object | null {
  if (actor.kind === 'run') return { ...after, run: actor.number }
  if (actor.kind === 'person' && actor.token) {
    const { id, label } = actor.token
    return { ...after, token: { id, label } }
  }
  return after ?? null
}

export type Signature = Pick<NewAuditRow, 'account_id' | 'actor_name' | 'came_from'>

/** The actor and origin to sign with. An address typed without proof is not a signature. */
export function signatureOf(actor: Actor): Signature {
  if (actor.kind === 'command line') {
    return { account_id: null, actor_name: ON_THE_COMMAND_LINE, came_from: ON_THE_COMMAND_LINE }
  }
  if (actor.kind === 'job') {
    return { account_id: null, actor_name: actor.name, came_from: IN_THE_BACKGROUND }
  }
  if (actor.kind === 'door') {
    return { account_id: null, actor_name: actor.name, came_from: actor.door }
  }
  const came_from = actor.caller.address
  if (actor.kind === 'anonymous') return { account_id: null, actor_name: ANONYMOUS, came_from }
  const { accountId, email } = actor.kind === 'person' ? actor.person : actor.account
  return { account_id: accountId, actor_name: email, came_from }
}
