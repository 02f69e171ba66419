import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BACKUP_COMMANDS, restoreTarget } from '../../testing/restore-target.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

test('R20.71 a restored portal has stopped the runs that were under way, and says so', async () => {
  const portal = await testPortal(TWO_COUNTIES)
  const target = await restoreTarget()
  const folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  try {
    await portal.pool.query(
      `INSERT INTO document_run (key, request, started_by, came_from, started_at, ended_at, state, action, what, total)
       SELECT gen_random_uuid(), sha256('x'), $1, '', now(), CASE WHEN state = 'done' THEN now() END, state, '{}', 'Set', 7
       FROM unnest(ARRAY['done', 'running']) AS state`,
      [portal.people.administrator.accountId],
    )
    await runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', join(folder, 'runs')] })
    const { printed, json } = await target.restore(join(folder, 'runs'))
    expect(printed).toContain('Stopped, because the backup was made while it was under way: run 2')
    expect(json).toMatchObject({ stoppedRuns: [2] })
    await target.open(async ({ database: { pool } }) => {
      const { rows } = await pool.query('SELECT state FROM document_run ORDER BY number')
      expect(rows).toEqual([{ state: 'done' }, { state: 'stopped' }])
      const records = await pool.query(
        `SELECT subject_id, after FROM audit_record WHERE action = 'run.stopped'`,
      )
      expect(records.rows).toEqual([
        { subject_id: '2', after: { pending: 0, because: 'a backup was restored' } },
      ])
    })
  } finally {
    await portal.close()
    await target.remove()
    await rm(folder, { recursive: true })
  }
})
