import { createHash } from 'node:crypto'
import { MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import {
  insertChallenge,
  spendChallenge,
  type ChallengePurpose,
} from '../../accounts/passkeys/passkey-challenge.repository.ts'
import { hashToken, newToken } from '../../sessions/token.ts'
import type { Engines } from '../../../engines/engines.ts'

/** Milliseconds that a challenge can be answered in; the browser asks its person for as long. */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS

/** For whom a challenge is, and what for. */
export type ChallengeUse = { holder: Buffer; purpose: ChallengePurpose }

/** Challenges of a session are its alone. */
export function holderOfSession(sessionId: number): Buffer {
  return createHash('sha256').update(`session ${sessionId}`).digest()
}

/** 256 random bits, as base64url, that a device signs for that use. */
export async function newChallenge(
  { database, clock }: Pick<Engines, 'database' | 'clock'>,
  use: ChallengeUse,
): Promise<string> {
  const { token, tokenHash } = newToken()
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_LIFETIME_MS)
  await insertChallenge(database.kysely, { ...use, challengeHash: tokenHash, expiresAt })
  return token
}

/** Uses up the challenge that was signed, whatever else is wrong; null where there is none of that use which lives. */
export async function takeChallenge(
  { database, clock }: Pick<Engines, 'database' | 'clock'>,
  clientDataJson: string,
  use: ChallengeUse,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJson)
  if (challenge === null) return null
  const key = { ...use, challengeHash: hashToken(challenge) }
  return (await spendChallenge(database.kysely, { ...key, now: clock.now() })) ? challenge : null
}

/** Web Authentication, section 5.8.1: JSON in UTF-8, here as base64url. */
function challengeIn(clientDataJson: string): string | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    if (typeof said !== 'object' || said === null || !('challenge' in said)) return null
    return typeof said.challenge === 'string' ? said.challenge : null
  } catch {
    return null
  }
}
