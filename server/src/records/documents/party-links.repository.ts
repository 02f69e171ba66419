import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Counties } from '../access/actor.ts'

// The same link of many documents.

/** An owner by its party number, or an agent by its number, with the relation type. */
export type PartyLink = {
  readonly party: 'owner' | 'agent'
  readonly number: number
  readonly relationTypeId: number
}

/** Those of these documents that have the link. */
export async function findLinked(
  db: Kysely<DB>,
  documentIds: readonly number[],
  { party, number, relationTypeId }: PartyLink,
): Promise<ReadonlySet<number>> {
  const isIt = sql`document_id = ANY (${documentIds}::integer[]) AND relation_type_id = ${relationTypeId}::integer`
  const { rows } = await (
    party === 'owner'
      ? sql<{ id: number }>`
          SELECT document_id AS id FROM document_owner WHERE party_number = ${number}::integer AND ${isIt}`
      : sql<{ id: number }>`
          SELECT document_id AS id FROM document_agent WHERE agent_number = ${number}::integer AND ${isIt}`
  ).execute(db)
  return new Set(rows.map(({ id }) => id))
}

type LinkOrigin = { readonly at: Date; readonly by: number }

/** Adds the link to documents that do not have it. They are locked. */
export async function addLink(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
  { party, number, relationTypeId, at, by }: PartyLink & LinkOrigin,
): Promise<void> {
  const documents = transaction
    .selectFrom('document')
    .where('id', '=', anyOf(documentIds))
    .select(['id', 'county_id'])
    .select(sql<number>`${number}::integer`.as('party'))
    .select(sql<number>`${relationTypeId}::integer`.as('relation'))
    .select([sql<Date>`${at}::timestamptz`.as('at'), sql<number>`${by}::integer`.as('by')])
    .orderBy('id')
  const others = ['relation_type_id', 'linked_at', 'linked_by'] as const
  const insert =
    party === 'owner'
      ? transaction
          .insertInto('document_owner')
          .columns(['document_id', 'county_id', 'party_number', ...others])
          .expression(documents)
      : transaction
          .insertInto('document_agent')
          .columns(['document_id', 'county_id', 'agent_number', ...others])
          .expression(documents)
  await insert.execute()
}

export async function removeLink(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
  { party, number, relationTypeId }: PartyLink,
): Promise<void> {
  const links =
    party === 'owner'
      ? transaction.deleteFrom('document_owner').where('party_number', '=', number)
      : transaction.deleteFrom('document_agent').where('agent_number', '=', number)
  await links
    .where('document_id', '=', anyOf(documentIds))
    .where('relation_type_id', '=', relationTypeId)
    .execute()
}

function anyOf(documentIds: readonly number[]) {
  return sql<number>`ANY(${documentIds}::integer[])`
}

/** The name and legacy code of an agent that has an entry in one of the counties; undefined for another one. */
export async function findAgent(
  db: Kysely<DB>,
  agentNumber: number,
  counties: Counties,
): Promise<{ readonly name: string; readonly legacyCode: string } | undefined> {
  const isSeen =
    counties === 'all'
      ? sql`true`
      : sql`EXISTS (SELECT FROM county_agent AS c WHERE c.agent_number = a.agent_number
          AND c.county_id = ANY (${counties}::integer[]))`
  const { rows } = await sql<{ name: string; legacyCode: string }>`
    SELECT a.organization_name AS name, a.legacy_code AS "legacyCode" FROM agent AS a
    WHERE a.agent_number = ${agentNumber}::integer AND ${isSeen}`.execute(db)
  return rows[0]
}
