import { z } from 'zod'
import { job, ProcessStops, type JobKind } from '../../engines/jobs/jobs.ts'
import type { Person } from '../../records/access/actor.ts'
import { findPerson } from '../../records/accounts/find-person.ts'
import type { World } from '../../records/context.ts'
import { findPending } from '../../records/runs/run-items.repository.ts'
import { endRun, findRun, lockRun, type RunRow } from '../../records/runs/runs.repository.ts'
import { stopRunning } from '../../records/runs/stop-run.ts'
import { changeBatch } from './change-batch.ts'
import { findBatch, isOutage, noteFailure, type BatchOfRun } from './failed-batch.ts'
import { needsEditing } from './require-action.ts'

/** Batches after which a run lets the runs of others have a turn. */
const BATCHES_OF_TURN = 20
/** Batches that fail one after another before a run pauses. */
const MOST_IN_A_ROW = 10

/** Changes the documents of a run, batch by batch. After a kill it goes on behind the last batch. */
export const DOCUMENT_RUN: JobKind<{ number: number }> = {
  kind: 'document-run',
  payload: z.object({ number: z.int() }),
  // A lane of its own, because a run of many documents takes minutes.
  lane: 'runs',
  attempts: Infinity,
  keyOf: ({ number }) => String(number),
}

export const changeDocumentsOfRun = job(DOCUMENT_RUN, async (world: World, { number }, ending) => {
  let lastError: unknown
  let failedAt = Infinity
  let inARow = 0
  for (let batches = 0; batches < BATCHES_OF_TURN; batches += 1) {
    const batch = await findNextBatch(world, number)
    if (batch === null) return
    // Only batches are left that failed in this turn: they are tried again after a pause.
    if (batch.failures > failedAt || inARow >= MOST_IN_A_ROW) throw lastError
    try {
      await changeDocuments(world, batch)
      inARow = 0
    } catch (error) {
      if (isOutage(error)) throw error
      await noteFailure(world, batch, error)
      lastError = error
      failedAt = batch.failures
      inARow += 1
    }
    if (ending.aborted) throw new ProcessStops('The portal stops.')
  }
  return queueAgain(world, number)
})

/** The next turn of a run comes after the runs that wait now. */
async function queueAgain({ database, jobs }: World, number: number): Promise<void> {
  await database.kysely
    .transaction()
    .execute((transaction) => jobs.enqueue(transaction, DOCUMENT_RUN, { number }))
  jobs.wake()
}

type NextBatch = { readonly run: RunRow; readonly person: Person } & BatchOfRun

/** The next batch of a run; null if the run has ended. The rights that its person has by then decide. */
async function findNextBatch(world: World, number: number): Promise<NextBatch | null> {
  const { database, clock } = world
  const { kysely } = database
  const run = await findRun(kysely, number)
  if (run?.state !== 'running') return null
  const person = await findPerson(kysely, run.startedBy)
  const batch = await findBatch(kysely, number)
  if (batch === null) {
    await endRun(kysely, number, { state: 'done', endedAt: clock.now() })
    return null
  }
  if (person === null || !mayGoOn(person, run)) {
    await endWithoutRight(world, number)
    return null
  }
  return { run, person, ...batch }
}

async function changeDocuments(world: World, { run, person, ids }: NextBatch): Promise<void> {
  const { number } = run
  const account = { accountId: person.accountId, email: person.email }
  const caller = { address: run.cameFrom, isOfProxy: false, requestId: `run ${number}` }
  const context = { ...world, actor: { kind: 'run', number, account, caller } as const }
  const names = await world.dictionaries.names()
  await changeBatch(context, {
    person,
    action: run.action,
    ids,
    names,
    open: async (transaction) => {
      if ((await lockRun(transaction, number)) !== 'running') return null
      const now = await findPerson(transaction, run.startedBy)
      // The next batch ends the run.
      if (now === null || !mayGoOn(now, run)) return null
      const items = await findPending(transaction, run, ids)
      return { number, undoes: run.undoes, items, person: now }
    },
  })
}

/** Ends a run whose starter lost the right to it, and records that. */
async function endWithoutRight({ database, clock }: World, number: number): Promise<void> {
  const actor = { kind: 'job', name: DOCUMENT_RUN.kind } as const
  const because = 'its starter lost the right'
  await database.kysely
    .transaction()
    .execute((transaction) => stopRunning(transaction, { actor, clock }, { number, because }))
}

function mayGoOn({ rights }: Person, { action }: RunRow): boolean {
  return rights.has('documents.add') && (!needsEditing(action) || rights.has('documents.edit'))
}
