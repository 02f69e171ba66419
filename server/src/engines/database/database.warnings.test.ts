import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { databaseWarnings } from './database.warnings.ts'
import { openDatabase } from './open-database.ts'

const SILENT = { info() {}, warn() {}, error() {} }

test('R5.135 a full disk of the database is a warning for ten minutes', async () => {
  const target = await testDatabase()
  const database = await openDatabase({
    databaseUrl: target.url,
    databasePrepare: false,
    dataDir: '',
    server: false,
    poolSize: 1,
    log: SILENT,
  })
  try {
    expect(databaseWarnings.collect({ database })).toEqual([])
    const full = `DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`
    await expect(database.pool.query(full)).rejects.toThrow('could not extend file')
    expect(databaseWarnings.collect({ database })).toMatchObject([{ code: 'database-disk-full' }])
    const later = { ...database, msSinceDiskFull: () => 600_000 }
    expect(databaseWarnings.collect({ database: later })).toEqual([])
  } finally {
    await database.close()
    await target.close()
  }
})
