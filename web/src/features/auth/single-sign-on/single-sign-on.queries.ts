import {
  beginSingleSignOn,
  getIdentityToJoin,
  IDENTITY_REMOVED,
  listIdentities,
  listIssuers,
  removeIdentity,
  type Identity,
} from '@portal/contract/sign-in/single-sign-on.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { fieldsOf, rowsOf } from '../../../lib/wire.ts'
import { readMessage } from '../auth.wire.ts'
import { toFailure, type Failure } from '../failure.ts'

/** The issuers whose accounts can sign in. */
export const issuersQuery = queryOptions({
  queryKey: ['issuers'],
  queryFn: async ({ signal }) =>
    rowsOf(await call(listIssuers, { signal })).map(({ id, name }) => ({ id: id ?? '', name: name ?? '' })),
})

export const identitiesQuery = queryOptions({
  // Under the account's key, because the activity changes together with it.
  queryKey: ['account', 'identities'],
  queryFn: async ({ signal }) => readIdentities(await call(listIdentities, { signal })),
})

export const identityToJoinQuery = queryOptions({
  queryKey: ['account', 'identity-to-join'],
  queryFn: async ({ signal }) => fieldsOf(await call(getIdentityToJoin, { signal })).name ?? null,
})

function readIdentities(answer: readonly Identity[]): Identity[] {
  return rowsOf(answer).map(({ id, name, issuer, joined, lastUsed, stays }) => ({
    id: id ?? 0,
    name: name ?? '',
    issuer: issuer ?? null,
    joined: joined ?? '',
    lastUsed: lastUsed ?? '',
    stays: stays ?? null,
  }))
}

export async function remove(id: number): Promise<string> {
  return readMessage(await call(removeIdentity, { params: { id } }), IDENTITY_REMOVED)
}

/**
 * Navigates to an issuer; resolves with the failure if that fails. `again` makes the issuer ask for the sign-in again,
 * whatever it remembers.
 */
export async function goTo(issuer: string, body: { again?: true } = {}): Promise<Failure | null> {
  try {
    const { address } = await call(beginSingleSignOn, { params: { issuer }, body })
    location.assign(address)
    return null
  } catch (error) {
    return toFailure(error, beginSingleSignOn.fallback)
  }
}
