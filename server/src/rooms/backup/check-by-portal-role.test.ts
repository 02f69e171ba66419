import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BACKUP_COMMANDS } from '../../testing/restore-target.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal } from '../../testing/test-portal.ts'

test('if another role owns the tables, the portal’s own role can check a backup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  const portal = await testPortal({ ownsNothing: true })
  try {
    const run = (...words: string[]) => runCommand(portal.world, BACKUP_COMMANDS, { words })
    await run('backup', join(folder, 'made'))
    expect((await run('backup', join(folder, 'made'), '--check')).json).toMatchObject({ ok: true })
  } finally {
    await portal.close()
    await rm(folder, { recursive: true, force: true })
  }
})
