import { disablePerson, endSessionsOf } from '@portal/contract/people/person-acts.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { finishLeftUploads } from '../../../records/intake/resumable/finish-left-uploads.ts'
import { rawRequest } from '../../../testing/raw-request.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { FACTS, metadataOf, TUS, tusCalls } from '../../../testing/tus-calls.ts'

// An upload may take hours, so its sender is authorized again when the last byte has arrived.

const PDF = SAMPLE_FILES.pdf
const BOUND = { timeout: 20_000, interval: 5 }

let portal: TestPortal
let administrator: TestPerson
let port: number
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => portal.close())

/**
 * A person sends a file in one request, and `act` is applied to them before its last byte. Returns the status of the
 * response.
 */
async function sendsWhile(email: string, act: typeof disablePerson | typeof endSessionsOf) {
  const person = await portal.addPerson({ email })
  const upload = await rawRequest(port)
  const headers = {
    ...TUS,
    host: 'localhost',
    cookie: person.cookie,
    'content-type': 'application/offset+octet-stream',
    'content-length': String(PDF.length),
    'upload-length': String(PDF.length),
    'upload-metadata': metadataOf({ filename: 'r.pdf', ...FACTS, senderKey: 'held' }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  await upload.send(`POST /api/files/resumable HTTP/1.1\r\n${lines.join('')}\r\n`)
  await upload.send(PDF.subarray(0, -1))
  await vi.waitFor(async () => expect(await tusCalls(portal, person).list(['held'])).toHaveLength(1), BOUND)
  const acted = await portal.call(administrator, act, { params: { userId: person.accountId } })
  expect(acted.statusCode).toBe(200)
  await upload.send(PDF.subarray(-1))
  await vi.waitFor(() => expect(upload.status()).toBeGreaterThan(0), BOUND)
  upload.end()
  return { person, status: upload.status() }
}

const documentsOf = async ({ accountId }: TestPerson) =>
  (await portal.pool.query('SELECT id FROM document WHERE uploaded_by = $1', [accountId])).rows

test('V8.3.2 a file in transfer when its sender was disabled becomes no document, now or later', async () => {
  const { person, status } = await sendsWhile('disabled@staff.example', disablePerson)
  expect(status).toBe(401)
  portal.clock.advance(720_000)
  await finishLeftUploads(portal.world)
  // The proof of the person who ends sessions is valid for ten minutes.
  portal.clock.advance(-720_000)
  expect(await documentsOf(person)).toEqual([])
})

test('a file that arrived completely after its session ended need not be sent again', async () => {
  const { person, status } = await sendsWhile('ended@staff.example', endSessionsOf)
  expect(status).toBe(401)
  const again = tusCalls(portal, { ...person, cookie: await portal.signIn(person.email, person.password) })
  const [left] = await again.list(['held'])
  expect(left).toMatchObject({ state: 'unfinished', received: PDF.length })
  const fileId = Number((await again.head(left?.id ?? '')).headers['portal-file-id'])
  expect(await documentsOf(person)).toEqual([{ id: fileId }])
})
