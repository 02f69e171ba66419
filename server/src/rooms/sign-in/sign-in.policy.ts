import type { SignInFacts } from '../../records/accounts/sign-in.repository.ts'

type SignInRefusal = 'wrong' | 'unconfirmed'

/**
 * What stands against a sign-in with the password of that hash; null for nothing. The password of a registration that
 * waits, or that was made against an account, opens nothing. One that came with the account's own registration opens it
 * first at a place where the address was confirmed: who chose it may be somebody else than who reads the mail.
 */
export function signInRefusal({ account }: SignInFacts, passwordHash: string): SignInRefusal | null {
  if (account?.passwordHash !== passwordHash) return 'unconfirmed'
  if (account.isDisabled) return 'wrong'
  return account.isConfirmed && (account.isPasswordProven || account.isConfirmedHere) ? null : 'unconfirmed'
}
