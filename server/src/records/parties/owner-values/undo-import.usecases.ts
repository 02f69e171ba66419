import type { Transaction } from 'kysely'
import { CommandError } from '../../../engines/commands/command.ts'
import { planForWholeRolls } from '../../../engines/database/for-whole-rolls.repository.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { ActorContext } from '../../access/context.ts'
import { recordAudit, signatureOf } from '../../audit/record.ts'
import { importStatuses } from '../../imports/generations.models.ts'
import * as runs from '../../imports/import-runs.repository.ts'
import { keepNewestGeneration } from './undo-rows.ts'
import type { RollKey } from './owner-roll.repository.ts'
import { announceChange, measureRows } from './owner-values.repository.ts'
import { lockOwnerValues, putBack, type UndoCounts } from './undo-import.repository.ts'

type UndoContext = Pick<ActorContext, 'database' | 'clock' | 'jobs' | 'actor'>

export type UndoOutcome = UndoCounts & { readonly importID: number; readonly undoes: number }

/**
 * Restores a county's roll of a year to its state before an import, in one transaction. The undo is also an import,
 * which can be undone.
 * @throws CommandError with one line if the import wrote nothing, another followed it, or its rows have changed since.
 */
export async function undoImport(context: UndoContext, importId: number): Promise<UndoOutcome> {
  const { kysely } = context.database
  const run = await requireOwnerValues(context, importId)
  const undoId = await runs.beginImportRun(kysely, {
    kind: 'owner-values',
    countyId: run.countyId,
    year: run.appraisalYear,
    file: null,
    options: [],
    undoes: importId,
    actorName: signatureOf(context.actor).actor_name,
  })
  try {
    return await kysely.transaction().execute((transaction) => {
      return undoWithin(transaction, context, { ...run, importId, undoId })
    })
  } catch (error) {
    const state = error instanceof CommandError ? 'refused' : 'failed'
    // A lost database connection must not hide the original error. The undo then remains unfinished.
    await runs.endEmptyRun(kysely, undoId, { state }).catch(() => {})
    throw error
  }
}

async function requireOwnerValues({ database }: UndoContext, importId: number): Promise<RollKey> {
  const run = await runs.findImportRun(database.kysely, importId)
  if (!run) throw new CommandError(`There is no import ${importId}. 'import list' shows them.`)
  if (run.kind !== 'owner-values' || run.appraisal_year === null) {
    throw new CommandError(`Import ${importId} is of ${run.kind}: only owner values can be undone.`)
  }
  return { countyId: run.county_id, appraisalYear: run.appraisal_year }
}

async function undoWithin(
  transaction: Transaction<DB>,
  context: UndoContext,
  undoing: RollKey & { importId: number; undoId: number },
): Promise<UndoOutcome> {
  const { importId, undoId, countyId, appraisalYear } = undoing
  await runs.holdImportRun(transaction, undoId)
  await planForWholeRolls(transaction)
  await lockOwnerValues(transaction)
  await requireOnTop(transaction, undoing)
  const counts = await putBack(transaction, undoing)
  await announceChange(transaction, context.jobs, undoing)
  await keepNewestGeneration(transaction, undoing)
  const after = await measureRows(transaction, undoing)
  await runs.endLoadedRun(transaction, undoId, { ...counts, sha256: null, after })
  await recordAudit(transaction, context, {
    action: 'owner_values.import_undone',
    subject: { kind: 'county', id: countyId },
    countyId,
    after: { appraisalYear, importID: undoId, undoes: importId, ...counts },
  })
  return { ...counts, importID: undoId, undoes: importId }
}

/** @throws CommandError unless the rows are as the import left them, and the replaced rows are still stored. */
async function requireOnTop(
  transaction: Transaction<DB>,
  { importId, ...roll }: RollKey & { importId: number },
): Promise<void> {
  const name = `Import ${importId}`
  const key = { kind: 'owner-values', countyId: roll.countyId, year: roll.appraisalYear } as const
  const generations = await runs.listGenerations(transaction, key)
  const run = generations.find(({ id }) => id === importId)
  const standing = importStatuses(generations).get(importId)
  if (!run || !standing) throw new CommandError(`${name} changed nothing, so there is nothing to undo.`)
  const { blockedBy, isInEffect } = standing
  if (blockedBy !== null) {
    throw new CommandError(
      `${name} cannot be undone: import ${blockedBy} changed the same county and year after it. Undo that first.`,
    )
  }
  if (!isInEffect) throw new CommandError(`${name} is undone already.`)
  if (!run.is_kept) throw new CommandError(`${name} cannot be undone: what it replaced is no longer kept.`)
  const now = await measureRows(transaction, roll)
  if (now.rowCount !== Number(run.row_count) || now.importIdSum !== run.import_id_sum) {
    throw new CommandError(
      `${name} cannot be undone: something else than an import has changed its rows since.`,
    )
  }
}
