import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createJobs } from './create-jobs.ts'
import {
  claimJob,
  finishJob,
  putAsideJob,
  putBackJob,
  renewLease,
  type ClaimableKinds,
} from './job.repository.ts'
import type { JobKind } from './jobs.ts'
import { newLeaseOwner } from './lease-owner.ts'

const OWNER = newLeaseOwner()
const MAILS = new Map([['send-mail', 80]])
const ROLLS = new Map([['write-roll', 12]])

let test: TestDatabase
beforeEach(async () => {
  test = await testDatabase()
})
afterEach(() => test.close())

const claim = (kinds: ClaimableKinds) => claimJob(test.database.kysely, kinds, OWNER)

/** Expires the leases of all jobs. */
const letLeasesEnd = () => test.pool.query(`UPDATE job SET leased_until = now() - interval '1 second'`)

const fillQueue = (count: number) =>
  test.pool.query(
    `INSERT INTO job (kind, payload, run_at)
     SELECT 'write-owner-roll', '{}', timestamptz '2026-01-01Z' + n * interval '1 second'
     FROM generate_series(1, $1) AS n`,
    [count],
  )

it('a job of a long queue is claimed without reading the queue, though the planner does not know its length yet', async () => {
  await fillQueue(10_000)
  await test.database.kysely.transaction().execute(async (transaction) => {
    const job = await claimJob(transaction, new Map([['write-owner-roll', 12]]), OWNER)
    expect(job).toMatchObject({
      id: '1',
      kind: 'write-owner-roll',
      payload: {},
      attempts: 1,
      isDead: false,
    })
    const { rows } = await sql<{ read: number }>`
      SELECT (seq_tup_read + idx_tup_fetch)::integer AS read
      FROM pg_stat_xact_user_tables WHERE relname = 'job'`.execute(transaction)
    expect(rows[0]?.read).toBeLessThan(10)
  })
})

it('a job behind a long queue of another kind is claimed without reading that queue, also by the previous release', async () => {
  await fillQueue(10_000)
  await test.pool.query(
    `INSERT INTO job (kind, payload, run_at) VALUES ('send-mail', '{}', now()), ('send-mail', '{}', now())`,
  )
  await test.database.kysely.transaction().execute(async (transaction) => {
    expect(await claimJob(transaction, MAILS, OWNER)).toMatchObject({ kind: 'send-mail' })
    const before = await sql<{ kind: string; attempts: number }>`
      SELECT kind, attempts FROM claim_job(ARRAY['send-mail'], now(), interval '5 minutes')`.execute(
      transaction,
    )
    expect(before.rows).toEqual([{ kind: 'send-mail', attempts: 1 }])
    const { rows } = await sql<{ read: number }>`
      SELECT (seq_tup_read + idx_tup_fetch)::integer AS read
      FROM pg_stat_xact_user_tables WHERE relname = 'job'`.execute(transaction)
    expect(rows[0]?.read).toBeLessThan(20)
  })
})

it('of the kinds of a lane the one that waits longest comes first', async () => {
  await test.pool.query(
    `INSERT INTO job (kind, run_at) VALUES ('b', now() - interval '1 minute'), ('a', now() - interval '2 minutes'),
       ('b', now() - interval '3 minutes'), ('c', now() - interval '4 minutes'), ('a', now() + interval '1 minute')`,
  )
  const lane = new Map([
    ['a', 12],
    ['b', 12],
  ])
  const order = [await claim(lane), await claim(lane), await claim(lane), await claim(lane)]
  expect(order.map((job) => job?.id)).toEqual(['3', '2', '1', undefined])
})

it('a worker that held a job too long neither ends it nor puts it back nor renews it: another has it by now', async () => {
  const { kysely } = test.database
  await test.pool.query(`INSERT INTO job (kind, payload, run_at) VALUES ('send-mail', '{}', now())`)
  const slow = await claim(MAILS)
  expect(await claim(MAILS)).toBeNull()
  await letLeasesEnd()
  const other = await claim(MAILS)
  expect([slow?.attempts, other?.attempts]).toEqual([1, 2])
  if (!slow || !other) return
  expect([await renewLease(kysely, slow), await renewLease(kysely, other)]).toEqual([false, true])
  await finishJob(kysely, slow)
  await putBackJob(kysely, slow, { error: 'late', seconds: 0 })
  const { rows } = await test.pool.query('SELECT attempts, leased_until > now() AS held FROM job')
  expect(rows).toEqual([{ attempts: 2, held: true }])
  await finishJob(kysely, other)
  expect((await test.pool.query('SELECT 1 FROM job')).rowCount).toBe(0)
})

