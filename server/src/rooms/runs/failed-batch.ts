import { SOMETHING_WENT_WRONG } from '@portal/contract/common-errors.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { toPortalError } from '../../engines/http/failure.ts'
import type { World } from '../../records/context.ts'
import { addFailure, listPending, settleItems } from '../../records/runs/run-items.repository.ts'
import { addToRun, lockRun, type RunRow } from '../../records/runs/runs.repository.ts'
import { FILE_FAILED } from './run-reasons.ts'
import { reasonOf, tallyOf } from './tally.ts'

/** Documents of one transaction: few enough that nobody waits for their locks. */
const BATCH = 100
/** Failures after which the documents of a batch are changed one by one. */
const FAILURES_TOGETHER = 3
/** Failures after which a document is refused: those of its batches, and three of its own. */
const MOST_FAILURES = FAILURES_TOGETHER + 3

/** The documents of a batch have failed equally often. */
export type BatchOfRun = { readonly ids: readonly number[]; readonly failures: number }

/** The next documents of a run: those of failed batches last, and one by one after a few failures. */
export async function findBatch(db: Kysely<DB>, number: number): Promise<BatchOfRun | null> {
  const pending = await listPending(db, number, BATCH)
  const [first] = pending
  if (!first) return null
  const { failures } = first
  const alike = pending.filter((each) => each.failures === failures)
  const ids = (failures < FAILURES_TOGETHER ? alike : [first]).map(({ id }) => id)
  return { ids, failures }
}

/** Whether no document causes the error: a server is away or full, or others hold the documents. */
export function isOutage(error: unknown): boolean {
  return toPortalError(error, undefined).code !== SOMETHING_WENT_WRONG.code
}

type Failed = BatchOfRun & { readonly run: Pick<RunRow, 'number'> }

/** Counts a failure of a batch. A document that has failed alone often enough is refused (R20.64). */
export async function noteFailure(
  { database: { kysely }, clock, log }: World,
  { run: { number }, ids, failures }: Failed,
  error: unknown,
): Promise<void> {
  if (failures + 1 < MOST_FAILURES) {
    await addFailure(kysely, number, ids)
    log.error({ err: error, run: number, documents: ids.length, failures: failures + 1 }, 'A batch failed.')
    return
  }
  await kysely.transaction().execute(async (transaction) => {
    if ((await lockRun(transaction, number)) !== 'running') return
    const reason = reasonOf(FILE_FAILED)
    await settleItems(
      transaction,
      number,
      ids.map((id) => ({ id, outcome: 'refused', reason })),
    )
    const tally = tallyOf(ids.map(() => ({ kind: 'refused', refusal: FILE_FAILED })))
    await addToRun(transaction, number, { ...tally, at: clock.now() })
  })
  log.error({ err: error, run: number, document: ids[0] }, 'A run could not change a document.')
}
