import { listRegistrationCounties } from '@portal/contract/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Counties that one may register for. */
export const registrationCountiesQuery = queryOptions({
  queryKey: ['registration', 'counties'],
  queryFn: ({ signal }) => call(listRegistrationCounties, { signal }),
})
