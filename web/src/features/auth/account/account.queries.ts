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
import { readAccount, readActs, readSessions } from './account.wire.ts'

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => readAccount(await call(getAccount, { signal })),
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async ({ signal }) => readSessions(await call(listSessions, { signal })),
})

export const actsQuery = infiniteQueryOptions({
  queryKey: ['account', 'acts'],
  queryFn: async ({ pageParam, signal }) =>
    readActs(await call(listOwnActs, { query: { before: pageParam ?? undefined }, signal })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

export async function saveName(name: string) {
  return readAccount(await call(patchAccount, { body: { name } }))
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
