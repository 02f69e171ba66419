import { SESSION_NOT_FOUND, type OwnSession } from '@portal/contract/account/account.ts'
import { failure } from '../../engines/http/errors.ts'
import {
  deleteOtherSessions,
  deleteOwnSession,
  readOwnSessions,
} from '../../records/sessions/own-sessions.repository.ts'
import { recordAudit } from '../../records/audit/record.ts'
import type { PersonContext } from '../../records/context.ts'
import { sessionCutoffs } from '../../records/sessions/session-bounds.ts'
import { browserName } from '../../records/sessions/browser-name.ts'

/** Lists the user's own sessions, the most recently seen first. */
export async function listOwnSessions({
  database,
  clock,
  settings,
  actor,
}: PersonContext): Promise<OwnSession[]> {
  const after = sessionCutoffs(settings, actor.person.role, clock.now())
  const rows = await readOwnSessions(database.kysely, { accountId: actor.person.accountId, after })
  return rows.map(({ id, begunAt, lastSeenAt, address, userAgent }) => ({
    id,
    isThis: id === actor.session.id,
    begun: begunAt.toISOString(),
    lastSeen: lastSeenAt.toISOString(),
    address,
    browser: browserName(userAgent),
  }))
}

/**
 * Ends one of the user's own sessions.
 * @throws PortalError 404 for an ended session or another user's.
 */
export async function endOwnSession(context: PersonContext, id: number): Promise<void> {
  const { accountId } = context.actor.person
  await context.database.kysely.transaction().execute(async (transaction) => {
    if (!(await deleteOwnSession(transaction, { id, accountId }))) throw failure(SESSION_NOT_FOUND)
    const subject = { kind: 'account', id: accountId } as const
    await recordAudit(transaction, context, { action: 'session.ended', subject })
  })
}

/** Ends all of the user's own sessions except the current one. */
export async function endElsewhere(context: PersonContext): Promise<void> {
  const { person, session } = context.actor
  await context.database.kysely.transaction().execute(async (transaction) => {
    const ended = await deleteOtherSessions(transaction, { id: session.id, accountId: person.accountId })
    if (ended === 0) return
    const subject = { kind: 'account', id: person.accountId } as const
    await recordAudit(transaction, context, { action: 'session.others_ended', subject, after: { ended } })
  })
}
