import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Request } from '../../engines/http/app-types.ts'
import type { World } from '../../records/context.ts'
import { hashToken, newToken } from '../../records/accounts/token.ts'
import { readSessionToken } from './session-cookie.ts'
import { replaceSessionToken } from '../../records/accounts/own-sessions.repository.ts'
import {
  findActiveSession,
  type ActiveSession,
  insertSession,
  touchSession,
  type SessionCutoffs,
} from '../../records/accounts/session.repository.ts'

/** Milliseconds without a call after which a session is over. */
const IDLE_TIMEOUT_MS = 8 * 3_600_000
/** Milliseconds after which a session is over however busy it is. */
const ABSOLUTE_TIMEOUT_MS = 7 * 24 * 3_600_000
/** Milliseconds: a session's last use is written no more often. */
const TOUCH_INTERVAL_MS = 60_000

/** Who asks and in which session, by its cookie; null without a living one. */
export async function findSession(
  { database, clock, settings }: World,
  request: Request,
): Promise<ActiveSession | null> {
  const token = readSessionToken(settings, request)
  if (token === null) return null
  const now = clock.now()
  const tokenHash = hashToken(token)
  const session = await findActiveSession(database, tokenHash, sessionCutoffs(now))
  if (!session) return null
  if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_INTERVAL_MS) {
    await touchSession(database.kysely, tokenHash, now)
  }
  return session
}

/** Sessions last seen and begun after these moments are alive at `now`. */
export function sessionCutoffs(now: Date): SessionCutoffs {
  return {
    lastSeen: new Date(now.getTime() - IDLE_TIMEOUT_MS),
    begun: new Date(now.getTime() - ABSOLUTE_TIMEOUT_MS),
  }
}

/** `userAgent` is what the browser says of itself. */
type NewSession = { accountId: number; address: string; userAgent: string | null; now: Date }

/** Begins a session and returns its token: 256 random bits, of which the database keeps the hash only. */
export async function startSession(transaction: Transaction<DB>, session: NewSession): Promise<string> {
  const { token, tokenHash } = newToken()
  await insertSession(transaction, { ...session, tokenHash })
  return token
}

type LivingSession = { id: number; accountId: number; now: Date }

/** Gives a session a new token, so that whoever holds the old one is out; null where it has ended. */
export async function renewSession(
  transaction: Transaction<DB>,
  session: LivingSession,
): Promise<string | null> {
  const { token, tokenHash } = newToken()
  return (await replaceSessionToken(transaction, { ...session, tokenHash })) ? token : null
}
