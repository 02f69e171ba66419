import { basename } from 'node:path'
import type { ActorContext } from '../access/context.ts'
import { recordAudit } from '../audit/record.ts'
import { CommandError, type CommandTools } from '../../engines/commands/command.ts'
import type { CountyRow } from '../counties/counties.repository.ts'
import { openText } from './file-text.ts'
import type { ImportOutcome } from './import-outcome.ts'
import type { ImportKind, WriteCounts } from './import-kind.ts'
import { stagedLines, type Tally } from './staged-lines.ts'
import * as repository from './staging.repository.ts'

type ImportContext = Pick<ActorContext, 'database' | 'clock' | 'jobs' | 'actor'> &
  Pick<CommandTools, 'progress'>

export type ImportRequest = {
  readonly kind: ImportKind
  readonly county: Pick<CountyRow, 'id' | 'number'>
  /** Where the file is of one year. */
  readonly year: number | null
  readonly path: string
  /** Refuse the whole file for one bad line. */
  readonly strict: boolean
  /** Remove what the county and year have and the file does not name. */
  readonly replace: boolean
}

/** What became of the lines; `held` counts rows that `replace` leaves because others refer to them. */
export type ImportResult = { readonly outcome: ImportOutcome; readonly held: number }

/**
 * Loads a file in one transaction: good lines are written, bad ones refused. Where no line is good, or `strict` meets a
 * bad one, all stays as it was.
 * @throws CommandError with one line when the file cannot be read as that kind.
 */
export async function importFile(context: ImportContext, request: ImportRequest): Promise<ImportResult> {
  const tally: Tally = { read: 0, good: 0, skipped: 0, refused: [], isAscending: true }
  try {
    return await repository.inStagingTransaction(context.database.pool, async (staging) => {
      const repeated = await stage(staging, { context, request, tally })
      context.progress(`Writing ${tally.read.toLocaleString('en-US')} lines …`)
      const { kind, county, year, replace } = request
      const written = await kind.write(staging.transaction, {
        countyId: county.id,
        year,
        replace,
        lines: tally.good - repeated.length,
        jobs: context.jobs,
      })
      const repeats = repeated.filter(({ isSame }) => isSame).length
      const outcome = outcomeOf(tally, { ...written, unchanged: written.unchanged + repeats })
      await recordAudit(staging.transaction, context, {
        action: kind.action,
        subject: { kind: 'county', id: county.id },
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
const NOTHING: WriteCounts = { inserted: 0, updated: 0, unchanged: 0, removed: 0, held: 0 }

type Work = { context: ImportContext; request: ImportRequest; tally: Tally }

/** Fills `staged`, and `named` where it will be needed, from the file; returns the lines that repeat an earlier one. */
async function stage(
  staging: repository.Staging,
  { context, request, tally }: Work,
): Promise<repository.RepeatedLine[]> {
  const { kind, county, year, path } = request
  const text = await openText(path)
  const source = { text, kind, countyNumber: county.number, year }
  await repository.createStagingTable(staging, kind)
  await repository.copyLines(staging, stagedLines(source, { tally, progress: context.progress }))
  if (request.replace) await repository.collectNumbers(staging, kind)
  if (tally.refused.length > 0) await repository.removeRefusedLines(staging)
  await repository.analyzeLines(staging, kind)
  const repeated = tally.isAscending ? [] : await repository.removeRepeatedLines(staging, kind)
  const [{ header: column }] = kind.columns
  for (const { line, firstLine, number } of repeated.filter(({ isSame }) => !isSame)) {
    const reason = `${number} stands on line ${firstLine} already, with other values`
    tally.refused.push({ line, column, reason })
  }
  if (request.strict && tally.refused.length > 0) throw NOTHING_LOADED
  if (tally.good === 0) requireLinesToLoad(request, tally)
  return repeated
}

/** Nothing to load is fine only where every line is another county's or year's, and nothing is to be removed for it. */
function requireLinesToLoad({ path, replace }: ImportRequest, { skipped, refused }: Tally): void {
  if (refused.length > 0) throw NOTHING_LOADED
  if (skipped === 0) throw new CommandError(`${path} has no line below the one that names the columns.`)
  if (replace) throw new CommandError(`${path} has no line of this county and year; nothing was replaced.`)
}

function outcomeOf(tally: Tally, { inserted, updated, unchanged, removed }: WriteCounts): ImportOutcome {
  const refused = tally.refused.toSorted((a, b) => a.line - b.line)
  return { read: tally.read, inserted, updated, unchanged, removed, skipped: tally.skipped, refused }
}
