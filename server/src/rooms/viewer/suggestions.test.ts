import { patchAgents } from '@portal/contract/edit/edit-links.ts'
import { patchDescriptionTypes, patchStatus } from '@portal/contract/edit/edit.ts'
import { getSuggestions, type Suggestion } from '@portal/contract/viewer/suggestions.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { queueTexts, storeText } from '../../records/texts/texts.repository.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let administrator: TestPerson

beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  administrator = portal.people.administrator
  const { loving, winkler } = portal.counties
  await portal.pool.query(
    `INSERT INTO organization VALUES (501, 'Trinity Cement Inc'), (502, 'Sandhill Gathering LP');
     INSERT INTO county_organization VALUES (${loving}, 501, 'TRINITY CEMENT'), (${winkler}, 502, 'SANDHILL GATHERING');
     INSERT INTO agent (agent_number, organization_name, legacy_code)
     VALUES (18, 'Rutherford & Associates', '018'), (19, 'Winkler Tax LLC', '019');
     INSERT INTO county_agent VALUES (${loving}, 18), (${winkler}, 19)`,
  )
})
afterAll(() => portal.close())

/** A document of Loving with these pages of text; without pages, its text is not read yet. */
async function documentWith(...texts: readonly string[]): Promise<number> {
  const fileId = await storeDocument(portal, portal.people.clerk, { categoryId: 1, typeId: 2 })
  if (texts.length === 0) return fileId
  const { kysely } = portal.world.database
  await queueTexts(kysely, [fileId])
  const pages = texts.map((text) => ({ text, boxes: '' }))
  await kysely.transaction().execute((transaction) =>
    storeText(transaction, fileId, {
      pageCount: pages.length,
      ocrPages: 0,
      unreadPages: 0,
      pages,
      attempts: 0,
    }),
  )
  return fileId
}

const ask = (fileId: number, person = administrator) =>
  portal.call(person, getSuggestions, { params: { fileId } })

async function suggestions(fileId: number): Promise<Suggestion[]> {
  return (await ask(fileId)).json<{ suggestions: Suggestion[] }>().suggestions
}

const FILING = [
  'Form 50-144\nBusiness Personal Property Rendition of Taxable Property',
  'Property owner: Trinity Cement Inc, Kiln 3\nAgent: Rutherford & Associates',
]

test('R19.1 the text suggests owner, agent and type, each with its words and its page', async () => {
  const fileId = await documentWith(...FILING)
  expect((await ask(fileId)).json()).toEqual({
    isComplete: true,
    suggestions: [
      {
        field: 'owner',
        label: 'Trinity Cement Inc',
        evidence: {
          page: 2,
          text: 'Property owner: Trinity Cement Inc, Kiln 3',
        },
        partyNumber: 501,
        relationTypeId: 1,
      },
      {
        field: 'agent',
        label: 'Rutherford & Associates',
        evidence: { page: 2, text: 'Agent: Rutherford & Associates' },
        agentNumber: 18,
        agentName: 'Rutherford & Associates',
        legacyCode: '018',
        relationTypeId: 10,
      },
      {
        field: 'category-type',
        label: 'Industrial · Rendition',
        evidence: { page: 1, text: 'Form 50-144' },
        typeId: 1,
      },
    ],
  })
})

test('R19.6 what the existing calls link and set is not suggested again', async () => {
  const fileId = await documentWith(...FILING)
  const params = { id: fileId }
  for (const suggestion of await suggestions(fileId)) {
    const answer =
      suggestion.field === 'owner'
        ? await portal.call(administrator, patchStatus, {
            params,
            payload: { statusId: 1, owners: [suggestion] },
          })
        : suggestion.field === 'agent'
          ? await portal.call(administrator, patchAgents, { params, payload: { agents: [suggestion] } })
          : await portal.call(administrator, patchDescriptionTypes, {
              params,
              payload: { attachmentTypeId: suggestion.typeId },
            })
    expect(answer.statusCode).toBe(200)
  }
  expect(await suggestions(fileId)).toEqual([])
})

test('R19.5 a type of another category is not suggested', async () => {
  const fileId = await documentWith('Appointment of Agent for Property Tax Matters\nForm 50-162')
  expect(await suggestions(fileId)).toEqual([])
})

test('R19.7 owners and agents of another county are not suggested', async () => {
  const text = 'Property owner: Sandhill Gathering LP\nOwner ID 502\nAgent: Winkler Tax LLC'
  expect(await suggestions(await documentWith(text))).toEqual([])
})

test('R19.7 only people who may edit the document get suggestions', async () => {
  const fileId = await documentWith(...FILING)
  const { clerk, neighbor } = portal.people
  expect((await ask(fileId, clerk)).statusCode).toBe(403)
  expect((await ask(fileId, neighbor)).statusCode).toBe(403)
  const ofWinkler = await portal.addPerson({
    email: 'other@staff.example',
    role: 'staff',
    countyId: portal.counties.winkler,
  })
  expect((await ask(fileId, ofWinkler)).statusCode).toBe(404)
})

