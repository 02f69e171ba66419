import { defineError } from '@portal/contract/error.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentGuard } from '../../records/documents/document-guard.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

const HELD = defineError({ code: 'document.held', status: 409, sentence: 'A legal hold keeps this file.' })

let held = 0
const legalHold: DocumentGuard = {
  judge: async (_transaction, departing) =>
    new Map(
      departing.filter(({ document }) => document.id === held).map(({ document }) => [document.id, HELD]),
    ),
}

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => void (portal = await testPortal({ ...TWO_COUNTIES, documentGuards: [legalHold] })))
afterAll(() => portal.close())

test('R20.42 a document that a guard keeps is refused by preview and run, and the others go', async () => {
  const { people, counties } = portal
  const { add } = searchCalls(portal)
  const ids = [
    await add({ county: counties.loving, by: people.clerk }),
    await add({ county: counties.loving, by: people.clerk }),
  ]
  held = ids[0] ?? 0
  const calls = runCalls(portal)
  const expected = {
    changed: 1,
    refused: 1,
    reasons: [{ code: HELD.code, sentence: HELD.sentence, count: 1 }],
  }
  expect((await calls.preview(people.clerk, { ids }, { kind: 'bin' })).body).toMatchObject(expected)
  expect((await calls.start(people.clerk, { ids }, { kind: 'bin' })).body).toMatchObject(expected)
  const { rows } = await portal.pool.query('SELECT id FROM document WHERE deleted_at IS NULL')
  expect(rows).toEqual([{ id: held }])
})
