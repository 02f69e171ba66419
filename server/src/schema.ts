import { join } from 'node:path'
import type { Pool } from 'pg'
import { migrate } from './engines/migrations/migrate.ts'

const SOURCE = import.meta.dirname
const MIGRATIONS = join(SOURCE, 'engines/migrations')

/** Functions and views, each beside its owner. In this order: one may use those above it. */
const REPEATABLES = [
  'engines/jobs/claim-job.functions.sql',
  'engines/throttle/count-attempt.functions.sql',
  'records/audit/append-only.functions.sql',
  'records/audit/audit-chain.functions.sql',
  'records/audit/audit-months.functions.sql',
  'records/parties/search-text.functions.sql',
  'records/parties/organization-versions.functions.sql',
  'records/parties/owner-values/mark-owner-rolls.functions.sql',
  'records/documents/bytes/stored-objects.functions.sql',
  'records/documents/document-counts.functions.sql',
  'records/documents/pages/document-page.functions.sql',
].map((path) => join(SOURCE, path))

/**
 * Brings the portal's schema up to date and returns the names of the files that were applied now.
 * @throws StartError with one clear line.
 */
export function updateSchema(pool: Pool): Promise<string[]> {
  return migrate(pool, { migrations: MIGRATIONS, repeatables: REPEATABLES })
}
