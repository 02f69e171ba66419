import type { Transaction } from 'kysely'
import type { Engines } from '../../../engines/engines.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { deleteOtherRuns, deleteRunsOlderThan } from '../../imports/import-runs.repository.ts'
import type { RollKey } from './owner-roll.repository.ts'
import { deleteUndoRows } from './undo-rows.repository.ts'

/**
 * How many imports of a county and year can be undone, one after the other. People notice a mistake within a file or
 * two.
 */
const KEPT_IMPORTS = 5
/** A season of protests. People have worked with data this old, so it should not be reverted. */
const KEPT_DAYS = 90

/**
 * Deletes the rows replaced by all but the newest imports of a county and year. The count includes the import about to
 * end.
 */
export async function keepNewestGeneration(
  transaction: Transaction<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<void> {
  const roll = { kind: 'owner-values', countyId, year: appraisalYear } as const
  await deleteUndoRows(transaction, await deleteOtherRuns(transaction, roll, KEPT_IMPORTS - 1))
}

/** Deletes the rows that old imports replaced. */
export async function deleteOldImports({ database }: Pick<Engines, 'database'>): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    const old = await deleteRunsOlderThan(transaction, { kind: 'owner-values', days: KEPT_DAYS })
    await deleteUndoRows(transaction, old)
  })
}
