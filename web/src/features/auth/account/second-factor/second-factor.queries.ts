import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@portal/contract/sign-in/second-factor.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/call.ts'
import { readRecoveryCodes, readSecondFactor, readSetUp } from './second-factor.wire.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: async ({ signal }) => readSecondFactor(await call(getSecondFactor, { signal })),
})

export async function beginSetUp() {
  return readSetUp(await call(beginSecondFactor))
}

export async function confirmSetUp(code: string) {
  return readRecoveryCodes(await call(confirmSecondFactor, { body: { code } }))
}

export async function renewCodes() {
  return readRecoveryCodes(await call(renewRecoveryCodes))
}

export function remove() {
  return call(removeSecondFactor)
}
