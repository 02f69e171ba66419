import { createHash } from 'node:crypto'
import { findTwins, listTwins, type Duplicate, type Duplicates } from '@portal/contract/files/duplicates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { binCalls, type BinCalls } from '../../../testing/bin-calls.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'

const OTHER_BYTES = Buffer.concat([SAMPLE_FILES.pdf, Buffer.from('\n% other\n')])
const [SAME, OTHER, NOBODYS] = [SAMPLE_FILES.pdf, OTHER_BYTES, Buffer.from('nobody has these')].map(hashOf)

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  bin = binCalls(portal)
})
// Tests store the same bytes and count their documents.
beforeEach(() => portal.pool.query('TRUNCATE document CASCADE'))
afterAll(() => portal.close())

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function find(person: TestPerson | null, payload: object) {
  const answer = await portal.call(person, findTwins, { payload })
  return { status: answer.statusCode, body: answer.json<{ twins?: (Duplicates & { sha256: string })[] }>() }
}

/** The ids of the documents with the bytes of the sample, as that person sees them. */
async function idsFor(person: TestPerson, countyId?: number): Promise<number[]> {
  const { body } = await find(person, { hashes: [SAME], ...(countyId === undefined ? {} : { countyId }) })
  return (body.twins?.[0]?.files ?? []).map(({ FileID }) => FileID)
}

async function list(person: TestPerson | null, fileId: number) {
  const answer = await portal.call(person, listTwins, { params: { fileId } })
  return { status: answer.statusCode, body: answer.json<Duplicates>() }
}

describe('duplicates of unsent files', () => {
  test('R5.80 are those in the county, with their uploader and time, newest first', async () => {
    const first = await bin.store(portal.people.clerk)
    portal.clock.advance(60_000)
    const second = await bin.store(portal.people.colleague)
    const other = await bin.store(portal.people.clerk, OTHER_BYTES)
    const { status, body } = await find(portal.people.clerk, {
      hashes: [SAME, OTHER?.toUpperCase(), NOBODYS, SAME],
    })
    expect(status).toBe(200)
    const about = {
      FileName: 'rendition.pdf',
      CountyName: 'Loving',
      UploadDate: expect.any(String) as string,
    }
    expect(body.twins?.toSorted((one, two) => two.total - one.total)).toEqual([
      {
        sha256: SAME,
        total: 2,
        files: [
          { ...about, FileID: second, UploadedBy: portal.people.colleague.email },
          { ...about, FileID: first, UploadedBy: portal.people.clerk.email },
        ],
      },
      {
        sha256: OTHER,
        total: 1,
        files: [{ ...about, FileID: other, UploadedBy: portal.people.clerk.email }],
      },
    ])
  })

  test('R5.82 show the newest five and the total count', async () => {
    const ids: number[] = []
    for (let count = 0; count < 7; count += 1) {
      portal.clock.advance(1000)
      ids.unshift(await bin.store(portal.people.clerk))
    }
    const { body } = await find(portal.people.clerk, { hashes: [SAME] })
    expect(body.twins?.[0]?.total).toBe(7)
    expect(body.twins?.[0]?.files.map(({ FileID }) => FileID)).toEqual(ids.slice(0, 5))
  })

  test('R5.80 V8.2.2 F09 reveal nothing of another county, not even by a count', async () => {
    const own = await bin.store(portal.people.clerk)
    const theirs = await bin.store(portal.people.neighbor)
    expect(await idsFor(portal.people.clerk)).toEqual([own])
    expect(await idsFor(portal.people.neighbor)).toEqual([theirs])
    expect(await idsFor(portal.people.administrator)).toEqual([theirs, own])
    expect((await find(portal.people.clerk, { hashes: [SAME] })).body.twins?.[0]?.total).toBe(1)
  })

  test('V8.2.2 may be searched in a county that the caller sees, and in no other', async () => {
    const own = await bin.store(portal.people.clerk)
    const theirs = await bin.store(portal.people.neighbor)
    expect(await idsFor(portal.people.clerk, 1)).toEqual([own])
    expect(await idsFor(portal.people.administrator, 2)).toEqual([theirs])
    for (const countyId of [2, 99]) {
      expect(await find(portal.people.clerk, { hashes: [SAME], countyId })).toMatchObject({
        status: 403,
        body: { code: 'county.not_yours' },
      })
    }
    expect((await find(portal.people.clerk, { hashes: [SAME], countyId: null })).body.twins?.[0]?.total).toBe(
      1,
    )
  })

  test('without a county are the caller’s own uploads', async () => {
    const other = await portal.addPerson({ email: 'typist@staff.example' })
    const own = await bin.store(portal.people.staff)
    await bin.store(other)
    await bin.store(portal.people.clerk)
    expect(await idsFor(portal.people.staff)).toEqual([own])
  })

  test('R5.80 in the bin are shown to people who may restore them, after the others and marked', async () => {
    const stays = await bin.store(portal.people.colleague)
    portal.clock.advance(1000)
    const deleted = await bin.storeInBin(portal.people.clerk)
    const told = async (person: TestPerson) =>
      (await find(person, { hashes: [SAME] })).body.twins?.[0]?.files.map((duplicate: Duplicate) => [
        duplicate.FileID,
        duplicate.isInBin,
      ])
    expect(await told(portal.people.clerk)).toEqual([
      [stays, undefined],
      [deleted, true],
    ])
    expect(await told(portal.people.administrator)).toHaveLength(2)
    expect(await told(portal.people.colleague)).toEqual([[stays, undefined]])
    expect((await find(portal.people.colleague, { hashes: [SAME] })).body.twins?.[0]?.total).toBe(1)
    const reader = await portal.addPerson({ email: 'reader@loving.example', countyId: 1, role: 'reader' })
    expect(await told(reader)).toEqual([[stays, undefined]])
  })

  test.each([
    {},
    { hashes: [] },
    { hashes: 'all' },
    { hashes: ['abc'] },
    { hashes: [7] },
    { hashes: [`${'a'.repeat(63)}g`] },
    { hashes: Array.from({ length: 201 }, () => 'a'.repeat(64)) },
  ])('V2.2.1 need a list of hashes: anything else is refused in one sentence (%#)', async (payload) => {
    const { status, body } = await find(portal.people.clerk, payload)
    expect([status, body]).toEqual([
      400,
      {
        code: expect.any(String) as string,
        error: 'Please ask for 1 to 200 files at a time, by the SHA-256 of each in hexadecimal digits.',
      },
    ])
  })

  test('are returned for 200 hashes at once, each once', async () => {
    const id = await bin.store(portal.people.clerk)
    const hashes = Array.from({ length: 199 }, (_, number) => hashOf(Buffer.from(String(number))))
    const { status, body } = await find(portal.people.clerk, { hashes: [...hashes, SAME] })
    expect([status, body.twins?.map(({ sha256, files }) => [sha256, files[0]?.FileID])]).toEqual([
      200,
      [[SAME, id]],
    ])
  })
})

