import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** The facts about an owner in a file, as columns of both the rows and their saved copies. */
export const COLUMNS = sql`owner_name, cad_owner_id, agent_number, agent_name, current_value, prior_value`

/** Deletes the rows that these imports replaced. */
export async function deleteUndoRows(
  transaction: Transaction<DB>,
  importIds: readonly number[],
): Promise<void> {
  if (importIds.length === 0) return
  await transaction.deleteFrom('owner_value_before').where('import_id', 'in', importIds).execute()
}
