import {
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  listOwnActs,
  listSessions,
  patchAccount,
} from '@portal/contract/account/account.ts'
import type { BodyInputOf } from '@portal/contract/endpoint.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call(getAccount, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
})

export const actsQuery = infiniteQueryOptions({
  queryKey: ['account', 'acts'],
  queryFn: ({ pageParam, signal }) =>
    call(listOwnActs, { query: { before: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

export function saveName(name: string) {
  return call(patchAccount, { body: { name } })
}

export function setPassword(body: BodyInputOf<typeof changePassword>) {
  return call(changePassword, { body })
}

export function signOutThere(id: number) {
  return call(endSession, { params: { id } })
}

export function signOutElsewhere() {
  return call(endOtherSessions)
}
