import type { Client } from 'pg'

const COUNTIES = 300
const PEOPLE = 2000
const FIRST_PERSON = 100
/** Each so many records one is of what was done to somebody. */
const RECORDS_AN_ACT_ON_PEOPLE = 100
/** Days over which the records are spread: two years, as many months of the table. */
const DAYS = 730
const FIRST_DAY = '2024-10-01'
/** One of the people, who manages a county and has an account. */
const CLERK_NUMBER = 77
export const CLERK = `clerk-${CLERK_NUMBER}@county.example`
export const CLERKS_COUNTY = 9
/** A chain that the portal does not write to. */
const CHAIN = 900

/**
 * Writes so many audit records of downloads, uploads, now and then a deletion, and of what was done to people, of whom each
 * third time one moved to another county; in all counties and months.
 */
export async function makeHistory(client: Client, count: number): Promise<void> {
  await addPeople(client)
  await client.query(`SELECT add_audit_months($1, $1::timestamptz + interval '${DAYS} days')`, [FIRST_DAY])
  await addActsOnDocuments(client, count)
  await addActsOnPeople(client, count)
  await client.query('VACUUM ANALYZE')
}

async function addPeople(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO county (name, created_at) SELECT 'County ' || n, now() FROM generate_series(1, ${COUNTIES}) AS n`,
  )
  await client.query(
    `INSERT INTO account (id, email, role, county_id, confirmed_at, created_at) OVERRIDING SYSTEM VALUE
     SELECT ${FIRST_PERSON} + n, 'clerk-' || n || '@county.example', 'user', 1 + n % ${COUNTIES}, now(), now()
     FROM generate_series(0, ${PEOPLE - 1}) AS n WHERE n <> ${CLERK_NUMBER}`,
  )
  await client.query(
    `INSERT INTO account (id, email, role, county_id, confirmed_at, created_at) OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, 'manager', $3, now(), now())`,
    [FIRST_PERSON + CLERK_NUMBER, CLERK, CLERKS_COUNTY],
  )
}

async function addActsOnDocuments(client: Client, count: number): Promise<void> {
  await client.query(
    `INSERT INTO audit_record (id, at, chain, sequence, action, actor_kind, account_id, actor_name, came_from,
       subject_kind, subject_id, county_id, before, after, previous_hash, hash)
     SELECT nextval('audit_record_order'), $1::timestamptz + (n::float8 / $2) * interval '${DAYS} days', ${CHAIN}, n,
       CASE WHEN n % 200 = 7 THEN 'document.deleted' WHEN n % 10 < 5 THEN 'document.downloaded'
         WHEN n % 10 < 8 THEN 'document.uploaded' ELSE 'document.status_set' END,
       'person', ${FIRST_PERSON} + n % ${PEOPLE}, 'clerk-' || (n % ${PEOPLE}) || '@county.example', '192.0.2.1',
       'document', (1 + (n * 7919) % 5000)::text, 1 + (n / 3) % ${COUNTIES}, NULL, '{"fileName": "a.pdf"}',
       decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex')
     FROM generate_series(1::bigint, $2) AS n WHERE n % ${RECORDS_AN_ACT_ON_PEOPLE} <> 0`,
    [FIRST_DAY, count],
  )
}

/** A record names the counties that somebody belonged to before and after; it stands under that of afterwards. */
async function addActsOnPeople(client: Client, count: number): Promise<void> {
  await client.query(
    `INSERT INTO audit_record (id, at, chain, sequence, action, actor_kind, account_id, actor_name, came_from,
       subject_kind, subject_id, county_id, before, after, previous_hash, hash)
     SELECT nextval('audit_record_order'), $1::timestamptz + (n::float8 / $2) * interval '${DAYS} days', ${CHAIN}, n,
       CASE WHEN act % 3 = 2 THEN 'account.sessions_ended' ELSE 'account.changed' END,
       'command line', NULL, 'command line', '', 'account', (${FIRST_PERSON} + act % ${PEOPLE})::text, until,
       CASE WHEN act % 3 <> 2 THEN jsonb_build_object('countyIDs', jsonb_build_array(since)) END,
       jsonb_build_object('countyIDs', jsonb_build_array(until)), decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex')
     FROM generate_series(1::bigint, $2 / ${RECORDS_AN_ACT_ON_PEOPLE}) AS act,
       LATERAL (SELECT act * ${RECORDS_AN_ACT_ON_PEOPLE} AS n, 1 + act % ${PEOPLE} % ${COUNTIES} AS since) AS own,
       LATERAL (SELECT CASE WHEN act % 3 = 0 THEN 1 + act * 7919 % ${COUNTIES} ELSE since END AS until) AS later`,
    [FIRST_DAY, count],
  )
}
