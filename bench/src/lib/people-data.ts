import type { Client } from 'pg'

/** Of 100 people; 300 of 10,000. */
const COUNTIES = 3
/** Of the first county. */
export const MANAGER = 'clerk-1@county-1.example'

/**
 * People of as many counties as a firm of their number has: each tenth has no password, of whom half come by an issuer and
 * half have not come yet; each twentieth is disabled, each eighth has a second factor. One manages a county.
 */
export async function makePeople(client: Client, count: number): Promise<void> {
  const counties = (count / 100) * COUNTIES
  await client.query(
    `INSERT INTO county (name, created_at) SELECT 'County ' || n, now() FROM generate_series(1, $1::integer) AS n`,
    [counties],
  )
  await client.query(
    `INSERT INTO account (email, full_name, role, county_id, confirmed_at, created_at, disabled_at, signed_in_at)
     SELECT 'clerk-' || n || '@county-' || n % $2::integer || '.example', 'Clerk ' || n || ' of Many',
       CASE WHEN n = 1 THEN 'manager' WHEN n % 50 = 2 THEN 'reader' WHEN n % 100 = 3 THEN 'staff' ELSE 'user' END,
       1 + n % $2::integer, now(), now(), CASE WHEN n % 20 = 5 THEN now() END,
       CASE WHEN n % 20 <> 19 THEN now() - n * interval '7 minutes' END
     FROM generate_series(1, $1::integer) AS n`,
    [count, counties],
  )
  await client.query(
    `INSERT INTO credential (account_id, password_hash, changed_at)
     SELECT id, 'none', now() FROM account WHERE id % 10 <> 9 AND email LIKE 'clerk-%'`,
  )
  await client.query(
    `INSERT INTO identity (account_id, issuer, subject, created_at, last_used_at)
     SELECT id, 'https://issuer.example', id::text, now(), now() FROM account WHERE id % 20 = 9 AND email LIKE 'clerk-%'`,
  )
  await client.query(
    `INSERT INTO second_factor (account_id, secret, begun_at, confirmed_at)
     SELECT id, '', now(), now() FROM account WHERE id % 8 = 1 AND email LIKE 'clerk-%'`,
  )
  await client.query('VACUUM ANALYZE')
}
