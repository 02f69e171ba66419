import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { TOO_MANY_DOWNLOADS } from '@portal/contract/files/document-errors.ts'
import type { Upload } from '@portal/contract/files/files.ts'
import { viewOwnerAttachment } from '@portal/contract/owners/owners.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { uploadDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'

/** More than any system buffers for a reader that does not read. */
const LARGE = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(40_000_000, 'county ')])
const AT_ONCE = 64

let portal: TestPortal
let ann: TestPerson
let ben: TestPerson
let url: string
beforeAll(async () => {
  portal = await testPortal()
  ann = await portal.addPerson({ email: 'ann@staff.example' })
  ben = await portal.addPerson({ email: 'ben@staff.example', role: 'administrator' })
  const stored = await uploadDocument(portal, ann, { fileName: 'maps.pdf', bytes: LARGE })
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  url = `${origin}/api/files/uploads/${stored.json<{ file: Upload }>().file.FileID}/download`
})
const begun: IncomingMessage[] = []
afterEach(() => {
  for (const each of begun.splice(0)) each.destroy()
})
afterAll(() => portal.close())

async function begin(
  { cookie }: TestPerson,
  { range, method = 'GET' }: { range?: string; method?: string } = {},
): Promise<IncomingMessage> {
  const asked = get(url, { agent: false, method, headers: { cookie, ...(range && { range }) } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  begun.push(answer)
  return answer.on('error', () => undefined)
}

async function read(answer: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await answer.toArray())
}

test('R5.126 one person has at most 64 open downloads; one more is 429, and other people are not affected', async () => {
  const open = await Promise.all(Array.from({ length: AT_ONCE }, () => begin(ann)))
  expect(new Set(open.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  for (const asked of [{}, { range: 'bytes=0-9' }]) {
    const refused = await begin(ann, asked)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
    expect(JSON.parse((await read(refused)).toString())).toEqual(failure(TOO_MANY_DOWNLOADS).toFailure())
  }
  expect((await begin(ann, { method: 'HEAD' })).statusCode).toBe(429)
  const others = await begin(ben, { range: 'bytes=0-4' })
  expect((await read(others)).toString()).toBe('%PDF-')
  for (const each of open) each.destroy()
  await expect
    .poll(async () => (await begin(ann, { method: 'HEAD' })).statusCode, { timeout: 20_000 })
    .toBe(200)
})

test('R5.126 a viewer reads a document in many ranges, one after another and six at the same time', async () => {
  for (let round = 0; round < AT_ONCE; round += 1) {
    const parts = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const answer = await begin(ann, { range: `bytes=${at * 1000}-${at * 1000 + 999}` })
        return [answer.statusCode, (await read(answer)).length]
      }),
    )
    expect(parts).toEqual(Array.from({ length: 6 }, () => [206, 1000]))
  }
})

test('R5.126 an attachment of an owner takes its slot before it is looked up', async () => {
  const { downloadPlaces } = portal.world
  const leaves = Array.from({ length: AT_ONCE }, () => downloadPlaces.tryTake(ben.accountId))
  const view = () => portal.call(ben, viewOwnerAttachment, { query: { ownerNbr: 1, name: 'none.pdf' } })
  expect((await view()).statusCode).toBe(429)
  for (const leave of leaves) leave?.()
  expect((await view()).statusCode).not.toBe(429)
})
