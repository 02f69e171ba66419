import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import {
  MAX_PIECES,
  CONCATENATION_UNSUPPORTED,
  TOO_MANY_PIECES,
  TOO_MANY_UNFINISHED,
} from '@portal/contract/files/resumable.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withOtherServers } from '../../../testing/other-servers.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'
import { FACTS, tusCalls } from '../../../testing/tus-calls.ts'
import { beginUpload } from './begin.usecases.ts'

const PDF = SAMPLE_FILES.pdf

let portal: TestPortal
let clerk: TestPerson
let calls: ReturnType<typeof tusCalls>
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'on' } })
  const { CountyID: countyId } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  calls = tusCalls(portal, clerk)
})
afterAll(() => portal.close())

const codeOf = ({ body }: { readonly body: string }) => (JSON.parse(body) as { code: string }).code

describe('of unfinished uploads', () => {
  test('R5.85 V2.4.1 one has at most a thousand pieces', async () => {
    const id = await calls.begun({ size: PDF.length })
    expect((await calls.append(id, 0, PDF.subarray(0, 1))).statusCode).toBe(204)
    const more = `INSERT INTO resumable_piece (upload_id, starts_at, key, byte_size)
      SELECT $1, n, 'piece-' || n, 1 FROM generate_series(1, ${MAX_PIECES - 1}) AS n`
    await portal.pool.query(more, [id])
    const refused = await calls.append(id, 1, PDF.subarray(1))
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { error: TOO_MANY_PIECES.sentence, code: TOO_MANY_PIECES.code },
    ])
    await portal.pool.query(
      `DELETE FROM resumable_piece WHERE upload_id = $1 AND starts_at = ${MAX_PIECES - 1}`,
      [id],
    )
    expect((await calls.append(id, 1, PDF.subarray(1, 9))).statusCode).toBe(204)
    await portal.pool.query('DELETE FROM resumable_upload WHERE id = $1', [id])
  })

  test('R5.85 V2.4.1 simultaneous starts on any number of servers do not exceed the limit together', async () => {
    const busy = await portal.addPerson({ email: 'busy@staff.example' })
    const id = await tusCalls(portal, busy).begun({ size: 10 })
    await portal.pool.query(
      `INSERT INTO resumable_upload (id, account_id, file_name, byte_size, category_id, type_id, county_id, description, begun_at, expires_at)
       SELECT gen_random_uuid()::text, account_id, file_name, byte_size, category_id, type_id, county_id, description, begun_at, expires_at
       FROM resumable_upload, generate_series(1, 1997) WHERE id = $1`,
      [id],
    )
    const metadata = new Map(Object.entries({ filename: 'r.pdf', ...FACTS }))
    await withOtherServers(portal, 3, async (databases) => {
      const outcomes = await Promise.allSettled(
        databases.flatMap((database) =>
          [1, 2, 3, 4].map(() =>
            beginUpload(contextOfPerson({ ...portal.world, database }, busy), { size: 10, metadata }),
          ),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
      for (const reason of reasons) expect(reason).toMatchObject({ code: TOO_MANY_UNFINISHED.code })
    })
  })

  test('R5.85 V2.4.1 refused starts count, and a person with a thousand must wait', async () => {
    const wrong = await portal.addPerson({ email: 'wrong@staff.example' })
    const of = tusCalls(portal, wrong)
    const begin = () => of.begin({ size: 10, values: { filename: 'notes.txt' } })
    expect((await begin()).statusCode).toBe(415)
    const { rows } = await portal.pool.query<{ bucket: string }>(
      `SELECT bucket FROM throttled_attempt WHERE bucket LIKE 'refused uploads of account:%'`,
    )
    expect(rows).toHaveLength(1)
    await portal.pool.query(
      'INSERT INTO throttled_attempt SELECT one.* FROM throttled_attempt AS one, generate_series(1, 999) WHERE bucket = $1',
      [rows[0]?.bucket],
    )
    const waits = await begin()
    expect([waits.statusCode, codeOf(waits), waits.headers['retry-after']]).toEqual([
      429,
      TOO_MANY_ATTEMPTS.code,
      '900',
    ])
    expect((await of.begin({ size: 10 })).statusCode).toBe(429)
    expect((await calls.begin({ size: 10 })).statusCode).toBe(201)
    portal.clock.advance(16 * 60_000)
    expect((await of.begin({ size: 10 })).statusCode).toBe(201)
  })
})

test('R5.118 the newest thousand refused uploads of a person are stored', async () => {
  const wrong = await portal.addPerson({ email: 'refused@staff.example' })
  const of = tusCalls(portal, wrong)
  const bytes = Buffer.from('no document at all')
  expect((await of.begin({ size: bytes.length, bytes, values: { senderKey: 'oldest' } })).statusCode).toBe(
    415,
  )
  await portal.pool.query(
    `INSERT INTO resumable_upload (id, account_id, file_name, byte_size, category_id, type_id, county_id, description,
       begun_at, expires_at, state, refusal)
     SELECT gen_random_uuid()::text, account_id, file_name, byte_size, category_id, type_id, county_id, description,
       begun_at + n * interval '1 second', expires_at, state, refusal
     FROM resumable_upload, generate_series(1, 1200) AS n WHERE account_id = $1`,
    [wrong.accountId],
  )
  await of.begun({ size: 10 })
  const { rows } = await portal.pool.query(
    `SELECT sender_key FROM resumable_upload WHERE account_id = $1 AND state = 'refused'`,
    [wrong.accountId],
  )
  expect(rows).toHaveLength(1000)
  expect(await of.list(['oldest'])).toEqual([])
})

describe('tus 1.0', () => {
  test('R5.85 every response has Tus-Resumable, also a refusal', async () => {
    const id = await calls.begun({ size: 10 })
    const answers = [
      await calls.begin({ size: 10, values: { filename: 'notes.txt' } }),
      await calls.begin({ size: 10, headers: { 'tus-resumable': '0.2.2' } }),
      await calls.append(id, 5, PDF),
      await calls.append('00000000-0000-0000-0000-000000000000', 0, PDF),
      await calls.append('no id', 0, PDF),
      await calls.end('00000000-0000-0000-0000-000000000000'),
      await calls.head('00000000-0000-0000-0000-000000000000'),
      await portal.as(ANONYMOUS_PERSON)({ method: 'POST', url: '/api/files/resumable' }),
      await calls.head(id),
      await calls.end(id),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      415, 412, 409, 404, 400, 404, 404, 401, 200, 204,
    ])
    for (const { headers } of answers) expect(headers['tus-resumable']).toBe('1.0.0')
  })

  test('R5.85 concatenation is not supported: it is refused and not stored as a file of its own', async () => {
    for (const concat of ['partial', 'final;/api/files/resumable/a /api/files/resumable/b']) {
      const refused = await calls.begin({
        size: PDF.length,
        bytes: PDF,
        headers: { 'upload-concat': concat },
      })
      expect([refused.statusCode, codeOf(refused)]).toEqual([400, CONCATENATION_UNSUPPORTED.code])
    }
    const { rows } = await portal.pool.query('SELECT FROM document WHERE uploaded_by = $1', [clerk.accountId])
    expect(rows).toEqual([])
  })
})
