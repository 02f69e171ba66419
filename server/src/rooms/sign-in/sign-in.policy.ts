import type { SignInFacts } from '../../records/accounts/sign-in.repository.ts'

type SignInRefusal = 'wrong' | 'unconfirmed'

/**
 * Returns why the password with this hash may not sign in, or null. The password of a pending registration, or of a
 * registration for an existing account, opens nothing. The password of the account's own registration first works only
 * at a place where the address was confirmed, because another person may have chosen it than the one who reads the
 * mail.
 */
export function signInRefusal({ account }: SignInFacts, passwordHash: string): SignInRefusal | null {
  if (account?.passwordHash !== passwordHash) return 'unconfirmed'
  if (account.isDisabled) return 'wrong'
  return account.isConfirmed && (account.isPasswordProven || account.isConfirmedHere) ? null : 'unconfirmed'
}
