import { checkDatabase } from '../../../engines/database/database-check.ts'
import type { CommandOutcome } from '../../../engines/commands/command.ts'
import type { CommandContext } from '../../../records/context.ts'
import { DATABASE_CHECKS } from './database-checks.ts'
import { keepDatabaseFindings } from './keep-findings.ts'

/** `verify --database`: names what has drifted in the database, each thing in a line that says what to do. */
export async function tellDatabase({ database, print, progress }: CommandContext): Promise<CommandOutcome> {
  const findings = await checkDatabase(database, DATABASE_CHECKS, (check) => progress(`Checking: ${check}`))
  progress('')
  await database.kysely.transaction().execute((transaction) => keepDatabaseFindings(transaction, findings))
  for (const { problem } of findings) print(problem)
  const sound = findings.length === 0
  print(
    `The database, in ${DATABASE_CHECKS.length} checks: ${sound ? 'all is well.' : 'something is wrong.'}`,
  )
  return { json: { ok: sound, findings }, exitCode: sound ? 0 : 1 }
}
