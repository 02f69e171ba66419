import { z } from 'zod'
import { isAnyQueued } from '../../engines/jobs/job.repository.ts'
import { job, type JobKind } from '../../engines/jobs/jobs.ts'
import { indexInPortions, INDEXED_AT_ONCE } from './index-document.ts'
import { indexDocuments, type IndexContext } from './index-documents.ts'
import {
  findUnindexed,
  isAnyToIndex,
  newestDocumentId,
  queueEveryDocument,
  takeToIndex,
} from './to-index.repository.ts'

/** Ids of documents that one job looks at. */
const WINDOW = 20_000
/** Portions of one job: then jobs of new documents have their turn. */
const PORTIONS = 5

/** Looks for documents without a row, from this id down, and indexes them. It queues the next window itself. */
const INDEX_MISSING: JobKind<{ from: number }> = {
  kind: 'index-missing-documents',
  payload: z.object({ from: z.int() }),
  lane: 'index',
  attempts: Infinity,
  keyOf: () => 'the one',
}

/** Indexes documents whose owner, agent or receipt has changed, until none is left. */
const INDEX_CHANGED: JobKind<object> = {
  kind: 'index-changed-names',
  payload: z.object({}),
  lane: 'index',
  attempts: Infinity,
  keyOf: () => 'the one',
}

/** Queues every document, because a release reads more facts of it. A migration queues this job. */
const INDEX_EVERY: JobKind<object> = {
  kind: 'index-every-document',
  payload: z.object({}),
  lane: 'index',
  attempts: Infinity,
  keyOf: () => 'the one',
}

export const indexEvery = job(INDEX_EVERY, async (world: IndexContext) => {
  await world.database.kysely.transaction().execute(queueEveryDocument)
  await queueChanged(world)
})

export const indexMissing = job(INDEX_MISSING, async (world: IndexContext, { from }, ending) => {
  const { database, jobs } = world
  const most = PORTIONS * INDEXED_AT_ONCE
  const missing = await findUnindexed(database.kysely, { from, window: WINDOW, most })
  await indexInPortions(world, missing, ending)
  // A full portion may have left some in the window.
  const next = missing.length === most ? (missing.at(-1) ?? 0) : from - WINDOW
  if (next <= 0) return
  await database.kysely
    .transaction()
    .execute((transaction) => jobs.enqueue(transaction, INDEX_MISSING, { from: next }))
  jobs.wake()
})

export const indexChanged = job(INDEX_CHANGED, async (world: IndexContext, _payload, ending) => {
  const { database, jobs } = world
  for (let portions = 0; portions < PORTIONS && !ending.aborted; portions += 1) {
    const taken = await database.kysely.transaction().execute(async (transaction) => {
      const ids = await takeToIndex(transaction, INDEXED_AT_ONCE)
      await indexDocuments(world, transaction, ids)
      return ids.length
    })
    if (taken === 0) return
  }
  await database.kysely.transaction().execute((transaction) => jobs.enqueue(transaction, INDEX_CHANGED, {}))
  jobs.wake()
})

/** Queues the look for documents without a row, such as those from before the search. */
export async function queueMissing({ database, jobs }: IndexContext): Promise<void> {
  const newest = await newestDocumentId(database.kysely)
  if (newest === 0) return
  const queued = await database.kysely.transaction().execute(async (transaction) => {
    if (await isAnyQueued(transaction, INDEX_MISSING.kind)) return false
    await jobs.enqueue(transaction, INDEX_MISSING, { from: newest })
    return true
  })
  if (queued) jobs.wake()
}

/** Queues the indexing of changed names if there are any. */
export async function queueChanged({ database, jobs }: IndexContext): Promise<void> {
  if (!(await isAnyToIndex(database.kysely))) return
  const queued = await database.kysely.transaction().execute(async (transaction) => {
    if (await isAnyQueued(transaction, INDEX_CHANGED.kind)) return false
    await jobs.enqueue(transaction, INDEX_CHANGED, {})
    return true
  })
  if (queued) jobs.wake()
}
