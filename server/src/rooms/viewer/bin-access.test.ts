import type { Endpoint } from '@portal/contract/endpoint.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { getDocumentFacts, getPageImage, getPageTexts } from '@portal/contract/viewer/viewer.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let fileId: number
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  fileId = await storeDocument(portal, portal.people.clerk, { fileName: 'binned-plan.pdf' })
})
afterAll(() => portal.close())

type Values = Readonly<Record<string, number>>

test.each<[string, Endpoint, Values, Values]>([
  ['details', getDocumentFacts, {}, {}],
  ['pages', getPageImage, { page: 1 }, { width: 800 }],
  ['text', getPageTexts, { page: 1 }, {}],
])(
  'R16.44 V8.2.2 a file in the bin is shown only to people who may restore it: its %s',
  async (_what, endpoint, more, query) => {
    const { clerk, colleague, neighbor, administrator } = portal.people
    const ask = (person: TestPerson) => portal.call(person, endpoint, { params: { fileId, ...more }, query })
    // Everyone of the county sees it before.
    await portal.pool.query('UPDATE document SET deleted_at = NULL, deleted_by = NULL WHERE id = $1', [
      fileId,
    ])
    expect((await ask(colleague)).statusCode).toBe(200)
    await portal.call(clerk, deleteUpload, { params: { fileId } })
    for (const person of [clerk, administrator]) expect((await ask(person)).statusCode).toBe(200)
    const refused = await ask(colleague)
    expect(refused.statusCode).toBe(403)
    expect(refused.body).not.toContain('binned-plan')
    expect((await ask(neighbor)).statusCode).toBe(404)
  },
)
