import { useQuery } from '@tanstack/react-query'
import { accountQuery } from './account.queries.ts'

/** Whether they have a password: yes, unless the portal has said that they have none. */
export function useHasPassword(): boolean {
  return useQuery(accountQuery).data?.passwordChangedAt !== null
}
