import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Request } from '../http/app-types.ts'
import type { World } from '../world.ts'
import type { Person } from './person.ts'
import { readSessionToken } from './session-cookie.ts'
import { findLivingSession, insertSession, touchSession, type AliveAfter } from './session.repository.ts'

/** Milliseconds without a call after which a session is over. */
const IDLE_LIMIT = 8 * 3_600_000
/** Milliseconds after which a session is over however busy it is. */
const ABSOLUTE_LIMIT = 7 * 24 * 3_600_000
/** Milliseconds: a session's last use is written no more often. */
const TOUCH_EVERY = 60_000
const TOKEN_BYTES = 32

const found = new WeakMap<Request, Promise<Person | null>>()

/** Who asks, by the session cookie; null without a living session. Looked up once a request. */
export function findPerson(world: World, request: Request): Promise<Person | null> {
  const known = found.get(request)
  if (known) return known
  const person = lookUpPerson(world, request)
  found.set(request, person)
  return person
}

async function lookUpPerson({ database, clock, settings }: World, request: Request): Promise<Person | null> {
  const token = readSessionToken(settings, request)
  if (token === null) return null
  const now = clock.now()
  const tokenHash = hashToken(token)
  const session = await findLivingSession(database, tokenHash, aliveAfter(now))
  if (!session) return null
  if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_EVERY) {
    await touchSession(database.kysely, tokenHash, now)
  }
  return session.person
}

/** Sessions last seen and begun after these moments are alive at `now`. */
export function aliveAfter(now: Date): AliveAfter {
  return { lastSeen: new Date(now.getTime() - IDLE_LIMIT), begun: new Date(now.getTime() - ABSOLUTE_LIMIT) }
}

type NewSession = { accountId: number; address: string; now: Date }

/** Begins a session and answers its token: 256 random bits, of which the database keeps the hash only. */
export async function startSession(transaction: Transaction<DB>, session: NewSession): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await insertSession(transaction, { ...session, tokenHash: hashToken(token) })
  return token
}

/** What the database knows a token by. A fast hash is enough: the token cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
