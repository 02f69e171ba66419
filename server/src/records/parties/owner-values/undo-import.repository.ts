import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { RollKey } from './owner-roll.repository.ts'
import { COLUMNS } from './undo-rows.repository.ts'

/** An import, the import that undoes it, and the roll that both write. */
export type Undoing = RollKey & { readonly importId: number; readonly undoId: number }

export type UndoCounts = { readonly inserted: number; readonly updated: number; readonly removed: number }

/** Blocks other writers of owner values until the transaction ends. Readers do not wait. */
export async function lockOwnerValues(transaction: Transaction<DB>): Promise<void> {
  await sql`LOCK TABLE owner_value IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
}

/**
 * Restores the rows of a county and year to their state before the import. Removes the rows that it added, and fully
 * restores the rows that it changed and removed. Saves the replaced rows, so that the undo can be undone.
 */
export async function putBack(transaction: Transaction<DB>, undoing: Undoing): Promise<UndoCounts> {
  await keepWhatIsThere(transaction, undoing)
  const removed = await removeAdded(transaction, undoing)
  const updated = await changeBack(transaction, undoing)
  const inserted = await bringBack(transaction, undoing)
  return { inserted, updated, removed }
}

/** Saves the rows that the undo will change, and marks the rows that it will restore as missing before. */
async function keepWhatIsThere(
  transaction: Transaction<DB>,
  { importId, undoId, countyId, appraisalYear }: Undoing,
): Promise<void> {
  await sql`
    INSERT INTO owner_value_before (import_id, party_number, existed, written_by, ${COLUMNS})
    SELECT ${undoId}::integer, b.party_number, v.party_number IS NOT NULL, v.import_id, COALESCE(v.owner_name, ''),
      COALESCE(v.cad_owner_id, ''), v.agent_number, COALESCE(v.agent_name, ''), v.current_value, v.prior_value
    FROM owner_value_before AS b LEFT JOIN owner_value AS v ON v.party_number = b.party_number
      AND v.county_id = ${countyId} AND v.appraisal_year = ${appraisalYear}
    WHERE b.import_id = ${importId} AND b.existed`.execute(transaction)
}

/** Rows that an import added have its number and did not exist before. An undo marks the rows that it restored. */
async function removeAdded(
  transaction: Transaction<DB>,
  { importId, undoId, countyId, appraisalYear }: Undoing,
): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH gone AS (
      DELETE FROM owner_value AS v WHERE v.county_id = ${countyId} AND v.appraisal_year = ${appraisalYear}
        AND (v.import_id = ${importId}
          OR v.party_number IN (SELECT party_number FROM owner_value_before WHERE import_id = ${importId} AND NOT existed))
        AND v.party_number NOT IN (SELECT party_number FROM owner_value_before WHERE import_id = ${importId} AND existed)
      RETURNING v.*
    )
    INSERT INTO owner_value_before (import_id, party_number, existed, written_by, ${COLUMNS})
    SELECT ${undoId}::integer, party_number, true, import_id, ${COLUMNS} FROM gone`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

const KEPT = sql`b.owner_name, b.cad_owner_id, b.agent_number, b.agent_name, b.current_value, b.prior_value, b.written_by`

async function changeBack(
  transaction: Transaction<DB>,
  { importId, countyId, appraisalYear }: Undoing,
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE owner_value AS v SET (${COLUMNS}, import_id) = ROW (${KEPT}) FROM owner_value_before AS b
    WHERE b.import_id = ${importId} AND b.existed AND v.party_number = b.party_number
      AND v.county_id = ${countyId} AND v.appraisal_year = ${appraisalYear}`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

async function bringBack(
  transaction: Transaction<DB>,
  { importId, undoId, countyId, appraisalYear }: Undoing,
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO owner_value (county_id, appraisal_year, party_number, ${COLUMNS}, import_id)
    SELECT ${countyId}::integer, ${appraisalYear}::smallint, b.party_number, ${KEPT}
    FROM owner_value_before AS b JOIN owner_value_before AS missing USING (party_number)
    WHERE b.import_id = ${importId} AND b.existed AND missing.import_id = ${undoId} AND NOT missing.existed`.execute(
    transaction,
  )
  return Number(numAffectedRows ?? 0)
}
