import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BACKUP_COMMANDS, restoreTarget } from '../../testing/restore-target.ts'
import { runCommand } from '../../testing/run-command.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

test.each([
  ['on', 1],
  ['off', 0],
] as const)('R14.11 with BACKUP_TEXTS %s a restored portal has %i text(s)', async (setting, texts) => {
  const portal = await testPortal({ ...TWO_COUNTIES, environment: { BACKUP_TEXTS: setting } })
  const target = await restoreTarget()
  const folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  try {
    const file = await storeDocument(portal, portal.people.clerk)
    await portal.pool.query(
      `INSERT INTO document_text (document_id, county_key) VALUES ($1, 1);
       INSERT INTO document_page VALUES ($1, 1, '\\x28b52ffd')`.replaceAll('$1', String(file)),
    )
    await runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', join(folder, 'texts')] })
    await target.restore(join(folder, 'texts'))
    await target.open(async (world) => {
      for (const table of ['document_text', 'document_page'])
        expect((await world.database.pool.query(`SELECT FROM ${table}`)).rowCount).toBe(texts)
    })
  } finally {
    await portal.close()
    await target.remove()
    await rm(folder, { recursive: true })
  }
})
