import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BACKUP_COMMANDS, restoreTarget } from '../../testing/restore-target.ts'
import { runCommand } from '../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal } from '../../testing/test-portal.ts'
import { tusCalls } from '../../testing/tus-calls.ts'

test('a restored backup has no bytes of uploads that were unfinished at that time, and the outcome of the others', async () => {
  const portal = await testPortal()
  const folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  const bare = await restoreTarget()
  try {
    const calls = tusCalls(portal, await portal.addPerson({ email: 'admin@firm.example', isAdmin: true }))
    const { pdf } = SAMPLE_FILES
    const id = await calls.begun({ size: pdf.length })
    await calls.append(id, 0, pdf.subarray(0, 100))
    const whole = await calls.begun({ size: pdf.length })
    await calls.append(whole, 0, pdf)
    await runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', join(folder, 'one')] })
    await bare.restore(join(folder, 'one'))
    await bare.open(async ({ database }) => {
      const { rows } = await database.pool.query(
        'SELECT id, state, received::integer, (SELECT count(*)::integer FROM resumable_piece) AS pieces FROM resumable_upload',
      )
      expect(rows).toHaveLength(2)
      expect(rows).toEqual(
        expect.arrayContaining([
          { id, state: 'unfinished', received: 0, pieces: 0 },
          { id: whole, state: 'stored', received: pdf.length, pieces: 0 },
        ]),
      )
    })
  } finally {
    await bare.remove()
    await portal.close()
    await rm(folder, { recursive: true, force: true })
  }
})
