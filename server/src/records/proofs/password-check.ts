import type { Email } from '@portal/contract/email.ts'
import { MAX_PASSWORD_CHARACTERS } from '@portal/contract/limits.ts'
import { passwordLength } from '@portal/contract/sign-in/password.ts'
import type { Attempt } from '../../engines/throttle/throttle.ts'
import { pendingSince } from '../accounts/base/links.ts'
import { findSignInFacts, type SignInFacts } from '../accounts/sign-in.repository.ts'
import type { AccountsState } from '../accounts/state.ts'
import type { Engines } from '../../engines/engines.ts'
import { NETWORK_KNOWN_FOR_MS } from './sign-in.limits.ts'

const NO_FACTS: SignInFacts = { account: null, isKnownNetwork: false, pendingHashes: [] }

/** The facts about an address and about this caller's relation to it. Null is an address that no account can have. */
export async function findFacts(
  { database, clock }: Pick<Engines, 'database' | 'clock'>,
  email: Email | null,
  place: { network: string; browserHash: Buffer | null },
): Promise<SignInFacts> {
  if (!email) return NO_FACTS
  const now = clock.now()
  const knownSince = new Date(now.getTime() - NETWORK_KNOWN_FOR_MS)
  return findSignInFacts(database, {
    ...place,
    email: email.address,
    knownSince,
    pendingSince: pendingSince(now),
  })
}

type PasswordCheck = {
  facts: Pick<SignInFacts, 'account' | 'pendingHashes'>
  password: string
  attempt: Attempt
}

/** The hash that matches the password, or null. Does the same amount of hashing whatever there is to compare. */
export async function findRightHash(
  { database, passwordHasher }: Pick<Engines & AccountsState, 'database' | 'passwordHasher'>,
  { facts, password, attempt }: PasswordCheck,
): Promise<string | null> {
  const isTooLong = passwordLength(password) > MAX_PASSWORD_CHARACTERS
  try {
    return await passwordHasher.match(password, isTooLong ? [] : hashesOf(facts))
  } catch (error) {
    // The comparison did not finish, so the attempt does not count.
    await attempt.refund(database.kysely)
    throw error
  }
}

function hashesOf({ account, pendingHashes }: PasswordCheck['facts']): string[] {
  return account?.passwordHash ? [account.passwordHash, ...pendingHashes] : pendingHashes
}