it('a renewed lease does not expire', async () => {
  await test.pool.query(`INSERT INTO job (kind, payload, run_at) VALUES ('send-mail', '{}', now())`)
  const held = await claim(MAILS)
  await test.pool.query(`UPDATE job SET leased_until = now() + interval '1 second'`)
  if (held) await renewLease(test.database.kysely, held)
  const { rows } = await test.pool.query(
    `SELECT leased_until > now() + interval '100 seconds' AS long, lease_owner FROM job`,
  )
  expect(rows).toEqual([{ long: true, lease_owner: OWNER }])
})

const WRITE_ROLL: JobKind<{ roll: number; by: string }> = {
  kind: 'write-roll',
  payload: z.object({ roll: z.int(), by: z.string() }),
  lane: 'files',
  attempts: 12,
  keyOf: ({ roll }) => String(roll),
}

const queueRolls = (...payloads: { roll: number; by: string }[]) =>
  test.database.kysely
    .transaction()
    .execute((transaction) => createJobs().enqueue(transaction, WRITE_ROLL, ...payloads))

const queued = async () => {
  const { rows } = await test.pool.query<{ payload: object }>('SELECT payload FROM job ORDER BY id')
  return rows.map(({ payload }) => payload)
}

it('of one key one job waits, with the newest payload; other keys wait in addition', async () => {
  await queueRolls({ roll: 1, by: 'first' }, { roll: 2, by: 'first' }, { roll: 1, by: 'second' })
  await queueRolls({ roll: 1, by: 'third' })
  expect(await queued()).toEqual([
    { roll: 1, by: 'third' },
    { roll: 2, by: 'first' },
  ])
})

it('a running key is queued again, and waits after a failure only if no other one does', async () => {
  const { kysely } = test.database
  await queueRolls({ roll: 1, by: 'first' })
  const first = await claim(ROLLS)
  await queueRolls({ roll: 1, by: 'second' })
  await queueRolls({ roll: 1, by: 'third' })
  expect(await queued()).toHaveLength(2)
  if (!first) return
  await putBackJob(kysely, first, { error: 'failed', seconds: 0 })
  expect(await queued()).toEqual([{ roll: 1, by: 'third' }])
  const third = await claim(ROLLS)
  if (!third) return
  await putBackJob(kysely, third, { error: 'failed', seconds: 60 })
  await queueRolls({ roll: 1, by: 'fourth' })
  expect(await queued()).toEqual([{ roll: 1, by: 'fourth' }])
  expect(await claim(ROLLS)).toMatchObject({ attempts: 2 })
})

it('a dead job does not keep others with its key from being queued', async () => {
  await queueRolls({ roll: 1, by: 'first' })
  const first = await claim(ROLLS)
  if (first) await putAsideJob(test.database.kysely, first, 'failed')
  await queueRolls({ roll: 1, by: 'second' })
  expect(await claim(ROLLS)).toMatchObject({ payload: { by: 'second' } })
})

it('a waiting job is not claimed before the transactions that queued its key have committed: it would miss their changes', async () => {
  await queueRolls({ roll: 1, by: 'first' })
  const other = new Client({ connectionString: test.url })
  await other.connect()
  try {
    await test.database.kysely.transaction().execute(async (transaction) => {
      await createJobs().enqueue(transaction, WRITE_ROLL, { roll: 1, by: 'second' })
      const { rowCount } = await other.query(`SELECT FROM claim_job(ARRAY['write-roll'], now(), '1 minute')`)
      expect(rowCount).toBe(0)
    })
  } finally {
    await other.end()
  }
  expect(await claim(ROLLS)).toMatchObject({ payload: { by: 'second' } })
})
