import { saltOf } from '../../records/accounts/passwords/password-hash.ts'
import { renewPasswordHash } from '../../records/accounts/passwords/renewal.repository.ts'
import type { AnonymousContext } from '../../records/context.ts'

type RightPassword = { accountId: number; password: string; passwordHash: string }

/**
 * Hashes a right password anew where its hash costs less work than those of today, and returns the hash that the sign-in
 * goes on with. What fails is only logged: the next sign-in tries again.
 */
export async function renewHash(
  { database, passwordHasher, log }: AnonymousContext,
  { accountId, password, passwordHash }: RightPassword,
): Promise<string> {
  if (!passwordHasher.needsRenewal(passwordHash)) return passwordHash
  try {
    // With its salt registrations for the address go on to be compared in one piece of work, and all that renew at once
    // come to the same hash.
    const renewed = await passwordHasher.hash(password, saltOf(passwordHash))
    await database.kysely
      .transaction()
      .execute((transaction) =>
        renewPasswordHash(transaction, { accountId, from: passwordHash, to: renewed }),
      )
    return renewed
  } catch (error) {
    log.warn({ err: error, accountId }, 'The hash of a password could not be renewed at its sign-in.')
    return passwordHash
  }
}
