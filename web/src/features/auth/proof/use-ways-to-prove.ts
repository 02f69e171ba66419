import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../../lib/session.ts'
import { accountQuery } from '../account/account.queries.ts'
import { secondFactorQuery } from '../account/second-factor/second-factor.queries.ts'

/** What somebody could type to prove who they are; a password, unless the portal has said that they have none. */
export function useWaysToProve() {
  // Who has to set up a second factor first is told nothing else yet.
  const isHeldBack = useQueryClient().getQueryData(sessionQuery.queryKey)?.secondFactor !== undefined
  const account = useQuery({ ...accountQuery, enabled: !isHeldBack })
  const factor = useQuery(secondFactorQuery)
  const hasPassword = account.data?.passwordChangedAt !== null
  return {
    isAwaited: account.isLoading || (!hasPassword && factor.isLoading),
    hasPassword,
    hasCodes: factor.data?.since != null,
  }
}