test('R19.7 reading suggestions is recorded as a look', async () => {
  const fileId = await documentWith(...FILING)
  await ask(fileId)
  const { rows } = await portal.pool.query(
    `SELECT account_id FROM audit_record WHERE action = 'document.viewed' AND subject_id = $1::text`,
    [fileId],
  )
  expect(rows).toEqual([{ account_id: administrator.accountId }])
})

test('R19.8 a text that is not read yet has no suggestions, and the answer says so', async () => {
  const fileId = await documentWith()
  expect((await ask(fileId)).json()).toEqual({ isComplete: false, suggestions: [] })
})

test('R19.8 a document in the bin has no suggestions', async () => {
  const fileId = await documentWith(...FILING)
  await portal.pool.query('UPDATE document SET deleted_at = now() WHERE id = $1', [fileId])
  expect((await ask(fileId)).json()).toEqual({ isComplete: true, suggestions: [] })
})

test('R19.9 the names on the newest roll and later changes of names count', async () => {
  const { loving } = portal.counties
  const fileId = await documentWith('Owner: Kiln Works of Pecos LLC', 'Owner: Trinity Lime LLC')
  expect(await suggestions(fileId)).toEqual([])
  await portal.pool.query(
    `INSERT INTO owner_roll (county_id, appraisal_year, version) VALUES (${loving}, 2026, 1);
     INSERT INTO owner_value (county_id, appraisal_year, party_number, owner_name)
     VALUES (${loving}, 2026, 501, 'KILN WORKS OF PECOS LLC')`,
  )
  expect(await suggestions(fileId)).toMatchObject([{ partyNumber: 501, evidence: { page: 1 } }])
  await portal.pool
    .query(`UPDATE organization SET organization_name = 'Trinity Lime LLC' WHERE party_number = 501;
    UPDATE owner_value SET owner_name = 'OTHER NAME LLC'`)
  expect(await suggestions(fileId)).toMatchObject([{ partyNumber: 501, evidence: { page: 2 } }])
})

test('R19.8 a person asks for two texts at a time, and a third waits', async () => {
  const fileId = await documentWith(...FILING)
  const { searchLimiter } = portal.world
  const { accountId } = administrator
  const ends = [await searchLimiter.take(accountId), await searchLimiter.take(accountId)]
  const asked = ask(fileId)
  const early = await Promise.race([asked, new Promise((resolve) => setImmediate(resolve, 'waits'))])
  expect(early).toBe('waits')
  for (const end of ends) end()
  expect((await asked).statusCode).toBe(200)
})

/** The status of a call that waits for its turn while something changes. */
async function whileWaiting(person: TestPerson, fileId: number, change: string, id: number) {
  const { searchLimiter } = portal.world
  const { accountId } = person
  const ends = [await searchLimiter.take(accountId), await searchLimiter.take(accountId)]
  const run = vi.spyOn(searchLimiter, 'run')
  try {
    const asked = ask(fileId, person)
    await expect.poll(() => run.mock.calls.length, { timeout: 10_000 }).toBe(1)
    await portal.pool.query(change, [id])
    for (const end of ends) end()
    return await asked
  } finally {
    run.mockRestore()
    for (const end of ends) end()
  }
}

test.each([
  [
    'their county',
    'UPDATE account SET county_id = (SELECT min(id) FROM county WHERE id <> county_id) WHERE id = $1',
    404,
  ],
  ['the right to edit', `UPDATE account SET role = 'user' WHERE id = $1`, 403],
  ['their account', 'UPDATE account SET disabled_at = now() WHERE id = $1', 401],
])('R19.7 a person who loses %s while a call waits gets no suggestions', async (what, change, status) => {
  const fileId = await documentWith(...FILING)
  const { loving } = portal.counties
  const email = `${what.replaceAll(' ', '-')}@staff.example`
  const person = await portal.addPerson({ email, role: 'staff', countyId: loving })
  const answer = await whileWaiting(person, fileId, change, person.accountId)
  expect(answer.statusCode).toBe(status)
  const looks = await portal.pool.query(
    `SELECT FROM audit_record WHERE action = 'document.viewed' AND account_id = $1`,
    [person.accountId],
  )
  expect(looks.rowCount).toBe(0)
})

test('R19.8 a document that goes to the bin while a call waits has no suggestions', async () => {
  const fileId = await documentWith(...FILING)
  const change = 'UPDATE document SET deleted_at = now() WHERE id = $1'
  const answer = await whileWaiting(administrator, fileId, change, fileId)
  expect(answer.json()).toEqual({ isComplete: true, suggestions: [] })
})
