import type { DatabaseCheck } from '../../../engines/database/database-check.ts'
import { jobsCheck } from '../../../engines/jobs/jobs.check.ts'
import { foreignKeysCheck } from '../../../engines/migrations/foreign-keys.check.ts'
import { schemaCheck } from '../../../engines/migrations/schema.check.ts'
import { accountsCheck } from '../../../records/accounts/accounts.check.ts'
import { auditCheck } from '../../../records/audit/audit.check.ts'
import type { World } from '../../../records/context.ts'
import { countiesCheck } from '../../../records/counties/counties.check.ts'
import { documentsCheck, storedObjectsCheck } from '../../../records/documents/checks/documents.check.ts'
import { countsCheck } from '../../../records/documents/counts/counts.check.ts'
import { ownerRollsCheck } from '../../../records/parties/owner-values/owner-rolls.check.ts'
import { receiptsCheck } from '../../../records/receipts/receipts.check.ts'

/** All that can drift in the database; each table's owner knows how. */
export const databaseChecks = (world: Pick<World, 'storage' | 'clock'>): readonly DatabaseCheck[] => [
  schemaCheck,
  foreignKeysCheck,
  jobsCheck,
  countsCheck,
  countiesCheck,
  accountsCheck,
  documentsCheck,
  storedObjectsCheck,
  ownerRollsCheck,
  receiptsCheck,
  auditCheck(world),
]
