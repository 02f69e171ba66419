import type { Command } from '../../../engines/commands/command.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { Context } from '../../../records/context.ts'
import { correctCounts, rankDocuments } from '../../../records/documents/counts/counts.repository.ts'
import { markUnwritten } from '../../../records/parties/owner-values/owner-rolls.check.repository.ts'
import { findDriftedRolls } from '../../../records/parties/owner-values/owner-rolls.check.ts'
import { counted } from '../../../engines/warnings/counted.ts'

export const rebuildCounts: Command<Context> = {
  name: 'counts rebuild',
  usage: '',
  summary:
    'Counts all documents and brings the totals of lists, and owner rolls, right; nobody waits for it.',
  options: {},
  positionals: 0,
  onlyReads: true,
  async run(context) {
    const done = await rebuild(context)
    const { ranked, counts, rolls } = done
    if (ranked > 0)
      context.print(
        `${counted(ranked, 'file was', 'files were')} moved to the place of ${ranked === 1 ? 'its' : 'their'} status in the list.`,
      )
    context.print(
      counts + rolls === 0
        ? 'All counts and rolls are right.'
        : `${counted(counts, 'count was', 'counts were')} corrected; ${counted(rolls, 'roll')} will be written again.`,
    )
    return { json: done }
  },
}

type Rebuilt = { readonly ranked: number; readonly counts: number; readonly rolls: number }

async function rebuild(context: Context): Promise<Rebuilt> {
  const drifted = await findDriftedRolls(context.database)
  return context.database.kysely
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      const ranked = await rankDocuments(transaction)
      const counts = await correctCounts(transaction)
      for (const roll of drifted) await markUnwritten(transaction, roll)
      const after = { ranked, counts, rolls: drifted.length }
      const subject = { kind: 'portal', id: 'counts' } as const
      await recordAudit(transaction, context, { action: 'counts.rebuilt', subject, after })
      return after
    })
}