describe('duplicates of a document', () => {
  test('R5.82 are the others with the same bytes, without itself', async () => {
    const first = await bin.store(portal.people.clerk)
    const second = await bin.store(portal.people.colleague)
    const alone = await bin.store(portal.people.clerk, OTHER_BYTES)
    await bin.store(portal.people.neighbor)
    const { status, body } = await list(portal.people.clerk, first)
    expect([status, body.total, body.files.map(({ FileID }) => FileID)]).toEqual([200, 1, [second]])
    expect((await list(portal.people.clerk, alone)).body).toEqual({ total: 0, files: [] })
    expect((await list(portal.people.administrator, first)).body.total).toBe(2)
  })

  test('V8.2.2 of another county do not exist, and in the bin are for people who may restore them', async () => {
    const theirs = await bin.store(portal.people.neighbor)
    const deleted = await bin.storeInBin(portal.people.colleague)
    expect((await list(portal.people.clerk, theirs)).status).toBe(404)
    expect((await list(portal.people.clerk, deleted)).status).toBe(403)
    expect((await list(portal.people.colleague, deleted)).status).toBe(200)
  })
})

test('are found by the index, which reads nothing of another county', async () => {
  await bin.store(portal.people.clerk)
  const client = await portal.pool.connect()
  try {
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM document
       WHERE sha256 = ANY (ARRAY(SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)) AND county_id IN (1)`,
      [[SAME]],
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index (Only )?Scan using document_twins/u)
    expect(plan).toMatch(/Index Cond: \(\(sha256 = ANY .* AND \(county_id = 1\)\)/u)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
