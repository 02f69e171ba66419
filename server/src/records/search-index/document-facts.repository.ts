import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

export type DocumentFacts = {
  readonly id: number
  readonly countyKey: number
  readonly appraisalYear: number
  readonly fileName: string
  readonly description: string
  readonly category: string
  readonly type: string
  /** The e-mail address, which everybody sees who sees the document. Only some people may know the full name. */
  readonly uploader: string
  /** Names, party numbers and numbers at the appraisal district. */
  readonly owners: readonly string[]
  /** Names and legacy codes. */
  readonly agents: readonly string[]
  readonly receipts: readonly string[]
}

/** The facts by which documents are found. A removed document has none. */
export async function readFacts(db: Kysely<DB>, documentIds: readonly number[]): Promise<DocumentFacts[]> {
  const { rows } = await sql<DocumentFacts>`
    SELECT d.id, d.county_key AS "countyKey", d.appraisal_year AS "appraisalYear", d.file_name AS "fileName", d.description, c.name AS category, t.name AS type,
      a.email AS uploader, ${OWNERS} AS owners, ${AGENTS} AS agents,
      ARRAY(SELECT r.number FROM receipt_file AS f JOIN receipt AS r ON r.id = f.receipt_id
        WHERE f.document_id = d.id ORDER BY r.id) AS receipts
    FROM document AS d JOIN account AS a ON a.id = d.uploaded_by
    JOIN document_type AS t ON t.id = d.type_id JOIN category AS c ON c.id = d.category_id
    WHERE d.id = ANY (${documentIds}::integer[])`.execute(db)
  return rows
}

/** An owner has a name at the firm, in the county and on each roll. */
const OWNERS = sql`ARRAY(
  SELECT DISTINCT n.name FROM document_owner AS l
  JOIN organization AS o ON o.party_number = l.party_number
  LEFT JOIN county_organization AS k ON k.county_id = d.county_id AND k.party_number = l.party_number
  LEFT JOIN owner_value AS v ON v.county_id = d.county_id AND v.party_number = l.party_number
  CROSS JOIN LATERAL (VALUES (o.organization_name), (k.name), (l.party_number::text), (v.cad_owner_id)) AS n (name)
  WHERE l.document_id = d.id AND n.name <> '' ORDER BY n.name)`

const AGENTS = sql`ARRAY(
  SELECT DISTINCT n.name FROM document_agent AS l JOIN agent AS g ON g.agent_number = l.agent_number
  CROSS JOIN LATERAL (VALUES (g.organization_name), (g.legacy_code)) AS n (name)
  WHERE l.document_id = d.id AND n.name <> '' ORDER BY n.name)`
