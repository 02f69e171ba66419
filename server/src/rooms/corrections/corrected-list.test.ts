import { exportUploads } from '@portal/contract/files/export-uploads.ts'
import { listUploads, type ListedUpload } from '@portal/contract/files/files.ts'
import { previewRun } from '@portal/contract/runs/runs.ts'
import { addView, countViews, type SavedView, type ViewCount } from '@portal/contract/views/views.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binCalls } from '../../testing/bin-calls.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let clerk: TestPerson
/** The second corrects the first, the third the second. A file in the bin corrects the fourth. */
let files: readonly [first: number, second: number, third: number, fourth: number]

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  clerk = portal.people.clerk
  const store = (corrects?: number) =>
    storeDocument(portal, clerk, { description: 'Wells', ...(corrects !== undefined && { corrects }) })
  const first = await store()
  const second = await store(first)
  const third = await store(second)
  const fourth = await store()
  await binCalls(portal).moveToBin(await store(fourth))
  files = [first, second, third, fourth]
  const { neighbor } = portal.people
  await storeDocument(portal, neighbor, { corrects: await storeDocument(portal, neighbor) })
})
afterAll(() => portal.close())

async function list(query: Record<string, string>): Promise<ListedUpload[]> {
  return (await portal.call(clerk, listUploads, { query })).json<{ files: ListedUpload[] }>().files
}

async function idsOf(corrected: string, more = {}): Promise<number[]> {
  return sorted((await list({ corrected, ...more })).map(({ FileID }) => FileID))
}

const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)

test('R25.20 a row of the list names the correction of its file, in each order; others are as before', async () => {
  const [first, second, third, fourth] = files
  for (const query of [{}, { order: 'fileName' }, { hasOwner: 'no' }]) {
    const rows = await list(query)
    const marks = new Map(rows.map(({ FileID, CorrectedBy }) => [FileID, CorrectedBy]))
    expect([marks.get(first), marks.get(second)]).toEqual([second, third])
    const plain = rows.filter(({ FileID }) => FileID === third || FileID === fourth)
    for (const row of plain) expect(Object.keys(row)).not.toContain('CorrectedBy')
  }
  expect(await list({})).toHaveLength(4)
})

test('R25.21 the filter hides corrected files or shows only these; a correction in the bin does not count', async () => {
  const [first, second, third, fourth] = files
  for (const more of [{}, { order: 'fileName' }, { order: '-fileId' }]) {
    expect(await idsOf('yes', more)).toEqual([first, second])
    expect(await idsOf('no', more)).toEqual([third, fourth])
    expect(await idsOf('', more)).toEqual(sorted(files))
  }
  const wrong = await portal.call(clerk, listUploads, { query: { corrected: 'maybe' } })
  expect(wrong.statusCode).toBe(400)
})

test('R25.22 selections, saved views and exports have the same filter', async () => {
  const [first, second] = files
  const selection = { filter: 'corrected=yes', except: [] }
  const preview = await portal.call(clerk, previewRun, { payload: { selection, action: { kind: 'bin' } } })
  expect(preview.json()).toMatchObject({ total: 2 })
  const payload = { name: 'Newest', query: 'corrected=no', audience: 'me', countyId: null }
  const view = await portal.call(clerk, addView, { payload })
  const { id, query } = view.json<SavedView>()
  expect(query).toBe('corrected=no')
  const counts = (await portal.call(clerk, countViews)).json<{ counts: ViewCount[] }>().counts
  expect(counts).toMatchObject([{ id, documents: 2, isExact: true }])
  const exported = await portal.call(clerk, exportUploads, { query: { corrected: 'yes', columns: 'id' } })
  expect(exported.body).toBe(`\uFEFFFile ID\r\n${second}\r\n${first}\r\n`)
})
