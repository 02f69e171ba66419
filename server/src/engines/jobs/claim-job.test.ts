import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { claimJob, finishJob, putBackJob } from './job.repository.ts'

it('a job of a long queue is claimed without reading the queue, though the planner does not know its length yet', async () => {
  const { database, pool, close } = await testDatabase()
  try {
    await pool.query(
      `INSERT INTO job (kind, payload, run_at)
       SELECT 'remove-stored-bytes', '{}', timestamptz '2026-01-01Z' + n * interval '1 second'
       FROM generate_series(1, 10000) AS n`,
    )
    await database.kysely.transaction().execute(async (transaction) => {
      const job = await claimJob(transaction, ['remove-stored-bytes'], new Date('2026-11-21Z'))
      expect(job).toMatchObject({ id: '1', kind: 'remove-stored-bytes', payload: {}, attempts: 1 })
      const { rows } = await sql<{ read: number }>`
        SELECT (seq_tup_read + idx_tup_fetch)::integer AS read
        FROM pg_stat_xact_user_tables WHERE relname = 'job'`.execute(transaction)
      expect(rows[0]?.read).toBeLessThan(10)
    })
  } finally {
    await close()
  }
})

it('who held a job too long neither ends it nor puts it back: another has it by now', async () => {
  const { database, pool, close } = await testDatabase()
  try {
    const begun = new Date('2026-11-21Z')
    await pool.query(`INSERT INTO job (kind, payload, run_at) VALUES ('send-mail', '{}', $1)`, [begun])
    const slow = await claimJob(database.kysely, ['send-mail'], begun)
    const anHourLater = new Date('2026-11-21T01:00:00Z')
    const other = await claimJob(database.kysely, ['send-mail'], anHourLater)
    expect([slow?.attempts, other?.attempts]).toEqual([1, 2])
    if (!slow || !other) return
    await finishJob(database.kysely, slow)
    await putBackJob(database.kysely, slow, { error: 'late', runAt: begun, now: anHourLater })
    const { rows } = await pool.query('SELECT attempts, last_error FROM job')
    expect(rows).toEqual([{ attempts: 2, last_error: null }])
    await finishJob(database.kysely, other)
    expect((await pool.query('SELECT 1 FROM job')).rowCount).toBe(0)
  } finally {
    await close()
  }
})
