import { UNDO_DAYS } from '@portal/contract/runs/run-errors.ts'
import type { Engines } from '../../engines/engines.ts'
import { DAY_MS } from '../../engines/throttle/throttle.ts'
import { deleteReversals, findRunToSweep, markFinal } from './sweep-reversals.repository.ts'

/** Items of one transaction. */
const PORTION = 5000
/** Days after the last undo. The clocks of servers may differ. */
const SPARE_DAYS = 1

/**
 * Deletes the former values that no undo can write back any more. The run and the outcome of each document stay, because
 * the page of a run is permanent (R20.62).
 */
export async function sweepReversals({
  database,
  clock,
}: Pick<Engines, 'database' | 'clock'>): Promise<void> {
  const { kysely } = database
  const endedBefore = new Date(clock.now().getTime() - (UNDO_DAYS + SPARE_DAYS) * DAY_MS)
  for (;;) {
    const number = await findRunToSweep(kysely, endedBefore)
    if (number === undefined) return
    let deleted = PORTION
    while (deleted === PORTION) deleted = await deleteReversals(kysely, number, PORTION)
    await markFinal(kysely, number)
  }
}
