import { checkDatabase } from '../../../engines/database/database-check.ts'
import type { CommandOutcome } from '../../../engines/commands/command.ts'
import type { CommandContext } from '../../../records/context.ts'
import { databaseChecks } from './database-checks.ts'
import { saveDatabaseFindings } from './save-findings.ts'

/** `verify --database`: names what has drifted in the database, each thing in a line that says what to do. */
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
