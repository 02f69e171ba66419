import { createHash } from 'node:crypto'
import { MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import {
  insertChallenge,
  spendChallenge,
  type ChallengePurpose,
} from '../../accounts/passkeys/passkey-challenge.repository.ts'
import { hashToken, newToken } from '../../sessions/token.ts'
import type { Engines } from '../../../engines/engines.ts'

/** Milliseconds in which a challenge can be answered. The browser prompts for the same time. */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS

/** The recipient and purpose of a challenge. */
export type ChallengeUse = { holder: Buffer; purpose: ChallengePurpose }

/** Challenges of a session are valid only in that session. */
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

/** Consumes the signed challenge, whatever else is wrong; null if no live challenge matches that use. */
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
