import { type DatabaseCheck, checkDatabase } from '../../../engines/database/database-check.ts'
import { jobsCheck } from '../../../engines/jobs/jobs.check.ts'
import { foreignKeysCheck } from '../../../engines/migrations/foreign-keys.check.ts'
import { schemaCheck } from '../../../engines/migrations/schema.check.ts'
import { accountsCheck } from '../../../records/accounts/accounts.check.ts'
import { auditCheck } from '../../../records/audit/audit.check.ts'
import type { World, CommandContext } from '../../../records/context.ts'
import { countiesCheck } from '../../../records/counties/counties.check.ts'
import { documentsCheck, storedObjectsCheck } from '../../../records/documents/checks/documents.check.ts'
import { countsCheck } from '../../../records/documents/counts/counts.check.ts'
import { ownerRollsCheck } from '../../../records/parties/owner-values/owner-rolls.check.ts'
import { receiptsCheck } from '../../../records/receipts/receipts.check.ts'
import type { CommandOutcome } from '../../../engines/commands/command.ts'
import { saveDatabaseFindings } from './save-findings.ts'

/** All checks for drift in the database. The module that owns a table defines its check. */
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

/** `verify --database`: prints one line for each drift in the database, with the remedy. */
export async function reportDatabase(context: CommandContext): Promise<CommandOutcome> {
  const { database, print, progress } = context
  const checks = databaseChecks(context)
  const findings = await checkDatabase(database, checks, (check) => progress(`Checking: ${check}`))
  progress('')
  await database.kysely.transaction().execute((transaction) => saveDatabaseFindings(transaction, findings))
  for (const { problem } of findings) print(problem)
  const sound = findings.length === 0
  print(`The database, in ${checks.length} checks: ${sound ? 'all is well.' : 'something is wrong.'}`)
  return { json: { ok: sound, findings }, exitCode: sound ? 0 : 1 }
}
