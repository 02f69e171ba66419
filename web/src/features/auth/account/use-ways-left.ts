import { useQuery } from '@tanstack/react-query'
import { passkeysQuery } from '../passkeys/passkeys.queries.ts'
import { identitiesQuery } from '../single-sign-on/single-sign-on.queries.ts'
import { accountQuery } from './account.queries.ts'
import type { Identity } from '@portal/contract/sign-in/single-sign-on.ts'

type RemainingWays = {
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
  /** The linked accounts at issuers that the portal offers. */
  readonly issuers: readonly Pick<Identity, 'name'>[]
}

type Removed = { readonly passkeyId?: number | undefined; readonly identityId?: number | undefined }

/** The sign-in methods left after this passkey or this issuer sign-in is removed. */
export function useWaysLeft({ passkeyId, identityId }: Removed): RemainingWays {
  const hasPassword = useHasPassword()
  const { data: passkeys = [] } = useQuery(passkeysQuery)
  const { data: identities = [] } = useQuery(identitiesQuery)
  return {
    hasPassword,
    hasPasskey: passkeys.some(({ id }) => id !== passkeyId),
    issuers: identities.filter(({ id, issuer }) => id !== identityId && issuer !== null),
  }
}

/** Whether the user has a password: true unless the server says that there is none. */
export function useHasPassword(): boolean {
  return useQuery(accountQuery).data?.passwordChangedAt !== null
}

/** The question before an issuer sign-in is removed, with the methods left. */
export function identityQuestion(left: RemainingWays): string {
  return `It can no longer be used. ${waysText(left)}`
}

/** The question before a passkey is removed, with the methods left. */
export function passkeyQuestion(left: RemainingWays): string {
  const rest = left.hasPassword ? 'Your password still works.' : waysText(left)
  return `You cannot sign in with it any more. ${rest}`
}

function waysText({ hasPassword, hasPasskey, issuers }: RemainingWays): string {
  const ways = [
    ...(hasPassword ? ['your password'] : []),
    ...(hasPasskey ? ['a passkey'] : []),
    ...new Set(issuers.map(({ name }) => name)),
  ]
  if (ways.length === 0) return 'Nothing else signs you in: you would need a new password.'
  return `You sign in with ${ways.join(' or ')} then.`
}
