import { getDocumentFacts, type DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let fileId: number

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  fileId = await storeDocument(portal, portal.people.clerk, {
    fileName: 'rendition.pdf',
    bytes: SAMPLE_FILES.pdf,
  })
})
afterAll(() => portal.close())

/** Links owners or agents with these numbers to the document, a second apart. */
async function link(kind: 'owner' | 'agent', numbers: readonly number[]): Promise<void> {
  const [number, relation] = kind === 'owner' ? ['party_number', 1] : ['agent_number', 10]
  await portal.pool.query(
    `INSERT INTO document_${kind} (document_id, ${number}, relation_type_id, county_id, linked_at, linked_by)
     SELECT d.id, link.number, $3, d.county_id, now() + link.nth * interval '1 second', d.uploaded_by
     FROM document d, unnest($2::integer[]) WITH ORDINALITY AS link (number, nth) WHERE d.id = $1`,
    [fileId, numbers, relation],
  )
}

async function facts(): Promise<DocumentFacts> {
  const answer = await portal.call(portal.people.clerk, getDocumentFacts, { params: { fileId } })
  return answer.json<DocumentFacts>()
}

/** Sets the state of the text of the document, and how many of its 300 pages were not read. */
const setText = (state: string, unread: number) =>
  portal.pool.query(
    `INSERT INTO document_text AS t (document_id, county_key, state, pages, unread_pages)
     SELECT id, county_key, $2, 300, $3 FROM document WHERE id = $1
     ON CONFLICT (document_id) DO UPDATE SET state = excluded.state, unread_pages = excluded.unread_pages`,
    [fileId, state, unread],
  )

test('R14.20 the panel says how many pages of a partly read document could be read', async () => {
  expect((await facts()).PartlyRead).toBeNull()
  await setText('read', 88)
  expect((await facts()).PartlyRead).toEqual({ Read: 212, Pages: 300 })
  // It is to be read again.
  await setText('waiting', 88)
  expect((await facts()).PartlyRead).toBeNull()
  await setText('read', 0)
  expect((await facts()).PartlyRead).toBeNull()
})

test('the panel names owners and agents in the order of linking, and 50 of each at most', async () => {
  const numbers = Array.from({ length: 52 }, (_, at) => 9000 - at)
  await portal.pool.query(
    `INSERT INTO organization SELECT number, 'Owner ' || number FROM unnest($1::integer[]) AS number`,
    [numbers],
  )
  await portal.pool.query(
    `INSERT INTO agent (agent_number, organization_name, legacy_code, address_1, address_2, address_3, city,
       state_name, state_abbreviation, postal_code)
     SELECT number, 'Agent ' || number, 'A' || number, '', '', '', '', '', '', '' FROM unnest($1::integer[]) AS number`,
    [numbers],
  )
  expect(await facts()).toMatchObject({ Owners: [], Agents: [] })
  await link('owner', numbers)
  await link('agent', numbers)
  const { Owners, Agents } = await facts()
  const shown = numbers.slice(0, 50)
  expect(Owners.map(({ Name, Number: number }) => [Name, number])).toEqual(
    shown.map((number) => [`Owner ${number}`, String(number)]),
  )
  expect(Agents.map(({ Name, Number: code }) => [Name, code])).toEqual(
    shown.map((number) => [`Agent ${number}`, `A${number}`]),
  )
  expect([...Owners, ...Agents].map(({ Relation }) => Relation)).not.toContain('')
})
