import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../account/account.queries.ts'
import { secondFactorQuery } from '../account/second-factor/second-factor.queries.ts'
import { useHasPassword } from '../account/use-has-password.ts'

/** What somebody could type to prove who they are. */
export function useWaysToProve() {
  const hasPassword = useHasPassword()
  const { isLoading } = useQuery(accountQuery)
  const factor = useQuery(secondFactorQuery)
  return {
    isAwaited: isLoading || (!hasPassword && factor.isLoading),
    hasPassword,
    hasCodes: factor.data?.since != null,
  }
}
