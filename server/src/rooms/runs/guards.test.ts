import { defineError } from '@portal/contract/error.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentGuard } from '../../records/documents/document-guard.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

const HELD = defineError({ code: 'document.held', status: 409, sentence: 'Kept until {date}.' })

/** The day until which a document is kept, by its id. */
const held = new Map<number, string>()
const legalHold: DocumentGuard = {
  judge: async (_transaction, departing) =>
    new Map(
      departing.flatMap(({ document: { id } }) => {
        const date = held.get(id)
        return date === undefined ? [] : [[id, { ...HELD, values: { date } }] as const]
      }),
    ),
}

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => void (portal = await testPortal({ ...TWO_COUNTIES, documentGuards: [legalHold] })))
afterAll(() => portal.close())

test('R20.42 R20.49 documents that a guard keeps are refused by preview and run, each with its own reason, and the others go', async () => {
  const { people, counties } = portal
  const { add } = searchCalls(portal)
  const document = { county: counties.loving, by: people.clerk }
  const [first, second, third] = [await add(document), await add(document), await add(document)]
  held.set(first, '5/1/2031').set(second, '5/1/2032')
  const calls = runCalls(portal)
  const ids = [first, second, third]
  const expected = {
    changed: 1,
    refused: 2,
    reasons: [
      { code: HELD.code, sentence: 'Kept until 5/1/2031.', count: 1 },
      { code: HELD.code, sentence: 'Kept until 5/1/2032.', count: 1 },
    ],
  }
  expect((await calls.preview(people.clerk, { ids }, { kind: 'bin' })).body).toMatchObject(expected)
  const { body: run } = await calls.start(people.clerk, { ids }, { kind: 'bin' })
  expect(run).toMatchObject(expected)
  const { documents } = (await calls.documents(people.clerk, run.number)).body
  expect(documents.map(({ reason }) => reason)).toEqual([
    'Kept until 5/1/2031.',
    'Kept until 5/1/2032.',
    null,
  ])
  const { rows } = await portal.pool.query('SELECT id FROM document WHERE deleted_at IS NULL ORDER BY id')
  expect(rows.map(({ id }) => id)).toEqual([first, second])
})
