import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { openSnapshot } from './open-snapshot.ts'

let opened: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => void (opened = await testDatabase()))
afterAll(() => opened.close())

test('R22.9 a snapshot sees one moment, only reads, and may be closed twice', async () => {
  const { transaction, close } = await openSnapshot(opened.database.kysely)
  const { rows } = await sql`
    SELECT current_setting('transaction_isolation') AS isolation, current_setting('transaction_read_only') AS "isReadOnly"`.execute(
    transaction,
  )
  expect(rows).toEqual([{ isolation: 'repeatable read', isReadOnly: 'on' }])
  await close()
  await close()
})
