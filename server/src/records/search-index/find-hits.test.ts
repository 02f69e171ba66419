import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPortal } from '../../testing/test-portal.ts'
import { findHits } from './find-hits.repository.ts'

test('R20.57 a filter finds 200,000 documents', async () => {
  const portal = await testPortal()
  const { kysely } = portal.world.database
  const ids = await kysely.transaction().execute(async (transaction) => {
    // A table of the same columns without indexes and triggers, because so many documents take half a minute.
    await sql`CREATE TEMPORARY TABLE document ON COMMIT DROP AS SELECT * FROM public.document LIMIT 0`.execute(
      transaction,
    )
    await sql`INSERT INTO pg_temp.document (id) SELECT n FROM generate_series(1, 200000) AS n`.execute(
      transaction,
    )
    const wanted = { scope: { kind: 'all' }, expression: null, filters: {}, facts: {} } as const
    return findHits(transaction, { ...wanted, timeZone: 'America/Chicago' }, 200_001)
  })
  expect(ids).toHaveLength(200_000)
  expect(ids.slice(0, 2)).toEqual([200_000, 199_999])
  await portal.close()
})
