import { basename } from 'node:path'
import { recordAudit } from '../audit/record.ts'
import { CommandError, type CommandContext } from '../commands/command.ts'
import type { CountyRow } from '../counties/counties.repository.ts'
import { openText } from './file-text.ts'
import type { ImportOutcome } from './import-outcome.ts'
import type { Roll, Written } from './roll.ts'
import { stagedLines, type Tally } from './staged-lines.ts'
import * as repository from './staging.repository.ts'

type Acting = Pick<CommandContext, 'database' | 'clock' | 'jobs' | 'actor' | 'progress'>

export type ImportRequest = {
  readonly roll: Roll
  readonly county: Pick<CountyRow, 'id' | 'number'>
  /** Where the file is of one year. */
  readonly year: number | null
  readonly path: string
  /** Refuse the whole file for one bad line. */
  readonly strict: boolean
  /** Make the file the whole roll of the county and year. */
  readonly replace: boolean
}

/** What became of the lines; `held` counts rows that `replace` leaves because others refer to them. */
export type Imported = { readonly outcome: ImportOutcome; readonly held: number }

/**
 * Loads a file in one transaction: good lines are written, bad ones refused. Where no line is good, or `strict` meets a
 * bad one, all stays as it was. Throws CommandError with one line when the file cannot be read as that roll.
 */
export async function importFile(context: Acting, request: ImportRequest): Promise<Imported> {
  const tally: Tally = { read: 0, good: 0, skipped: 0, refused: [], isAscending: true }
  try {
    return await repository.inStagingTransaction(context.database.pool, async (staging) => {
      const repeated = await stage(staging, { context, request, tally })
      context.progress(`Writing ${tally.read.toLocaleString('en-US')} lines …`)
      const { roll, county, year, replace } = request
      const written = await roll.write(staging.transaction, {
        countyId: county.id,
        year,
        replace,
        lines: tally.good - repeated.length,
        jobs: context.jobs,
      })
      const repeats = repeated.filter(({ isSame }) => isSame).length
      const outcome = outcomeOf(tally, { ...written, unchanged: written.unchanged + repeats })
      await recordAudit(staging.transaction, context, {
        what: roll.deed,
        countyId: county.id,
        after: { file: basename(request.path), ...outcome, refused: outcome.refused.length },
      })
      return { outcome, held: written.held }
    })
  } catch (error) {
    if (error !== NOTHING_LOADED) throw error
    return { outcome: outcomeOf(tally, NOTHING), held: 0 }
  } finally {
    context.progress('')
  }
}

/** Thrown to roll back what was staged. */
const NOTHING_LOADED = new Error('Nothing is loaded.')
const NOTHING: Written = { inserted: 0, updated: 0, unchanged: 0, removed: 0, held: 0 }

type Work = { context: Acting; request: ImportRequest; tally: Tally }

/** Fills `staged`, and `named` where it will be needed, from the file; answers the lines that repeat an earlier one. */
async function stage(
  staging: repository.Staging,
  { context, request, tally }: Work,
): Promise<repository.RepeatedLine[]> {
  const { roll, county, year, path } = request
  const text = await openText(path)
  const source = { text, roll, countyNumber: county.number, year }
  await repository.createStagingTable(staging, roll)
  await repository.copyLines(staging, stagedLines(source, { tally, progress: context.progress }))
  if (request.replace) await repository.keepNumbers(staging, roll)
  if (tally.refused.length > 0) await repository.removeRefusedLines(staging)
  await repository.analyzeLines(staging, roll)
  const repeated = tally.isAscending ? [] : await repository.takeRepeatedLines(staging, roll)
  const [{ header: column }] = roll.columns
  for (const { line, firstLine, number } of repeated.filter(({ isSame }) => !isSame)) {
    const reason = `${number} stands on line ${firstLine} already, with other values`
    tally.refused.push({ line, column, reason })
  }
  if (request.strict && tally.refused.length > 0) throw NOTHING_LOADED
  if (tally.good === 0) withoutGoodLines(request, tally)
  return repeated
}

/** Nothing to load is fine only where every line is another county's or year's, and nothing is to be removed for it. */
function withoutGoodLines({ path, replace }: ImportRequest, { skipped, refused }: Tally): void {
  if (refused.length > 0) throw NOTHING_LOADED
  if (skipped === 0) throw new CommandError(`${path} has no line below the one that names the columns.`)
  if (replace) throw new CommandError(`${path} has no line of this county and year; nothing was replaced.`)
}

function outcomeOf(tally: Tally, { inserted, updated, unchanged, removed }: Written): ImportOutcome {
  const refused = tally.refused.toSorted((a, b) => a.line - b.line)
  return { read: tally.read, inserted, updated, unchanged, removed, skipped: tally.skipped, refused }
}
