import type { RunAction } from '@portal/contract/runs/actions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexDocument } from '../../records/search-index/index-document.ts'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    environment: { RATE_LIMIT: 'off' },
    documentSubscribers: [indexDocument],
  })
})
afterAll(() => portal.close())

test.each<[RunAction, number]>([
  [{ kind: 'status', statusId: 2 }, 0],
  [{ kind: 'rendered', renderedDate: '2026-05-15' }, 0],
  [{ kind: 'extended', extended: true }, 0],
  [{ kind: 'description', mode: 'set', text: 'Wells' }, 1],
  [{ kind: 'bin' }, 1],
])('R20.44 a run indexes its documents again if the index has what it changes: %o', async (action, jobs) => {
  const { counties, people, pool } = portal
  const ids = await addManyDocuments(pool, 2, { county: counties.loving, by: people.clerk })
  await pool.query(`DELETE FROM job WHERE kind = 'index-document'`)
  const { body: run } = await runCalls(portal).start(people.administrator, { ids }, action)
  expect(run.changed).toBe(2)
  const { rowCount } = await pool.query(`SELECT FROM job WHERE kind = 'index-document'`)
  expect(rowCount).toBe(jobs)
})
