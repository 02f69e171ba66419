import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** What the signature is for: a new key, a sign-in, or a proof of identity in a session. */
export type ChallengePurpose = 'adding' | 'signing in' | 'proving'

/** The stored form of a challenge; `holder` is the browser or session that it was made for. */
type ChallengeKey = { challengeHash: Buffer; holder: Buffer; purpose: ChallengePurpose }

export async function insertChallenge(
  db: Kysely<DB>,
  { challengeHash, holder, purpose, expiresAt }: ChallengeKey & { expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: challengeHash, holder, purpose, expires_at: expiresAt })
    .execute()
}

/** Consumes a challenge; false if it has another holder or purpose, was used before, or has expired. */
export async function spendChallenge(
  db: Kysely<DB>,
  { challengeHash, holder, purpose, now }: ChallengeKey & { now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', challengeHash)
    .where('holder', '=', holder)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteChallengesExpiredBy(db: Kysely<DB>, moment: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', moment).execute()
}
