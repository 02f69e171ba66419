import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** A link whose county differs from that of its document. */
export type OrphanLink = {
  readonly documentId: number
  readonly whose: 'owner' | 'agent'
  readonly number: number
  readonly linkCounty: number | null
  readonly documentCounty: number | null
}

export async function listStrayLinks(db: Kysely<DB>): Promise<OrphanLink[]> {
  const { rows } = await sql<OrphanLink>`
    SELECT l.document_id AS "documentId", l.whose, l.number, l.county_id AS "linkCounty", d.county_id AS "documentCounty"
    FROM (
      SELECT document_id, 'owner' AS whose, party_number AS number, county_id FROM document_owner
      UNION ALL
      SELECT document_id, 'agent', agent_number, county_id FROM document_agent
    ) AS l JOIN document AS d ON d.id = l.document_id
    WHERE l.county_id IS DISTINCT FROM d.county_id
    ORDER BY 1, 2, 3`.execute(db)
  return rows
}

/** A document with a reference to a missing row. */
export type LostReference = { readonly documentId: number; readonly what: string; readonly id: number }

export async function listLostReferences(db: Kysely<DB>): Promise<LostReference[]> {
  const { rows } = await sql<LostReference>`
    SELECT d.id AS "documentId", lost.what, lost.id
    FROM document AS d
    LEFT JOIN county AS c ON c.id = d.county_id
    LEFT JOIN category AS g ON g.id = d.category_id
    LEFT JOIN document_type AS t ON t.id = d.type_id AND t.category_id = d.category_id
    LEFT JOIN account AS a ON a.id = d.uploaded_by
    LEFT JOIN status AS s ON s.id = d.status_id
    CROSS JOIN LATERAL (VALUES
      ('county', d.county_id, c.id IS NULL), ('category', d.category_id, g.id IS NULL),
      ('type', d.type_id, t.id IS NULL), ('account', d.uploaded_by, a.id IS NULL),
      ('status', d.status_id, s.id IS NULL)
    ) AS lost (what, id, is_lost)
    WHERE lost.is_lost AND lost.id IS NOT NULL
    ORDER BY 1, 2`.execute(db)
  return rows
}

/** Documents with a status whose rank differs from their own stored rank. */
export type MisrankedStatus = { readonly statusId: number; readonly documents: number }

export async function listMisranked(db: Kysely<DB>): Promise<MisrankedStatus[]> {
  const { rows } = await sql<MisrankedStatus>`
    SELECT s.id AS "statusId", count(*)::integer AS documents
    FROM status AS s JOIN document AS d ON d.status_id = s.id AND d.status_rank <> s.rank
    GROUP BY s.id ORDER BY s.id`.execute(db)
  return rows
}

/**
 * A disagreement between stored_object and the documents or waiting mails. `documentId` is set if a document is
 * involved.
 */
export type StoredDisagreement = {
  readonly documentId: number | null
  readonly storageKey: string
  readonly why: 'not kept' | 'other bytes' | 'nobody’s'
}

export async function listStoredDisagreements(db: Kysely<DB>): Promise<StoredDisagreement[]> {
  const { rows } = await sql<StoredDisagreement>`
    SELECT d.id AS "documentId", coalesce(d.storage_key, s.key) AS "storageKey",
      CASE WHEN d.storage_key IS NULL THEN 'nobody’s' WHEN s.key IS NULL THEN 'not kept' ELSE 'other bytes' END AS why
    FROM (
      SELECT id, storage_key, byte_size, sha256 FROM document
      UNION ALL
      SELECT NULL, raw_key, byte_size, sha256 FROM mail_delivery WHERE raw_key IS NOT NULL
    ) AS d
    FULL JOIN (SELECT key, byte_size, sha256 FROM stored_object WHERE state = 'kept') AS s ON s.key = d.storage_key
    WHERE d.storage_key IS NULL OR s.key IS NULL OR (s.byte_size, s.sha256) IS DISTINCT FROM (d.byte_size, d.sha256)
    ORDER BY 1, 2`.execute(db)
  return rows
}
