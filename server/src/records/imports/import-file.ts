import { basename } from 'node:path'
import type { ActorContext } from '../access/context.ts'
import { recordAudit, signatureOf } from '../audit/record.ts'
import { CommandError, type CommandTools } from '../../engines/commands/command.ts'
import type { CountyRow } from '../counties/counties.repository.ts'
import { openText, type FileText } from './file-text.ts'
import type { ImportOutcome, ImportResult } from './import-outcome.ts'
import type { ImportKind, WriteCounts } from './import-kind.ts'
import {
  beginImportRun,
  endEmptyRun,
  endLoadedRun,
  findSameFile,
  holdImportRun,
} from './import-runs.repository.ts'
import { requireConfirmed } from './large-changes.ts'
import { newTally, stagedLines, type LineCounts } from './staged-lines.ts'
import * as repository from './staging.repository.ts'

type ImportContext = Pick<ActorContext, 'database' | 'clock' | 'jobs' | 'actor'> &
  Pick<CommandTools, 'progress'>

export type ImportRequest = {
  readonly kind: ImportKind
  readonly county: Pick<CountyRow, 'id' | 'number'>
  /** Set if the file is for one year. */
  readonly year: number | null
  readonly path: string
  /** Reject the whole file if one line is bad. */
  readonly strict: boolean
  /** Remove rows of the county and year that the file does not name. */
  readonly replace: boolean
  /** Whether it may remove or change more than `requireConfirmed` allows by default. */
  readonly confirm: boolean
}

/**
 * Loads a file in one transaction: writes good lines and rejects bad ones. If no line is good, or `strict` finds a bad
 * one, nothing changes. In any case, the list of imports shows it from its start.
 * @throws CommandError with one line if the file cannot be read as that kind, or changes too much without confirmation.
 */
export async function importFile(context: ImportContext, request: ImportRequest): Promise<ImportResult> {
  const text = await openText(request.path)
  const { kysely } = context.database
  const work = { context, request, text, tally: newTally(), id: await beginRun(context, request, text) }
  try {
    return await load(work)
  } catch (error) {
    const state = error === NOTHING_LOADED || error instanceof CommandError ? 'refused' : 'failed'
    const outcome = outcomeOf(work, NOTHING)
    // A lost database connection must not hide the original error. The import then remains unfinished.
    const ended = endEmptyRun(kysely, work.id, { state, ...countsOf(outcome) })
    if (error !== NOTHING_LOADED) {
      await ended.catch(() => {})
      throw error
    }
    await ended
    return { outcome, held: 0, sameAs: null }
  } finally {
    context.progress('')
  }
}

/** Thrown to roll back the staged lines. */
const NOTHING_LOADED = new Error('Nothing is loaded.')
const NOTHING: WriteCounts = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
  held: 0,
  before: 0,
  examples: [],
}

type Work = {
  readonly context: ImportContext
  readonly request: ImportRequest
  readonly text: FileText
  readonly tally: LineCounts
  /** Of the import. */
  readonly id: number
}

function beginRun(
  { database, actor }: ImportContext,
  request: ImportRequest,
  text: FileText,
): Promise<number> {
  const { kind, county, year, path } = request
  return beginImportRun(database.kysely, {
    kind: kind.name,
    countyId: county.id,
    year,
    file: { name: basename(path), bytes: text.bytes },
    options: (['replace', 'strict', 'confirm'] as const).filter((option) => request[option]),
    actorName: signatureOf(actor).actor_name,
    undoes: null,
  })
}

async function load(work: Work): Promise<ImportResult> {
  const { context, request, tally, id } = work
  const { kind, county, year, replace, path } = request
  return repository.inStagingTransaction(context.database.pool, async (staging) => {
    const { transaction } = staging
    await holdImportRun(transaction, id)
    const repeated = await stage(staging, work)
    context.progress(`Writing ${tally.read.toLocaleString('en-US')} lines …`)
    const lines = tally.good - repeated.same - repeated.other
    const scope = { importId: id, countyId: county.id, year, replace, lines, jobs: context.jobs }
    const written = await kind.write(transaction, scope)
    requireConfirmed({ path, kindName: kind.name, isConfirmed: request.confirm }, written)
    const outcome = outcomeOf(work, { ...written, unchanged: written.unchanged + repeated.same })
    const sha256 = tally.sha256.digest()
    await endLoadedRun(transaction, id, { ...countsOf(outcome), sha256, after: written.after })
    await recordAudit(transaction, context, {
      action: kind.action,
      subject: { kind: 'county', id: county.id },
      countyId: county.id,
      after: { file: basename(path), ...namedCounts(outcome) },
    })
    const isSame = written.inserted + written.updated + written.removed === 0
    return {
      outcome,
      held: written.held,
      sameAs: isSame ? await findSameFile(transaction, { id, sha256 }) : null,
    }
  })
}

/** Fills `staged`, and `named` if it will be needed, from the file. Returns the lines that repeat an earlier one. */
async function stage(
  staging: repository.Staging,
  { context, request, text, tally }: Work,
): Promise<repository.RepeatedLines> {
  const { kind, county, year } = request
  const source = { text, kind, countyNumber: county.number, year }
  await repository.createStagingTable(staging, kind)
  await repository.copyLines(staging, stagedLines(source, { tally, progress: context.progress }))
  if (request.replace) await repository.collectNumbers(staging, kind)
  if (tally.refused.count() > 0) await repository.removeRefusedLines(staging)
  await repository.analyzeLines(staging, kind)
  const repeated = tally.isAscending ? NONE_REPEATED : await repository.removeRepeatedLines(staging, kind)
  const [{ header: column }] = kind.columns
  const contradictions = repeated.first.map(({ line, firstLine, number }) => {
    return { line, column, reason: `${number} stands on line ${firstLine} already, with other values` }
  })
  tally.refused.addMany(contradictions, repeated.other)
  if (request.strict && tally.refused.count() > 0) throw NOTHING_LOADED
  if (tally.good === 0) requireLinesToLoad(request, tally)
  return repeated
}

const NONE_REPEATED: repository.RepeatedLines = { same: 0, other: 0, first: [] }

/**
 * A file with nothing to load is fine only if all its lines belong to other counties or years, and no rows are to be
 * removed for it.
 */
function requireLinesToLoad({ path, replace }: ImportRequest, { skipped, refused }: LineCounts): void {
  if (refused.count() > 0) throw NOTHING_LOADED
  if (skipped === 0) throw new CommandError(`${path} has no line below the one that names the columns.`)
  if (replace) throw new CommandError(`${path} has no line of this county and year; nothing was replaced.`)
}

function outcomeOf(
  { tally, id }: Pick<Work, 'tally' | 'id'>,
  { inserted, updated, unchanged, removed }: WriteCounts,
): ImportOutcome {
  const { read, skipped, refused } = tally
  const written = { read, inserted, updated, unchanged, removed, skipped }
  return { ...written, refused: refused.first(), importID: id, refusedTotal: refused.count() }
}

function countsOf({ read, inserted, updated, unchanged, removed, skipped, refusedTotal }: ImportOutcome) {
  return { read, inserted, updated, unchanged, removed, skipped, refused: refusedTotal }
}

/** The counts in the format of the audit record. */
function namedCounts(outcome: ImportOutcome) {
  return { ...countsOf(outcome), importID: outcome.importID }
}
