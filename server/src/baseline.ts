import { join } from 'node:path'

const SOURCE = import.meta.dirname
const SCHEMA = join(SOURCE, '../schema')

/** The functions that columns, indexes and triggers use. PostgreSQL needs them before the tables. */
const FUNCTIONS = [
  'records/parties/search-text.functions.sql',
  'records/audit/append-only.functions.sql',
  'records/receipts/receipts.functions.sql',
  'records/parties/organization-versions.functions.sql',
  'records/parties/owner-values/mark-owner-rolls.functions.sql',
  'records/parties/owner-values/forget-import.functions.sql',
  'records/accounts/accounts.functions.sql',
  'records/counties/counties.functions.sql',
  'records/documents/document-defaults.functions.sql',
  'records/stored-files/bytes/stored-objects.functions.sql',
  'records/documents/document-counts.functions.sql',
  'records/documents/counts/kept-totals.functions.sql',
]

/** The files of `server/schema`. A foreign key refers to a table before it. */
const TABLES = `
  extensions
  county county_email_domain county_email_address
  account membership credential registration registration_secret confirmed_from token
  session second_factor recovery_code passkey passkey_challenge
  identity half_session session_identity issuer_request identity_to_join
  known_network known_device throttled_attempt
  category document_type relation_type status
  organization county_organization county_organization_version agent county_agent
  owner_value import_run owner_value_before owner_roll owner_file_count owner_file_delta
  document document_owner document_agent
  document_count document_delta document_split document_fine_count bin_count bin_delta
  document_store stored_object refused_upload uploaded_bytes county_uploaded_bytes
  resumable_upload resumable_piece drop_file
  mail_delivery mail_file deferred_mail mailbox_turn
  document_awaiting_receipt receipt receipt_file receipt_secret
  mail_outbox job backup_run night_watch standing_finding
  audit_chain audit_record
`

/** Paths of the SQL that makes the schema of the baseline, in its order. */
export const BASELINE_SQL: readonly string[] = [
  ...FUNCTIONS.map((path) => join(SOURCE, path)),
  ...TABLES.trim()
    .split(/\s+/)
    .map((name) => join(SCHEMA, `${name}.sql`)),
  join(SOURCE, 'records/audit/audit-months.functions.sql'),
  join(SCHEMA, 'audit_months.sql'),
]
