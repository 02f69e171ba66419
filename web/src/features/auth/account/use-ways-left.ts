import { useQuery } from '@tanstack/react-query'
import { passkeysQuery } from '../passkeys/passkeys.queries.ts'
import { identitiesQuery } from '../single-sign-on/single-sign-on.queries.ts'
import { useHasPassword } from './use-has-password.ts'
import type { RemainingWays } from './ways-left.ts'

type Removed = { readonly passkeyId?: number | undefined; readonly identityId?: number | undefined }

/** How somebody signs in once that passkey or that sign-in by an issuer is removed. */
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
