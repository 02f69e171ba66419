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

const TABLES = {
  owner: { table: sql`document_owner`, column: sql`party_number` },
  agent: { table: sql`document_agent`, column: sql`agent_number` },
} as const

const isLink = ({ party, number, relationTypeId }: PartyLink) => sql`
  l.${TABLES[party].column} = ${number}::integer AND l.relation_type_id = ${relationTypeId}::integer`

/** Those of these documents that have the link. */
export async function findLinked(
  db: Kysely<DB>,
  documentIds: readonly number[],
  link: PartyLink,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT l.document_id AS id FROM ${TABLES[link.party].table} AS l
    WHERE l.document_id = ANY (${documentIds}::integer[]) AND ${isLink(link)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Adds the link to documents that do not have it. They are locked. */
export async function addLink(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
  { party, number, relationTypeId, at, by }: PartyLink & { readonly at: Date; readonly by: number },
): Promise<void> {
  const { table, column } = TABLES[party]
  await sql`
    INSERT INTO ${table} (document_id, ${column}, relation_type_id, county_id, linked_at, linked_by)
    SELECT d.id, ${number}::integer, ${relationTypeId}::integer, d.county_id, ${at}::timestamptz, ${by}::integer
    FROM document AS d WHERE d.id = ANY (${documentIds}::integer[]) ORDER BY d.id`.execute(transaction)
}

export async function removeLink(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
  link: PartyLink,
): Promise<void> {
  await sql`
    DELETE FROM ${TABLES[link.party].table} AS l
    WHERE l.document_id = ANY (${documentIds}::integer[]) AND ${isLink(link)}`.execute(transaction)
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
