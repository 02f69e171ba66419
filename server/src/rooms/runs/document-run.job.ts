import { z } from 'zod'
import { job, ProcessStops, type JobKind } from '../../engines/jobs/jobs.ts'
import type { Person } from '../../records/access/actor.ts'
import { findPerson } from '../../records/accounts/find-person.ts'
import type { World } from '../../records/context.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { countPending, findPending, listPending } from '../../records/runs/run-items.repository.ts'
import { endRun, findRun, lockRun, type RunRow } from '../../records/runs/runs.repository.ts'
import { changeBatch } from './change-batch.ts'
import { needsEditing } from './require-action.ts'

/** Documents of one transaction: few enough that nobody waits for their locks. */
const BATCH = 100
/** Batches after which a run lets the runs of others have a turn. */
const BATCHES_OF_TURN = 20

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
  for (let batches = 0; await changeNext(world, number); batches += 1) {
    if (ending.aborted) throw new ProcessStops('The portal stops.')
    if (batches >= BATCHES_OF_TURN) return queueAgain(world, number)
  }
})

/** The next turn of a run comes after the runs that wait now. */
async function queueAgain({ database, jobs }: World, number: number): Promise<void> {
  await database.kysely
    .transaction()
    .execute((transaction) => jobs.enqueue(transaction, DOCUMENT_RUN, { number }))
  jobs.wake()
}

/** Changes the next documents of a run; false if it has ended. The rights that its person has by then decide. */
async function changeNext(world: World, number: number): Promise<boolean> {
  const { database, dictionaries, clock } = world
  const { kysely } = database
  const run = await findRun(kysely, number)
  if (run?.state !== 'running') return false
  const person = await findPerson(kysely, run.startedBy)
  const ids = await listPending(kysely, number, BATCH)
  if (ids.length === 0) {
    await endRun(kysely, number, { state: 'done', endedAt: clock.now() })
    return false
  }
  if (person === null || !mayGoOn(person, run)) {
    await endWithoutRight(world, number)
    return false
  }
  const account = { accountId: person.accountId, email: person.email }
  const caller = { address: run.cameFrom, isOfProxy: false, requestId: `run ${number}` }
  const context = { ...world, actor: { kind: 'run', number, account, caller } as const }
  const names = await dictionaries.names()
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
      return { number, items: await findPending(transaction, run, ids), person: now }
    },
  })
  return true
}

/** Ends a run whose starter lost the right to it, and records that. */
async function endWithoutRight({ database, clock }: World, number: number): Promise<void> {
  const actor = { kind: 'job', name: DOCUMENT_RUN.kind } as const
  await database.kysely.transaction().execute(async (transaction) => {
    if (!(await endRun(transaction, number, { state: 'stopped', endedAt: clock.now() }))) return
    await recordAudit(
      transaction,
      { actor, clock },
      {
        action: 'run.stopped',
        subject: { kind: 'run', id: number },
        after: { pending: await countPending(transaction, number), because: 'its starter lost the right' },
      },
    )
  })
}

function mayGoOn({ rights }: Person, { action }: RunRow): boolean {
  return rights.has('documents.add') && (!needsEditing(action) || rights.has('documents.edit'))
}
