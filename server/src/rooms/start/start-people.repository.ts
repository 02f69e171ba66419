import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { FIRST_PASSWORD_LIFETIME_MS } from '../../records/accounts/base/links.ts'
import { isKnownIn } from '../../records/accounts/known-people.repository.ts'
import { HAS_WAY_IN } from '../../records/accounts/ways-in.repository.ts'

export type PeopleCounts = { readonly expiredInvitations: number; readonly withoutTwoStep: number }

/**
 * Counts people of these counties, without those of the firm: invited people whose last password link has expired, and
 * active people without two-step verification, as the list of people marks them.
 */
export async function countPeopleToCareFor(
  db: Kysely<DB>,
  { countyIds, now }: { readonly countyIds: readonly number[]; readonly now: Date },
): Promise<PeopleCounts> {
  // The mail of an invitation makes the link, so a person without one counts after the lifetime of a link.
  const lastAdded = new Date(now.getTime() - FIRST_PASSWORD_LIFETIME_MS)
  const { rows } = await sql<PeopleCounts>`
    SELECT count(*) FILTER (WHERE account.signed_in_at IS NULL AND account.created_at <= ${lastAdded}::timestamptz
        AND NOT ${HAS_WAY_IN} AND NOT EXISTS (
        SELECT FROM token WHERE token.account_id = account.id AND token.kind = 'first-password'
          AND token.expires_at > ${now}::timestamptz))::integer AS "expiredInvitations",
      count(*) FILTER (WHERE ${HAS_WAY_IN} AND NOT account.has_second_factor)::integer AS "withoutTwoStep"
    FROM account
    WHERE account.disabled_at IS NULL AND ${isKnownIn(countyIds, 'account')}`.execute(db)
  return rows[0] ?? { expiredInvitations: 0, withoutTwoStep: 0 }
}
