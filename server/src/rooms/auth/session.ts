import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Request } from '../../engines/http/app-types.ts'
import { ownNetworkOf } from '../../engines/http/network.ts'
import type { Caller } from '../../records/access/actor.ts'
import type { World } from '../../records/context.ts'
import { noticeSignIn } from '../../records/accounts/notices/new-sign-in.ts'
import { hashToken, newToken } from '../../records/accounts/token.ts'
import { browserName } from './account/browser-name.ts'
import { readSessionToken } from './session-cookie.ts'
import { isOver, rulesOfSessions } from '../../records/accounts/session-bounds.ts'
import { replaceSessionToken } from '../../records/accounts/own-sessions.repository.ts'
import {
  findActiveSession,
  type ActiveSession,
  type GivenFactor,
  insertSession,
  touchSession,
} from '../../records/accounts/session.repository.ts'

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
  const session = await findActiveSession(database, { tokenHash, ...rulesOfSessions(settings, now) })
  if (!session || isOver(session, { settings, now })) return null
  if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_INTERVAL_MS) {
    await touchSession(database.kysely, tokenHash, now)
  }
  return session
}

/** `userAgent` is what the browser says of itself. */
type NewSession = {
  accountId: number
  email: string
  userAgent: string | null
  givenFactor: GivenFactor | null
  provenAt: Date | null
}

/**
 * Begins a session and returns its token: 256 random bits, of which the database keeps the hash only. Its person is told by
 * mail of a device that is new; wake the jobs after the commit.
 */
export async function startSession(
  context: World & { readonly actor: { readonly caller: Caller } },
  transaction: Transaction<DB>,
  { accountId, email, userAgent, givenFactor, provenAt }: NewSession,
): Promise<string> {
  const { caller } = context.actor
  const { token, tokenHash } = newToken()
  await noticeSignIn(transaction, context, {
    accountId,
    email,
    cameFrom: caller.address,
    network: ownNetworkOf(caller),
    browser: browserName(userAgent),
  })
  const now = context.clock.now()
  await insertSession(transaction, {
    accountId,
    address: caller.address,
    userAgent,
    givenFactor,
    provenAt,
    tokenHash,
    now,
  })
  return token
}

/** Names the session of this token without giving the token away: 16 characters. */
export function sessionKeyOf(token: string): string {
  return hashToken(`session key of ${token}`).toString('base64url').slice(0, 16)
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
