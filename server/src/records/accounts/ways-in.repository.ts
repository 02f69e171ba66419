import type { Role } from '@portal/contract/access/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Issuer } from '../../engines/config/issuers.ts'

// Conditions on a row of `account`, for queries that list or count people.

const HAS_PASSKEY = sql<boolean>`EXISTS (SELECT FROM passkey WHERE passkey.account_id = account.id)`

/** Whether the person can sign in by any means: a password, a passkey, or an issuer's identity. */
export const HAS_WAY_IN = sql<boolean>`(account.has_password OR ${HAS_PASSKEY}
  OR EXISTS (SELECT FROM identity WHERE identity.account_id = account.id))`

/** Roles that must sign in with a second factor, and the issuers from the settings. */
export type FactorRule = {
  readonly secondFactorRequired: ReadonlySet<Role>
  readonly issuers: readonly Pick<Issuer, 'issuer' | 'countsAsSecondFactor'>[]
}

/**
 * Whether the role needs a second factor that the person must still set up. They have neither codes nor a passkey, and
 * can sign in without an issuer that counts as a second factor. A person with a password can sign in by that alone.
 * Disabled people need nothing.
 */
export function lacksSecondFactor({ secondFactorRequired, issuers }: FactorRule): RawBuilder<boolean> {
  const counting = issuers.filter(({ countsAsSecondFactor }) => countsAsSecondFactor)
  return sql<boolean>`(account.role = ANY (${[...secondFactorRequired]}::text[])
    AND account.disabled_at IS NULL AND NOT account.has_second_factor AND NOT ${HAS_PASSKEY}
    AND (account.has_password OR NOT coalesce(
      (SELECT bool_and(identity.issuer = ANY (${counting.map(({ issuer }) => issuer)}::text[]))
        FROM identity WHERE identity.account_id = account.id), false)))`
}
