import type { Role } from '@portal/contract/access/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Issuer } from '../../engines/config/issuers.ts'

// Conditions on a row of `account`, for whoever lists or counts people.

const HAS_PASSKEY = sql<boolean>`EXISTS (SELECT FROM passkey WHERE passkey.account_id = account.id)`

/** Whether its person can sign in by anything: a password, a passkey, or as somebody whom an issuer has named. */
export const HAS_WAY_IN = sql<boolean>`(account.has_password OR ${HAS_PASSKEY}
  OR EXISTS (SELECT FROM identity WHERE identity.account_id = account.id))`

/** Roles that have to sign in with a second factor, and the issuers of the settings. */
export type FactorRule = {
  readonly secondFactorRequired: ReadonlySet<Role>
  readonly issuers: readonly Pick<Issuer, 'issuer' | 'countsAsSecondFactor'>[]
}

/**
 * Whether its role needs a second factor that its person must still set up: they have neither codes nor a passkey, and not all
 * that they sign in by is an issuer whose word counts as one. Somebody who has a password too may come by that alone. Who is
 * disabled need not do anything.
 */
export function lacksSecondFactor({ secondFactorRequired, issuers }: FactorRule): RawBuilder<boolean> {
  const counting = issuers.filter(({ countsAsSecondFactor }) => countsAsSecondFactor)
  return sql<boolean>`(account.role = ANY (${[...secondFactorRequired]}::text[])
    AND account.disabled_at IS NULL AND NOT account.has_second_factor AND NOT ${HAS_PASSKEY}
    AND (account.has_password OR NOT coalesce(
      (SELECT bool_and(identity.issuer = ANY (${counting.map(({ issuer }) => issuer)}::text[]))
        FROM identity WHERE identity.account_id = account.id), false)))`
}
