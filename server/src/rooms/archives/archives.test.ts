import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { logout } from '@portal/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sweepArchives } from '../../records/archives/sweep-archives.ts'
import { archiveCalls, readArchive } from '../../testing/archive-calls.ts'
import { flipBit } from '../../testing/flip-bit.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

const OPTIONS = {
  ...TWO_COUNTIES,
  environment: { RATE_LIMIT: 'off', ARCHIVE_MAX_FILES: '6', ARCHIVE_MAX_MB: '120' },
} as const
/** More than a connection buffers, so that its reader decides how far the server is. */
const LARGE = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(30_000_000, 'county ')])

let portal: TestPortal<typeof OPTIONS>
let calls: ReturnType<typeof archiveCalls>
let origin: string
beforeAll(async () => {
  portal = await testPortal(OPTIONS)
  calls = archiveCalls(portal)
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())

const store = (fileName: string, bytes: Buffer = SAMPLE_FILES.pdf, county = portal.counties.loving) =>
  storeDocument(portal, portal.people.clerk, { fileName, bytes, countyId: county })

async function setScan(id: number, state: string): Promise<void> {
  await portal.pool.query(
    `UPDATE stored_object SET scan_state = $2, scan_finding = CASE $2 WHEN 'infected' THEN 'EICAR' END
     FROM document WHERE storage_key = key AND id = $1`,
    [id, state],
  )
}

const bin = (id: number) => portal.call(portal.people.administrator, deleteUpload, { params: { fileId: id } })

async function readsOf(id: number, { accountId }: TestPerson): Promise<number> {
  const { rows } = await portal.pool.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM audit_record
     WHERE action = 'document.downloaded' AND subject_id = $1::text AND account_id = $2`,
    [id, accountId],
  )
  return rows[0]?.n ?? 0
}

/** Begins a download and reads nothing of it yet. */
async function begin(person: TestPerson, key: string): Promise<IncomingMessage> {
  const asked = get(`${origin}/api/archives/${key}`, { agent: false, headers: { cookie: person.cookie } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return answer.on('error', () => undefined)
}

async function finish(answer: IncomingMessage): Promise<{ bytes: Buffer; isComplete: boolean }> {
  const pieces: Buffer[] = []
  answer.on('data', (piece: Buffer) => pieces.push(piece))
  await new Promise((resolve) => void answer.once('close', resolve))
  return { bytes: Buffer.concat(pieces), isComplete: answer.complete }
}

test('R21.1 R21.5 R21.9 R21.11 the archive has the files under unique names, a list of them, and a record of each read', async () => {
  const { administrator } = portal.people
  const bytes = [SAMPLE_FILES.pdf, SAMPLE_FILES.png, LARGE]
  const ids = [
    await store('plan.pdf'),
    await store('Plan.png', SAMPLE_FILES.png),
    await store('PLAN.pdf', LARGE),
  ]
  const { body, key, status } = await calls.prepare(administrator, { ids })
  const size = bytes.reduce((sum, { length }) => sum + length, 0)
  expect([status, body]).toEqual([200, { total: 3, isComplete: true, files: 3, bytes: size, leftOut: [] }])
  const answer = await calls.download(administrator, key)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="documents_\d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
  })
  const { names, files, manifest } = readArchive(answer.rawPayload)
  expect(names).toEqual(['plan.pdf', 'Plan.png', 'PLAN (2).pdf', 'manifest.csv'])
  expect(names.slice(0, 3).map((name, at) => files[name]?.equals(bytes[at] ?? Buffer.of()))).toEqual([
    true,
    true,
    true,
  ])
  expect(manifest[2]).toEqual({
    'File ID': String(ids[2]),
    'Name in ZIP': 'PLAN (2).pdf',
    'File Name': 'PLAN.pdf',
    Bytes: String(LARGE.length),
    'SHA-256': createHash('sha256').update(LARGE).digest('hex'),
    Category: expect.any(String),
    Type: expect.any(String),
    County: 'Loving',
    Owners: '',
  })
  expect(await Promise.all(ids.map((id) => readsOf(id, administrator)))).toEqual([1, 1, 1])
})

test('R21.6 infected and unchecked files, and those in the bin, are left out and listed', async () => {
  const { clerk } = portal.people
  const [infected, pending, binned, good] = [
    await store('infected.pdf'),
    await store('pending.pdf'),
    await store('binned.pdf'),
    await store('good.pdf'),
  ]
  await setScan(infected, 'infected')
  await setScan(pending, 'pending')
  await bin(binned)
  const ids = [infected, pending, binned, good, 990_000_003]
  const { body, key } = await calls.prepare(clerk, { ids })
  expect(body).toMatchObject({ total: 5, files: 1, bytes: SAMPLE_FILES.pdf.length })
  expect(body.leftOut.map(({ code, count }) => [code, count])).toEqual([
    ['document.in_bin', 1],
    ['document.infected', 1],
    ['document.not_found', 1],
    ['document.still_checked', 1],
  ])
  const { names, leftOut } = readArchive((await calls.download(clerk, key)).rawPayload)
  expect(names).toEqual(['good.pdf', 'manifest.csv', 'left-out.csv'])
  expect(leftOut.map((row) => [row['File ID'], row['File Name'], row['Reason']])).toEqual([
    [String(infected), 'infected.pdf', expect.stringContaining('virus')],
    [String(pending), 'pending.pdf', expect.stringContaining('checked')],
    [String(binned), 'binned.pdf', expect.stringContaining('bin')],
    ['990000003', '', 'This file does not exist.'],
  ])
  expect(await readsOf(infected, clerk)).toBe(0)
})

test('R20.56 a file in the bin is left out without its name for people who may not open it there', async () => {
  const { clerk, colleague } = portal.people
  const binned = await store('secret.pdf')
  await bin(binned)
  const namesFor = async (person: TestPerson) =>
    (await calls.read(person, { ids: [binned] })).leftOut.map((row) => row['File Name'])
  expect(await namesFor(clerk)).toEqual(['secret.pdf'])
  expect(await namesFor(colleague)).toEqual([''])
})

test('R21.13 a file of another county counts as one that does not exist, and its name is nowhere', async () => {
  const { neighbor, clerk } = portal.people
  const own = await store('mine.pdf')
  expect((await calls.prepare(neighbor, { ids: [own] })).body).toMatchObject({
    files: 0,
    leftOut: [{ code: 'document.not_found', count: 1 }],
  })
  const { names, leftOut } = await calls.read(neighbor, { ids: [own] })
  expect(names).toEqual(['manifest.csv', 'left-out.csv'])
  expect(leftOut).toEqual([{ 'File ID': String(own), 'File Name': '', Reason: 'This file does not exist.' }])
  const { key } = await calls.prepare(clerk, { ids: [own] })
  expect((await calls.download(neighbor, key)).statusCode).toBe(404)
  expect((await calls.download(portal.people.administrator, key)).statusCode).toBe(404)
})

test('R21.8 more files or bytes than the limit are refused with one sentence', async () => {
  const { clerk } = portal.people
  const { status, body } = await calls.prepare(clerk, { ids: [1, 2, 3, 4, 5, 6, 7] })
  expect([status, body.error]).toEqual([
    400,
    'More than 6 files are selected, which is the limit of one ZIP file. Please select fewer.',
  ])
  expect((await calls.prepare(clerk, { filter: '' })).body.code).toBe('archive.too_many_files')
  const id = await store('small.pdf')
  await portal.pool.query('UPDATE document SET byte_size = 200000000 WHERE id = $1', [id])
  const large = await calls.prepare(clerk, { ids: [id] })
  expect([large.status, large.body.code]).toEqual([400, 'archive.too_large'])
})

test('R21.7 an archive can be downloaded for an hour; a person has five, and the oldest is replaced', async () => {
  const { clerk } = portal.people
  const id = await store('hour.pdf')
  const keys: string[] = []
  for (let n = 0; n < 6; n += 1) {
    keys.push((await calls.prepare(clerk, { ids: [id] })).key)
    portal.clock.advance(1000)
  }
  // One after the other, because a person has two at once.
  const statuses = async () => {
    const seen: number[] = []
    for (const key of keys) seen.push((await calls.download(clerk, key)).statusCode)
    return seen
  }
  expect(await statuses()).toEqual([404, 200, 200, 200, 200, 200])
  portal.clock.advance(3_600_000)
  expect(new Set(await statuses())).toEqual(new Set([404]))
  await sweepArchives(portal.world)
  const { rows } = await portal.pool.query('SELECT FROM document_archive WHERE account_id = $1', [
    clerk.accountId,
  ])
  expect(rows).toEqual([])
  expect((await calls.download(clerk, randomUUID())).statusCode).toBe(404)
})

/** Where the bytes of a document are. */
async function pathOf(id: number): Promise<string> {
  const { rows } = await portal.pool.query<{ key: string }>(
    'SELECT storage_key AS key FROM document WHERE id = $1',
    [id],
  )
  const key = rows[0]?.key ?? ''
  return join(portal.folder, 'documents', 'kept', key.slice(0, 2), key)
}

const alarmsOf = (id: number) =>
  portal.log.filter((line) => line.includes('"level":50') && line.includes(`"documentId":${id}`)).length

test('R21.2 R21.12 a damaged file breaks the archive: the connection is cut, and no read of it is recorded', async () => {
  const { administrator } = portal.people
  const [good, bad, never] = [await store('ok.pdf'), await store('bad.pdf'), await store('never.pdf')]
  await flipBit(await pathOf(bad), 0.5)
  const { key } = await calls.prepare(administrator, { ids: [good, bad, never] })
  const { bytes, isComplete } = await finish(await begin(administrator, key))
  expect(isComplete).toBe(false)
  expect(() => readArchive(bytes)).toThrow('invalid zip data')
  expect(await Promise.all([good, bad, never].map((id) => readsOf(id, administrator)))).toEqual([1, 0, 0])
  expect(alarmsOf(bad)).toBe(1)
  expect(portal.log.some((line) => line.includes('A ZIP download was cut off.'))).toBe(true)
})

test.each([
  ['with the proof of each MiB', true],
  ['stored before there were proofs', false],
])('R21.2 R21.12 damage far into a large file breaks the archive: %s', async (_which, isProven) => {
  const { administrator } = portal.people
  const [bad, never] = [await store('far.pdf', LARGE), await store('never.pdf')]
  await flipBit(await pathOf(bad), 0.9)
  if (!isProven) {
    await portal.pool.query(
      'UPDATE stored_object SET mib_tags = NULL FROM document WHERE storage_key = key AND id = $1',
      [bad],
    )
  }
  const { key } = await calls.prepare(administrator, { ids: [bad, never] })
  const { bytes, isComplete } = await finish(await begin(administrator, key))
  expect(isComplete).toBe(false)
  expect(() => readArchive(bytes)).toThrow('invalid zip data')
  expect(await readsOf(never, administrator)).toBe(0)
  expect(alarmsOf(bad)).toBe(1)
})

test('R21.10 a file that is deleted or moved while the archive is read is left out and listed', async () => {
  const { clerk, administrator } = portal.people
  const [first, binned, moved] = [await store('first.pdf', LARGE), await store('b.pdf'), await store('m.pdf')]
  const { key } = await calls.prepare(clerk, { ids: [first, binned, moved] })
  const answer = await begin(clerk, key)
  await bin(binned)
  await portal.pool.query('UPDATE document SET county_id = $2 WHERE id = $1', [
    moved,
    portal.counties.winkler,
  ])
  await portal.call(administrator, patchStatus, { params: { id: first }, payload: { statusId: 2 } })
  const { bytes, isComplete } = await finish(answer)
  expect(isComplete).toBe(true)
  const { names, leftOut } = readArchive(bytes)
  expect(names).toEqual(['first.pdf', 'manifest.csv', 'left-out.csv'])
  expect(leftOut.map((row) => row['Reason'])).toEqual([
    'This file is in the recycle bin.',
    'This file does not exist.',
  ])
})

test('R21.10 a sign-out ends the archive visibly', async () => {
  const person = await portal.addPerson({ email: 'leaves@loving.example', countyId: portal.counties.loving })
  const ids = [await store('one.pdf', LARGE), await store('two.pdf', LARGE), await store('three.pdf', LARGE)]
  const { key } = await calls.prepare(person, { ids })
  const answer = await begin(person, key)
  await portal.call(person, logout)
  const { bytes, isComplete } = await finish(answer)
  expect(isComplete).toBe(false)
  expect(() => readArchive(bytes)).toThrow('invalid zip data')
})

test('R21.8 a person downloads two at once; a reader who leaves frees the slot at once', async () => {
  const { clerk } = portal.people
  const ids = [await store('l1.pdf', LARGE), await store('l2.pdf', LARGE)]
  const { key } = await calls.prepare(clerk, { ids })
  const open = [await begin(clerk, key), await begin(clerk, key)]
  const refused = await calls.download(clerk, key)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await calls.prepare(clerk, { ids })).status).toBe(429)
  for (const each of open) each.destroy()
  await expect.poll(async () => (await calls.prepare(clerk, { ids })).status, { timeout: 20_000 }).toBe(200)
})

test('R21.3 R21.11 a reader who leaves stops the reading: later files are not opened, and not recorded', async () => {
  const { colleague } = portal.people
  const ids = [await store('s1.pdf', LARGE), await store('s2.pdf', LARGE), await store('s3.pdf', LARGE)]
  const { key } = await calls.prepare(colleague, { ids })
  const read = vi.spyOn(portal.world.storage, 'read')
  const answer = await begin(colleague, key)
  await once(answer, 'readable')
  answer.destroy()
  await expect
    .poll(async () => (await calls.prepare(colleague, { ids })).status, { timeout: 20_000 })
    .toBe(200)
  expect(read).toHaveBeenCalledTimes(1)
  expect(await Promise.all(ids.map((id) => readsOf(id, colleague)))).toEqual([1, 0, 0])
})

test('R21.14 a reader who takes too little in half an hour is cut off, and one who takes more is not', async () => {
  const { colleague } = portal.people
  const ids = [await store('t1.pdf', LARGE), await store('t2.pdf', LARGE), await store('t3.pdf', LARGE)]
  const { key } = await calls.prepare(colleague, { ids })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const requested = once(portal.app.server, 'request')
    const slow = await begin(colleague, key)
    const [, response] = (await requested) as [unknown, ServerResponse]
    // Until bytes wait for the reader, who takes none.
    while (response.writableLength === 0) await nextTurn()
    vi.advanceTimersByTime(30 * 60_000 - 1)
    expect(response.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(response.destroyed).toBe(true)
    expect((await finish(slow)).isComplete).toBe(false)
    const steady = await begin(colleague, key)
    let read = 0
    // 54 MB are read before the first look, and the rest before the second.
    for await (const piece of steady) {
      const before = read
      read += (piece as Buffer).length
      if (before < 80_000_000 && read >= 80_000_000) vi.advanceTimersByTime(30 * 60_000)
    }
    expect(steady.complete).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('R21.14 the bytes that a reader takes keep the session active', async () => {
  const { colleague } = portal.people
  const ids = [await store('k1.pdf', LARGE), await store('k2.pdf')]
  const { key } = await calls.prepare(colleague, { ids })
  const answer = await begin(colleague, key)
  portal.clock.advance(120_000)
  expect((await finish(answer)).isComplete).toBe(true)
  const { rows } = await portal.pool.query<{ at: Date }>(
    'SELECT max(last_seen_at) AS at FROM session WHERE account_id = $1',
    [colleague.accountId],
  )
  expect(rows[0]?.at).toEqual(portal.clock.now())
})
