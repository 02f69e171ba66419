import { afterAll, beforeAll, expect, test } from 'vitest'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { madePdf } from '../../testing/made-pdf.ts'
import { runDueJobs } from '../../testing/mailbox.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { readDocumentText, readPageTexts } from './read-text.repository.ts'
import { queueTexts } from './queue-texts.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, documentSubscribers: [queueTexts] })
  bin = binCalls(portal)
})
afterAll(() => portal.close())

const textOf = (documentId: number) => readDocumentText(portal.world.database.kysely, documentId)
const pagesOf = (documentId: number) =>
  readPageTexts(portal.world.database.kysely, documentId, { from: 1, to: 10 })

async function storeAndRead(bytes: Buffer): Promise<number> {
  const documentId = await bin.store(portal.people.clerk, bytes)
  await runDueJobs(portal)
  await runDueJobs(portal)
  return documentId
}

test('R14.1 the text of a PDF is stored with the places of its words', async () => {
  const file = await storeAndRead(await madePdf({ pages: ['Peña Ranch 4512-0033-00', '', 'Third page'] }))
  expect(await textOf(file)).toEqual({
    state: 'read',
    reason: null,
    pageCount: 3,
    ocrPages: 0,
    characters: 33,
  })
  const [first, third] = await pagesOf(file)
  expect(first).toMatchObject({ page: 1, text: 'Peña Ranch 4512-0033-00' })
  expect(third).toMatchObject({ page: 3, text: 'Third page' })
  expect(first?.words.map(({ at, length }) => first.text.slice(at, at + length))).toEqual([
    'Peña',
    'Ranch',
    '4512-0033-00',
  ])
  const [left, top, width, height] = first?.words[0]?.box ?? []
  expect(left).toBeGreaterThan(115)
  expect(left).toBeLessThan(121)
  expect(top).toBeGreaterThan(88)
  expect(top).toBeLessThan(98)
  expect(width).toBeGreaterThan(35)
  expect(height).toBeGreaterThan(5)
})

test('R14.1 the text goes with its document', async () => {
  const file = await storeAndRead(await madePdf({ pages: ['Gone tomorrow'] }))
  await bin.moveToBin(file)
  expect(await textOf(file)).toMatchObject({ state: 'read' })
  await bin.deleteForGood(file)
  expect(await textOf(file)).toBeNull()
  expect(await pagesOf(file)).toEqual([])
})
