import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mailDriverSuite } from '../../testing/mail-driver.test-suite.ts'
import { openOutboxFolder } from './outbox-folder.ts'

mailDriverSuite('outbox folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-outbox-'))
  return {
    driver: openOutboxFolder(folder),
    received: async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
      return Promise.all(names.map((name) => readFile(join(folder, name))))
    },
  }
})
