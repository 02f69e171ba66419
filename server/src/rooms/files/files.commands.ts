import type { Command } from '../../engines/commands/command.ts'
import { jobWarnings } from '../../engines/jobs/jobs.warnings.ts'
import { verifyAnchors } from '../../records/audit/anchors/verify-anchors.usecases.ts'
import type { CommandContext, Context } from '../../records/context.ts'
import { scan } from './checks/scan.commands.ts'
import { storeCommands } from './verify/quarantine.commands.ts'
import { saveDamagedDocuments, saveDamagedMails } from './verify/save-findings.ts'
import { rebuildCounts } from './verify/rebuild-counts.ts'
import { reportDatabase } from './verify/database-checks.ts'
import { isSound, verifyDocuments, type Verdict } from './verify/verify.usecases.ts'
import { counted } from '../../engines/warnings/counted.ts'

const verify: Command<Context> = {
  name: 'verify',
  usage: '[--database]',
  summary:
    'Compares every stored document, and every message of the mailbox that waits, with its size and SHA-256 and the audit record with its anchors, and names what belongs to none; or names what has drifted in the database.',
  options: { database: { type: 'boolean' } },
  positionals: 0,
  onlyReads: true,
  async run(context, { values }) {
    if (values['database']) return reportDatabase(context)
    const verdict = await verifyDocuments(context, (checked) =>
      context.progress(`${checked} documents checked`),
    )
    context.progress('')
    const { kysely } = context.database
    await kysely.transaction().execute(async (transaction) => {
      await saveDamagedDocuments(transaction, verdict.damaged)
      await saveDamagedMails(transaction, verdict.damagedMails)
    })
    const deadJobs = (await jobWarnings.collect(context)).map(({ text }) => text)
    const anchors = await verifyAnchors(context)
    const sound = isSound(verdict) && deadJobs.length + anchors.problems.length === 0
    for (const line of [...anchors.problems, ...anchors.warnings, ...deadJobs]) context.print(line)
    tell(context, verdict, sound)
    return { json: { ok: sound, ...verdict, deadJobs, audit: anchors }, exitCode: sound ? 0 : 1 }
  },
}

export const documentCommands: readonly Command<Context>[] = [verify, rebuildCounts, scan, ...storeCommands]

function tell({ print }: CommandContext, verdict: Verdict, sound: boolean): void {
  for (const { fileID, fileName, problem } of verdict.damaged)
    print(`File ${fileID} (${fileName}): ${problem}`)
  for (const { mailID, problem } of verdict.damagedMails)
    print(`Message ${mailID} of the mailbox: ${problem}`)
  for (const { storageKey, bytes } of verdict.orphans)
    print(`Belongs to no document: ${storageKey} (${bytes} bytes)`)
  for (const { storageKey, bytes } of verdict.brokenUploads)
    print(`Broken upload: ${storageKey} (${bytes} bytes)`)
  for (const { storageKey, bytes, changedAt } of verdict.quarantined)
    print(`In quarantine: ${storageKey} (${bytes} bytes, ${changedAt})`)
  if (verdict.pendingDeletions > 0)
    print(
      `The bytes of ${counted(verdict.pendingDeletions, 'deleted document or decided message', 'deleted documents or decided messages')} are kept for now.`,
    )
  if (verdict.overdueDeletions > 0)
    print(
      `The bytes of ${counted(verdict.overdueDeletions, 'deleted document or decided message', 'deleted documents or decided messages')} should have been removed: see the log.`,
    )
  for (const { fileID, fileName, finding } of verdict.infected)
    print(`File ${fileID} (${fileName}): infected: ${finding}`)
  for (const line of verdict.virusChecks) print(line)
  if (verdict.foreignStore !== null) print(verdict.foreignStore)
  print(
    `${counted(verdict.checked, 'document')}, ${verdict.bytes} bytes: ${sound ? 'all is well.' : 'something is wrong.'}`,
  )
}
