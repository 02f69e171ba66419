import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Request } from '../../engines/http/app-types.ts'
import type { Engines } from '../../engines/engines.ts'
import { hashToken, newToken } from './token.ts'
import { readSessionToken } from './session-cookie.ts'
import { isOver, rulesOfSessions } from './session-bounds.ts'
import { replaceSessionToken } from './own-sessions.repository.ts'
import { findActiveSession, type ActiveSession, touchSession } from './session.repository.ts'

/** In milliseconds: the minimum time between two writes of a session's last use. */
const TOUCH_INTERVAL_MS = 60_000

/** The person and session of the cookie; null without a live session. */
export async function findSession(
  { database, clock, settings }: Engines,
  request: Request,
): Promise<ActiveSession | null> {
  const token = readSessionToken(settings, request)
  if (token === null) return null
  const now = clock.now()
  const tokenHash = hashToken(token)
  const session = await findActiveSession(database, { tokenHash, ...rulesOfSessions(settings, now) })
  if (!session || isOver(session, { settings, now })) return null
  if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_INTERVAL_MS) {
    await touchSession(database.kysely, tokenHash, now)
  }
  return session
}

/** Names the session of this token without revealing the token: 16 characters. */
export function sessionKeyOf(token: string): string {
  return hashToken(`session key of ${token}`).toString('base64url').slice(0, 16)
}

type LivingSession = { id: number; accountId: number; now: Date }

/** Gives a session a new token, so that a holder of the old one is signed out; null if it has ended. */
export async function renewSession(
  transaction: Transaction<DB>,
  session: LivingSession,
): Promise<string | null> {
  const { token, tokenHash } = newToken()
  return (await replaceSessionToken(transaction, { ...session, tokenHash })) ? token : null
}
