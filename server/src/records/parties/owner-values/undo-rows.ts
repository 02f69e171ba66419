import type { Transaction } from 'kysely'
import type { Engines } from '../../../engines/engines.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { deleteOtherRuns, deleteRunsOlderThan } from '../../imports/import-runs.repository.ts'
import type { RollKey } from './owner-roll.repository.ts'
import { deleteUndoRows } from './undo-rows.repository.ts'

/** Imports of a county and year that can be undone, one after the other. A mistake is seen within a file or two. */
const KEPT_IMPORTS = 5
/** A season of protests: what stood for so long is what people have worked with. */
const KEPT_DAYS = 90

/** Forgets what all but the newest imports of a county and year replaced, the one that is about to end among these. */
export async function keepNewestGeneration(
  transaction: Transaction<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<void> {
  const roll = { kind: 'owner-values', countyId, year: appraisalYear } as const
  await deleteUndoRows(transaction, await deleteOtherRuns(transaction, roll, KEPT_IMPORTS - 1))
}

/** Forgets what imports replaced long ago. */
export async function deleteOldImports({ database }: Pick<Engines, 'database'>): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    const old = await deleteRunsOlderThan(transaction, { kind: 'owner-values', days: KEPT_DAYS })
    await deleteUndoRows(transaction, old)
  })
}
