import { listRegistrationCounties } from '@portal/contract/sign-in/registration.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { readCounties } from '../../../lib/lookups.wire.ts'

/** Counties that one may register for. */
export const registrationCountiesQuery = queryOptions({
  queryKey: ['registration', 'counties'],
  queryFn: async ({ signal }) => readCounties(await call(listRegistrationCounties, { signal })),
})
