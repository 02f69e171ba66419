import { chooseCounty } from '@portal/contract/sign-in/sign-in.ts'
import { closeCounty, openCounty } from '@portal/contract/counties/counties.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { rawRequest } from '../../../testing/raw-request.ts'
import { rawUpload, type RawUpload } from '../../../testing/raw-upload.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { FACTS, metadataOf, TUS, tusCalls } from '../../../testing/tus-calls.ts'
import { uploadForm } from '../../../testing/upload-form.ts'

// A document gets the county that its sender had when the upload began. The sender must still belong to it at the end.

const PDF = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(2_000_000, ' ')])
const BOUND = { timeout: 20_000, interval: 5 }

let portal: TestPortal
let administrator: TestPerson
let clerk: TestPerson
let port: number
let loving: number
let winkler: number
let people = 0

beforeAll(async () => {
  portal = await testPortal()
  administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  loving = (await portal.addCounty('Loving')).CountyID
  winkler = (await portal.addCounty('Winkler')).CountyID
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => portal.close())
beforeEach(async () => {
  people += 1
  clerk = await portal.addPerson({
    email: `clerk-${people}@loving.example`,
    countyIds: [loving, winkler],
  })
})

const stagedNow = async () => (await storedObjects(portal.world.storage)).staged.length

/** A form with half of its file sent. */
async function halfSent(person: TestPerson, countyId?: number): Promise<RawUpload> {
  const form = uploadForm({
    fileName: 'rendition.pdf',
    bytes: PDF,
    categoryId: 1,
    typeId: 1,
    ...(countyId !== undefined && { countyId }),
  })
  const upload = await rawUpload(port, { ...form, headers: { ...form.headers, cookie: person.cookie } })
  await upload.sendUpTo(0.5)
  await vi.waitFor(async () => expect(await stagedNow()).toBe(1), BOUND)
  return upload
}

async function countyOfDocument({ accountId }: TestPerson) {
  const { rows } = await portal.pool.query<{ county_id: number | null }>(
    'SELECT county_id FROM document WHERE uploaded_by = $1',
    [accountId],
  )
  return rows.map(({ county_id }) => county_id)
}

async function moveToWinkler({ accountId }: TestPerson): Promise<void> {
  await portal.pool.query('UPDATE account SET county_id = $2 WHERE id = $1', [accountId, winkler])
  await portal.pool.query('DELETE FROM membership WHERE account_id = $1 AND county_id = $2', [
    accountId,
    loving,
  ])
}

async function answerOf(upload: RawUpload): Promise<{ status: number; text: string }> {
  await upload.sendUpTo(1)
  const text = await upload.answer()
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]), text }
}

test('R5.110 a form without a county is filed in the county that its sender had when it began', async () => {
  const upload = await halfSent(clerk)
  expect((await portal.call(clerk, chooseCounty, { payload: { countyId: winkler } })).statusCode).toBe(200)
  expect((await answerOf(upload)).status).toBe(200)
  expect(await countyOfDocument(clerk)).toEqual([loving])
})

test('R5.110 a sender who was moved to another county meanwhile is refused, and nothing is filed', async () => {
  for (const countyId of [undefined, loving]) {
    // One after another: each has its own sender.
    // oxlint-disable no-await-in-loop
    const moved = await portal.addPerson({
      email: `moved-${countyId}-${people}@loving.example`,
      countyIds: [loving, winkler],
    })
    const upload = await halfSent(moved, countyId)
    await moveToWinkler(moved)
    const { status, text } = await answerOf(upload)
    expect([status, text]).toEqual([403, expect.stringContaining('You may only upload for your own county.')])
    expect(await countyOfDocument(moved)).toEqual([])
  }
})

test('R5.110 an upload without a county is refused if its sender belongs to one by now, as form and as tus', async () => {
  const staff = await portal.addPerson({ email: `new-${people}@staff.example` })
  const calls = tusCalls(portal, staff)
  const id = await calls.begun({ size: PDF.length })
  const upload = await halfSent(staff)
  await portal.pool.query('INSERT INTO membership (account_id, county_id) VALUES ($1, $2)', [
    staff.accountId,
    loving,
  ])
  expect((await answerOf(upload)).status).toBe(403)
  expect((await calls.append(id, 0, PDF)).statusCode).toBe(403)
  expect(await countyOfDocument(staff)).toEqual([])
})

test('R5.111 an upload for a closed county is refused before its bytes come: as form, with the county named or not, and as tus', async () => {
  const closed = (await portal.addCounty(`Closed ${people}`)).CountyID
  const theirs = await portal.addPerson({ email: `closed-${people}@loving.example`, countyId: closed })
  const params = { countyId: closed }
  expect((await portal.call(administrator, closeCounty, { params })).statusCode).toBe(200)
  const form = (countyId?: number) =>
    uploadForm({
      fileName: 'r.pdf',
      bytes: PDF,
      categoryId: 1,
      typeId: 1,
      ...(countyId !== undefined && { countyId }),
    })
  const requests = [
    { url: '/api/files/upload', person: theirs, ...form() },
    { url: '/api/files/upload', person: administrator, ...form(closed) },
    {
      url: '/api/files/resumable',
      person: theirs,
      payload: PDF,
      headers: {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(PDF.length),
        'upload-metadata': metadataOf({ filename: 'r.pdf', ...FACTS }),
      },
    },
  ]
  for (const { url, person, payload, headers } of requests) {
    const request = await rawRequest(port)
    const lines = { host: 'localhost', cookie: person.cookie, 'content-length': payload.length, ...headers }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    await request.send(`POST ${url} HTTP/1.1\r\n${head.join('')}\r\n`)
    // The fields, the header of the file, and a thousand of its two million bytes.
    await request.send(payload.subarray(0, 2000))
    await vi.waitFor(() => expect(request.status()).toBe(409), BOUND)
    expect(request.answer()).toContain('This county is closed.')
    // The rest is read and discarded, because a browser reads its response only after its last byte.
    await request.send(payload.subarray(2000))
    await request.send('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await vi.waitFor(() => expect(request.answer()).toContain('HTTP/1.1 200'), BOUND)
    request.end()
  }
  expect(await countyOfDocument(theirs)).toEqual([])
  await portal.call(administrator, openCounty, { params })
})
