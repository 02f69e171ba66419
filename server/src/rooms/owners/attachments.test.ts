import { deleteUpload, downloadUpload } from '@portal/contract/files/files.ts'
import type { OwnerAttachment } from '@portal/contract/owners/owners.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MIDLAND_AND_ECTOR, ownerCalls, type OwnerCalls } from '../../testing/owner-calls.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { failureWith } from '../../testing/failure-with.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

const HEADER = 'OwnerNbr,OwnerName,CurrentValue'
const CHANGED = { error: 'The list has changed. Please open it again.', code: 'owners.attachments_changed' }

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
let owners: OwnerCalls

beforeAll(async () => {
  portal = await testPortal(MIDLAND_AND_ECTOR)
  owners = ownerCalls(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await owners.empty()
  for (const county of ['Midland', 'Ector'])
    await owners.load([HEADER, '100,Zapata,1', '200,Lobo,2'], { county, year: 2026 })
})

type ListRequest = { query?: string; person?: TestPerson | null }

async function list({
  query = 'ownerNbr=100&appraisalYear=2026',
  person = portal.people.clerk,
}: ListRequest = {}): Promise<OwnerAttachment[]> {
  const answer = await portal.as(person)({ method: 'GET', url: `/api/owners/owner-attachments?${query}` })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json()
}

type ViewRequest = ListRequest & { headers?: Record<string, string>; method?: 'GET' | 'HEAD' }

function view(
  name: string,
  { query, person = portal.people.clerk, headers = {}, method = 'GET' }: ViewRequest = {},
) {
  const of = query ?? 'ownerNbr=100&appraisalYear=2026'
  const url = `/api/owners/owner-attachments/view?${of}&name=${encodeURIComponent(name)}`
  return portal.as(person)({ method, url, headers })
}

async function attachment(
  fileName: string,
  { by = portal.people.clerk, owner = 100, description = '' } = {},
) {
  portal.clock.advance(1000)
  const id = await storeDocument(portal, by, { fileName, description })
  await owners.link(id, owner)
  return id
}

const named = (...names: string[]) =>
  names.map((NAME) => ({ NAME, Description: '', FileID: expect.any(Number) as number }))

describe('the attachments of an owner', () => {
  test('S3.17 S7.42 R5.40 R16.46 are the documents linked to them in that year, newest first, each once', async () => {
    const first = await attachment('first.pdf', { description: 'Signed by the agent' })
    const second = await attachment('second.pdf')
    await owners.link(second, 100, 2)
    await attachment('another owner.pdf', { owner: 200 })
    const binned = await attachment('binned.pdf')
    await portal.call(portal.people.clerk, deleteUpload, { params: { fileId: binned } })
    const old = await attachment('old.pdf')
    await portal.pool.query('UPDATE document SET appraisal_year = 2025 WHERE id = $1', [old])
    expect(await list()).toEqual([
      { NAME: 'second.pdf', Description: '', FileID: second },
      { NAME: 'first.pdf', Description: 'Signed by the agent', FileID: first },
    ])
    expect(await list({ query: 'ownerNbr=100&appraisalYear=2025' })).toEqual(named('old.pdf'))
  })

  test('R5.42 have the file id in repeated names, and in a name that looks like one of these', async () => {
    const [one, two] = [await attachment('a.pdf'), await attachment('a.pdf')]
    const three = await attachment(`a (${one}).pdf`)
    expect(await list()).toEqual(named(`a (${one}) (${three}).pdf`, `a (${two}).pdf`, `a (${one}).pdf`))
  })

  test('R5.40 are those that the caller may see', async () => {
    await attachment('midland.pdf')
    await attachment('ector.pdf', { by: portal.people.neighbor })
    await attachment('none.pdf', { by: portal.people.engineer })
    const query = `ownerNbr=100&appraisalYear=2026&countyId=${portal.counties.midland}`
    expect(await list()).toEqual(named('midland.pdf'))
    expect(await list({ query })).toEqual(named('midland.pdf'))
    expect(await list({ person: portal.people.neighbor })).toEqual(named('ector.pdf'))
    expect(await list({ person: portal.people.engineer })).toEqual(named('none.pdf'))
    expect(await list({ person: portal.people.administrator })).toEqual(
      named('none.pdf', 'ector.pdf', 'midland.pdf'),
    )
    expect(await list({ person: portal.people.administrator, query })).toEqual(named('midland.pdf'))
  })

  test.each([
    ['appraisalYear=2026', 400, 'Please select an owner.'],
    ['ownerNbr=100', 400, 'Please select an appraisal year.'],
    ['ownerNbr=100&appraisalYear=2017', 400, 'appraisalYear must be from 2018 to 2026.'],
    ['ownerNbr=x&appraisalYear=2026', 400, 'ownerNbr must be a whole number.'],
    ['ownerNbr=100&appraisalYear=2026&countyId=999', 403, 'You may only see your own county.'],
  ])('%s is %d', async (query, status, error) => {
    for (const path of ['owner-attachments', 'owner-attachments/view']) {
      const url = `/api/owners/${path}?${query}`
      const answer = await portal.as(portal.people.clerk)({ method: 'GET', url })
      expect([answer.statusCode, answer.json()]).toEqual([status, failureWith(error)])
    }
  })
})

describe('the view of an attachment', () => {
  test('S7.43 sends the document like a download, and records it as one', async () => {
    const id = await attachment('Rendición (2).pdf')
    const answer = await view('Rendición (2).pdf')
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(SAMPLE_FILES.pdf)).toBe(true)
    const download = await portal.call(portal.people.clerk, downloadUpload, { params: { fileId: id } })
    const { 'x-request-id': _id, date: _date, ...headers } = download.headers
    expect(answer.headers).toMatchObject(headers)
    const range = await view('Rendición (2).pdf', { headers: { range: 'bytes=0-3' } })
    expect([range.statusCode, range.body]).toEqual([206, '%PDF'])
    const tag = answer.headers.etag ?? ''
    expect((await view('Rendición (2).pdf', { headers: { 'if-none-match': tag } })).statusCode).toBe(304)
    expect((await view('Rendición (2).pdf', { method: 'HEAD' })).headers['content-length']).toBe(
      String(SAMPLE_FILES.pdf.length),
    )
    const { rows } = await portal.pool.query(
      `SELECT who, what FROM ${AUDIT_AS_TOLD} WHERE document_id = $1 AND what = 'downloaded'`,
      [id],
    )
    expect(rows).toEqual([{ who: portal.people.clerk.email, what: 'downloaded' }])
  })

  test('R5.43 accepts the bare name of one document, and a name with its file id always', async () => {
    const one = await attachment('a.pdf')
    expect((await view('a.pdf')).statusCode).toBe(200)
    expect((await view(`a (${one}).pdf`)).statusCode).toBe(200)
    const two = await attachment('a.pdf')
    expect((await view(`a (${two}).pdf`)).statusCode).toBe(200)
    expect((await view(`a (${one}).pdf`)).statusCode).toBe(200)
    const ambiguous = await view('a.pdf')
    expect([ambiguous.statusCode, ambiguous.json()]).toEqual([404, CHANGED])
  })

  test.each(['gone.pdf', 'a (999999).pdf', '../../../etc/passwd'])('R5.43 F03 of %j is 404', async (name) => {
    await attachment('a.pdf')
    const answer = await view(name)
    expect([answer.statusCode, answer.json()]).toEqual([404, CHANGED])
  })

  test('without a name is 400', async () => {
    const answer = await view('')
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'Please select an attachment.', code: 'owners.attachment_required' },
    ])
  })

  test('F03 of a document that the caller may not see, or in the bin, is 404', async () => {
    const id = await attachment('a.pdf')
    expect((await view('a.pdf', { person: portal.people.neighbor })).statusCode).toBe(404)
    expect((await view('a.pdf', { person: portal.people.engineer })).statusCode).toBe(404)
    expect((await view('a.pdf', { person: null })).statusCode).toBe(401)
    await portal.call(portal.people.clerk, deleteUpload, { params: { fileId: id } })
    expect((await view(`a (${id}).pdf`)).statusCode).toBe(404)
  })

  test('that fails in a browser tab is a page', async () => {
    const answer = await view('gone.pdf', { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain(CHANGED.error)
  })
})
