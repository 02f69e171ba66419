import type { Account, listOwnActs, OwnAct, OwnSession } from '@portal/contract/account/account.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { fieldsOf, rowsOf } from '../../../lib/wire.ts'

export function readAccount(answer: Account): Account {
  const { username, name, passwordChangedAt } = fieldsOf(answer)
  return { username: username ?? '', name: name || null, passwordChangedAt: passwordChangedAt || null }
}

export function readSessions(answer: readonly OwnSession[]): OwnSession[] {
  return rowsOf(answer).map(({ id, isThis, begun, lastSeen, address, browser }) => ({
    id: id ?? 0,
    isThis: isThis ?? false,
    begun: begun ?? '',
    lastSeen: lastSeen ?? '',
    address: address ?? '',
    browser: browser || null,
  }))
}

export type ActsPage = { readonly acts: readonly OwnAct[]; readonly next: string | null }

export function readActs(answer: ResultOf<typeof listOwnActs>): ActsPage {
  const { acts, next } = fieldsOf(answer)
  return {
    acts: rowsOf(acts).map(({ at, what, from }) => ({ at: at ?? '', what: what ?? '', from: from ?? '' })),
    next: next ?? null,
  }
}
