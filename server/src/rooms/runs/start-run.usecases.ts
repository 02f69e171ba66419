import { createHash } from 'node:crypto'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { MAX_AT_ONCE, RUN_IN_PROGRESS, RUN_KEY_USED, RUN_UNDONE } from '@portal/contract/runs/run-errors.ts'
import { type Run, type startRun as startRunCall } from '@portal/contract/runs/runs.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { countyScope } from '../../records/access/county.policy.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { findPending, insertItems } from '../../records/runs/run-items.repository.ts'
import {
  findRun,
  findRunByKey,
  findRunning,
  insertRun,
  type NewRun,
  type RunRow,
} from '../../records/runs/runs.repository.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import { inSearchTurn } from '../../records/search-index/in-search-turn.ts'
import { selectDocuments } from '../../records/search-index/select-documents.ts'
import { changeBatch } from './change-batch.ts'
import { DOCUMENT_RUN } from './document-run.job.ts'
import { requireAction, requireRight } from './require-action.ts'
import { requireRoomForRun, RUN_LIMIT } from './run-limit.ts'
import { describeRun } from './run-delay.ts'

/**
 * Changes the documents of a selection: a few before the response, many by a job.
 * @throws PortalError as `requireAction` and `selectDocuments`; 409 for a key of another request, and while a run of
 * the caller is under way; 429 after too many runs, or too many documents in them.
 */
export async function startRun(
  context: PersonContext,
  { key, selection, action }: BodyOf<typeof startRunCall>,
): Promise<Run> {
  const request = digestOf({ selection, action })
  const earlier = await findEarlier(context, { key, request })
  if (earlier) return earlier
  const what = await requireAction(context, action)
  await admitAttempt(context, repeatedActLimits(context.actor, 'run'))
  // The turn ends before the locks, which others may hold for long.
  const { ids, after } = await inSearchTurn(context, async (turn) => {
    const selected = await selectDocuments(turn, selection, RUN_LIMIT)
    return { ids: selected.ids, after: turn }
  })
  await requireRoomForRun(after, ids.length)
  const run = { key, request, action, what, undoes: null, total: ids.length }
  const addItems = (transaction: Transaction<DB>, number: number) =>
    insertItems(transaction, number, { ids, scope: countyScope(after.actor.person) })
  return beginRun(after, run, { ids, addItems })
}

/** SHA-256 of what a request asks for. */
export function digestOf(request: object): Buffer {
  return createHash('sha256').update(JSON.stringify(request)).digest()
}

/**
 * The run that this request started before.
 * @throws PortalError 409 if another request had the key.
 */
export async function findEarlier(
  context: PersonContext,
  { key, request }: Pick<NewRun, 'key' | 'request'>,
): Promise<Run | null> {
  const { database, actor } = context
  const row = await findRunByKey(database.kysely, { startedBy: actor.person.accountId, key })
  if (!row) return null
  if (!row.request.equals(request)) throw failure(RUN_KEY_USED)
  return describeRun(context, row)
}

type Requested = Omit<NewRun, 'startedBy' | 'cameFrom' | 'startedAt' | 'state'>

type Documents = {
  readonly ids: readonly number[]
  readonly addItems: (transaction: Transaction<DB>, number: number) => Promise<unknown>
}

/**
 * Stores a run and changes its documents, or queues the job that does.
 * @throws PortalError 409 while a run of the caller is under way, if this one needs a job.
 */
export async function beginRun(context: PersonContext, run: Requested, documents: Documents): Promise<Run> {
  const isLong = documents.ids.length > MAX_AT_ONCE
  await (isLong ? queueRun(context, run, documents) : changeAtOnce(context, run, documents))
  return (await findEarlier(context, run)) ?? refuseRun(context, run)
}

/** @throws PortalError 409 why the run was not stored: one of the caller is under way, or the run to undo was undone. */
async function refuseRun({ database, actor }: PersonContext, { undoes }: Requested): Promise<never> {
  const undone = undoes === null ? undefined : await findRun(database.kysely, undoes)
  if (undone && undone.undoneBy !== null) throw failure(RUN_UNDONE, { values: { number: undone.undoneBy } })
  const number = (await findRunning(database.kysely, actor.person.accountId)) ?? 0
  throw failure(RUN_IN_PROGRESS, { values: { number } })
}

async function changeAtOnce(context: PersonContext, run: Requested, { ids, addItems }: Documents) {
  const { actor, dictionaries, lockLimiter } = context
  const { person } = actor
  const names = await dictionaries.names()
  await lockLimiter.run(person.accountId, () =>
    changeBatch(context, {
      person,
      action: run.action,
      ids,
      names,
      open: async (transaction) => {
        const now = await reloadActor(transaction, { context, right: 'documents.add' })
        requireRight(now, run.action)
        const number = await storeRun(context, transaction, { ...run, state: 'done' })
        if (number === null) return null
        await addItems(transaction, number)
        const items = await findPending(transaction, { number, undoes: run.undoes }, ids)
        return { number, undoes: run.undoes, items, person: now }
      },
    }),
  )
}

async function queueRun(context: PersonContext, run: Requested, { addItems }: Documents): Promise<void> {
  const { database, jobs, actor } = context
  await admitAttempt(context, repeatedActLimits(actor, 'long run'))
  await database.kysely.transaction().execute(async (transaction) => {
    const number = await storeRun(context, transaction, { ...run, state: 'running' })
    if (number === null) return
    await addItems(transaction, number)
    await jobs.enqueue(transaction, DOCUMENT_RUN, { number })
  })
  jobs.wake()
}

/** Stores a run with its audit record. Null as `insertRun`. */
async function storeRun(
  { actor, clock }: Pick<PersonContext, 'actor' | 'clock'>,
  transaction: Transaction<DB>,
  run: Requested & Pick<RunRow, 'state'>,
): Promise<number | null> {
  const number = await insertRun(transaction, {
    ...run,
    startedBy: actor.person.accountId,
    cameFrom: actor.caller.address,
    startedAt: clock.now(),
  })
  if (number === null) return null
  await recordAudit(
    transaction,
    { actor, clock },
    {
      action: 'run.started',
      subject: { kind: 'run', id: number },
      after: { what: run.what, documents: run.total },
    },
  )
  return number
}
