import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { testBackupPlaces } from '../../testing/backup-place.test-suite.ts'
import { FOLDERS } from './folder-place.ts'

const made: string[] = []
afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true })
})

testBackupPlaces('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-places-'))
  made.push(folder)
  return { places: FOLDERS, location: join(folder, 'backups') }
})
