import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import {
  NOTHING_SELECTED,
  RUN_NOT_ENDED,
  RUN_NOT_FOUND,
  RUN_TOO_OLD,
  RUN_UNDONE,
} from '@portal/contract/runs/run-errors.ts'
import {
  type listRunDocuments as listRunDocumentsCall,
  type listRuns as listRunsCall,
  type Run,
} from '@portal/contract/runs/runs.ts'
import { failure } from '../../engines/http/errors.ts'
import { pageOf } from '../../engines/paging/paging.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { countyScope } from '../../records/access/county.policy.ts'
import { mayDownload } from '../../records/documents/documents.policy.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { insertItemsToUndo, listItems, listToUndo } from '../../records/runs/run-items.repository.ts'
import { findRun, listRunsOf, type RunRow, type StoredAction } from '../../records/runs/runs.repository.ts'
import { maySeeRun, refuseForeignComments } from '../../records/runs/runs.policy.ts'
import { stopRunning } from '../../records/runs/stop-run.ts'
import { requireRight } from './require-action.ts'
import { requireRoomForRun } from './run-limit.ts'
import { describeRun } from './run-delay.ts'
import { isTooOld } from './runs.models.ts'
import { beginRun, digestOf, findEarlier } from './start-run.usecases.ts'
import { titleOfRun } from './title-of-run.ts'

/** @throws PortalError 404 for a run that the caller may not see. */
export async function readRun(context: PersonContext, number: number): Promise<Run> {
  return describeRun(context, await requireRun(context, number))
}

/** @throws PortalError 404 for a run that the caller may not see. */
async function requireRun({ database, actor }: PersonContext, number: number): Promise<RunRow> {
  const row = await findRun(database.kysely, number)
  if (!row || !maySeeRun(actor.person, row)) throw failure(RUN_NOT_FOUND)
  return row
}

export async function listOwnRuns({
  database,
  actor: { person },
}: PersonContext): Promise<ResultOf<typeof listRunsCall>> {
  const rows = await listRunsOf(database.kysely, person.accountId, PAGE_SIZE)
  return {
    runs: rows.map((row) => ({
      number: row.number,
      what: titleOfRun(row),
      state: row.state,
      startedAt: row.startedAt.toISOString(),
      total: row.total,
      changed: row.changed,
      undoes: row.undoes,
      undoneBy: row.undoneBy,
    })),
  }
}

/** @throws PortalError 404 for a run that the caller may not see. */
export async function listDocumentsOfRun(
  context: PersonContext,
  number: number,
  { outcome, after = 0 }: QueryOf<typeof listRunDocumentsCall>,
): Promise<ResultOf<typeof listRunDocumentsCall>> {
  await requireRun(context, number)
  const scope = countyScope(context.actor.person)
  const query = { number, scope, outcome, after, most: PAGE_SIZE + 1 }
  const rows = await listItems(context.database.kysely, query)
  const { page, next } = pageOf(rows, PAGE_SIZE, ({ id }) => String(id))
  const { person } = context.actor
  const documents = page.map((row) => ({
    FileID: row.id,
    FileName: mayDownload(person, row) === null ? row.fileName : '',
    outcome: row.outcome,
    reason: row.reason,
  }))
  return { documents, next: next === null ? null : Number(next) }
}

/**
 * Stops a run between two batches. A run that has ended stays as it is.
 * @throws PortalError 404 for a run that the caller may not see.
 */
export async function stopRun(context: PersonContext, number: number): Promise<Run> {
  await requireRun(context, number)
  await context.database.kysely
    .transaction()
    .execute((transaction) => stopRunning(transaction, context, { number }))
  return readRun(context, number)
}

/** The undo of an undo is about the same kind of change. */
function undoOf(action: StoredAction): StoredAction {
  return { kind: 'undo', of: action.kind === 'undo' ? action.of : action.kind }
}

/**
 * Undoes a run by another one: documents that nobody has changed since go back.
 * @throws PortalError 404 for a run that the caller may not see, 403 without the right to edit and for comments of
 * another person, 409 if it has not ended,
 * was undone or is too old; 429 after too many runs.
 */
export async function undoRun(context: PersonContext, number: number, key: string): Promise<Run> {
  const { clock, actor, database } = context
  const request = digestOf({ undoes: number })
  const earlier = await findEarlier(context, { key, request })
  if (earlier) return earlier
  const row = await requireRun(context, number)
  requireRight(actor.person, row.action)
  const refusal = refuseForeignComments(actor.person, row)
  if (refusal) throw failure(refusal)
  if (row.endedAt === null) throw failure(RUN_NOT_ENDED)
  refuseUndone(row)
  if (isTooOld(row.endedAt, clock.now())) throw failure(RUN_TOO_OLD)
  const ids = await listToUndo(database.kysely, number)
  if (ids.length === 0) {
    // Another undo may have ended just now.
    refuseUndone(await requireRun(context, number))
    throw failure(NOTHING_SELECTED)
  }
  await admitAttempt(context, repeatedActLimits(actor, 'run'))
  // A mistake can be undone at any time. The undo of an undo is a change like others.
  if (row.undoes !== null) await requireRoomForRun(context, ids.length)
  const what = `Undo run ${number}: ${row.what.replace(/^Undo run \d+: /u, '')}`
  const run = { key, request, action: undoOf(row.action), what, undoes: number, total: ids.length }
  return beginRun(context, run, {
    ids,
    addItems: (transaction, undoing) => insertItemsToUndo(transaction, undoing, number),
  })
}

/** @throws PortalError 409 for a run that was undone. */
function refuseUndone({ undoneBy }: RunRow): void {
  if (undoneBy !== null) throw failure(RUN_UNDONE, { values: { number: undoneBy } })
}
