import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@portal/contract/sign-in/second-factor.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/call.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
})

export function beginSetUp() {
  return call(beginSecondFactor)
}

export async function confirmSetUp(code: string) {
  const { recoveryCodes } = await call(confirmSecondFactor, { body: { code } })
  return recoveryCodes
}

export async function renewCodes() {
  const { recoveryCodes } = await call(renewRecoveryCodes)
  return recoveryCodes
}

export function remove() {
  return call(removeSecondFactor)
}
