import { Readable } from 'node:stream'
import { callPath } from '@portal/contract/call-path.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { disablePerson, enablePerson } from '@portal/contract/people/person-acts.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { rawUpload } from '../../testing/raw-upload.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storedObjects } from '../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uploadForm } from '../../testing/upload-form.ts'

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

const disable = ({ accountId: userId }: TestPerson) =>
  portal.call(administrator, disablePerson, { params: { userId } })

/** A call that was authorized, and whose body is sent when the test says so. */
async function hold(person: TestPerson, endpoint: Endpoint, { url = callPath(endpoint), body = {} }) {
  const letIn = Promise.withResolvers<void>()
  const text = JSON.stringify(body)
  const payload = new Readable({ read: () => letIn.resolve() })
  const headers = {
    cookie: person.cookie,
    'content-type': 'application/json',
    'content-length': String(text.length),
  }
  const call = { method: endpoint.method, url: `/api${url}`, headers, payload }
  const answer = (async () => portal.app.inject(call))()
  await letIn.promise
  return {
    async finish() {
      payload.push(text)
      payload.push(null)
      return (await answer).statusCode
    },
  }
}

test('V7.4.2 V8.3.2 a request that a person began before they were disabled is not carried out afterwards', async () => {
  const former = await portal.addPerson({ email: 'former@staff.example', role: 'administrator' })
  const enabling = await hold(former, enablePerson, {
    url: callPath(enablePerson, { params: { userId: former.accountId } }),
  })
  const body = { lines: ['friend@elsewhere.example'], role: 'administrator', countyIds: [] }
  const inviting = await hold(former, invitePeople, { body })
  expect((await disable(former)).statusCode).toBe(200)
  expect([await enabling.finish(), await inviting.finish()]).toEqual([401, 401])
  const { rows } = await portal.pool.query(
    `SELECT email FROM account WHERE disabled_at IS NOT NULL OR email LIKE 'friend%'`,
  )
  expect(rows).toEqual([{ email: former.email }])
})

test('V8.3.2 a file in transfer when its sender was disabled becomes no document', async () => {
  const clerk = await portal.addPerson({ email: 'clerk@staff.example', role: 'administrator' })
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  const upload = await rawUpload(port, { ...form, headers: { ...form.headers, cookie: clerk.cookie } })
  await upload.sendUpTo(0.9)
  const staged = async () => (await storedObjects(portal.world.storage)).staged
  await vi.waitFor(async () => expect(await staged()).toHaveLength(1), BOUND)
  expect((await disable(clerk)).statusCode).toBe(200)
  await upload.sendUpTo(1)
  expect(await upload.answer()).toMatch(/^HTTP\/1\.1 401/)
  expect(await staged()).toEqual([])
  expect((await portal.pool.query('SELECT FROM document')).rowCount).toBe(0)
})
