import { AUDIT_EVENTS } from '../records/audit/events/audit-events.ts'

const TEXTS = Object.entries(AUDIT_EVENTS).map(([code, { label }]) => `('${code}', '${label}')`)

/** Stands in SQL for the table of audit records: as `portal audit` tells them, with the document that a record is about. */
export const AUDIT_AS_TOLD = `(
  SELECT id, at, account_id, actor_name AS who, coalesce(text, action) AS what, county_id, came_from, before, after,
    CASE subject_kind WHEN 'document' THEN subject_id::integer END AS document_id
  FROM audit_record LEFT JOIN (VALUES ${TEXTS.join(', ')}) AS texts (code, text) ON code = action
) AS audit_as_told`
