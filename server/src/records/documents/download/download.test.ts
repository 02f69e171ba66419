import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { rm, truncate, writeFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { downloadUpload, deleteUpload, listUploads } from '@portal/contract/files/files.ts'
import { ACCEPTED_EXTENSIONS } from '@portal/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { storeDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'

const PDF = SAMPLE_FILES.pdf
const LARGE = Buffer.concat([PDF, Buffer.alloc(3_000_000, 'county ')])
const TEN_MINUTES = 600_000
const MISSING = {
  error: 'The content of this file is missing or damaged. Please tell the helpdesk.',
  code: 'document.content_missing',
}

let portal: TestPortal
let administrator: TestPerson
let clerk: TestPerson
let colleague: TestPerson
let neighbor: TestPerson
let port: number
let id: number

beforeAll(async () => {
  portal = await testPortal()
  const loving = (await portal.addCounty('Loving')).CountyID
  const winkler = (await portal.addCounty('Winkler')).CountyID
  administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: loving })
  colleague = await portal.addPerson({ email: 'chief@loving.example', countyId: loving })
  neighbor = await portal.addPerson({ email: 'clerk@winkler.example', countyId: winkler })
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
  id = await stored('rendition.pdf', PDF)
})
afterAll(() => portal.close())

async function stored(fileName: string, bytes: Buffer, person = clerk): Promise<number> {
  return storeDocument(portal, person, { fileName, bytes })
}

function download(file: number, headers: Record<string, string> = {}, person: TestPerson | null = clerk) {
  return portal.call(person, downloadUpload, { params: { fileId: file }, headers })
}

function head(file: number, headers: Record<string, string> = {}) {
  return portal.as(clerk)({ method: 'HEAD', url: `/api/files/uploads/${file}/download`, headers })
}

async function recordsOf(file: number): Promise<{ who: string }[]> {
  const { rows } = await portal.pool.query<{ who: string }>(
    `SELECT who FROM ${AUDIT_AS_TOLD} WHERE document_id = $1 AND what = 'downloaded' ORDER BY id`,
    [file],
  )
  return rows
}

async function pathOf(file: number): Promise<string> {
  const { rows } = await portal.pool.query<{ storage_key: string }>(
    'SELECT storage_key FROM document WHERE id = $1',
    [file],
  )
  const key = rows[0]?.storage_key ?? ''
  return join(portal.folder, 'documents', 'kept', key.slice(0, 2), key)
}

const SHOWN = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }
const SAVED = {
  tif: 'image/tiff',
  tiff: 'image/tiff',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  eml: 'message/rfc822',
}

describe('the headers of a download', () => {
  test.each(ACCEPTED_EXTENSIONS)(
    'R5.33 R5.34 V3.2.1 V4.1.1 V5.3.1 D07 D18 keep a .%s file harmless',
    async (extension) => {
      const file = await stored(`sample.${extension}`, SAMPLE_FILES[extension])
      const { headers } = await download(file)
      expect(headers).toMatchObject({
        'content-type': { ...SHOWN, ...SAVED }[extension],
        'content-length': String(SAMPLE_FILES[extension].length),
        'content-disposition': expect.stringMatching(extension in SHOWN ? /^inline; / : /^attachment; /),
        'content-security-policy':
          extension === 'pdf'
            ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'"
            : "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"[\w-]{43}"$/),
      })
    },
  )

  test.each([
    ['rendición.pdf', "filename*=UTF-8''rendici%C3%B3n.pdf"],
    ['تقرير 北京.pdf', "filename*=UTF-8''%D8%AA%D9%82%D8%B1%D9%8A%D8%B1%20%E5%8C%97%E4%BA%AC.pdf"],
    ['the "final"; one.pdf', `filename*=UTF-8''the%20%22final%22%3B%20one.pdf`],
  ])('R5.33 E06 name %j in any language', async (fileName, expected) => {
    const { headers, statusCode } = await download(await stored(fileName, PDF))
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toContain(expected)
  })
})

describe('E16 a range', () => {
  test.each([
    ['bytes=0-', 206, [0, PDF.length - 1]],
    ['bytes=0-0', 206, [0, 0]],
    ['bytes=5-10', 206, [5, 10]],
    ['bytes=-1', 206, [PDF.length - 1, PDF.length - 1]],
    ['bytes=10-999999999', 206, [10, PDF.length - 1]],
    ['bytes=5-1', 200, [0, PDF.length - 1]],
    ['bytes=0-0,2-2', 200, [0, PDF.length - 1]],
    ['cows=1-2', 200, [0, PDF.length - 1]],
  ] as const)('V4.2.2 %s returns %d', async (range, status, [start, end]) => {
    const answer = await download(id, { range })
    expect(answer.statusCode).toBe(status)
    expect(answer.rawPayload.equals(PDF.subarray(start, end + 1))).toBe(true)
    expect(answer.headers['content-length']).toBe(String(end - start + 1))
    expect(answer.headers['content-range']).toBe(
      status === 206 ? `bytes ${start}-${end}/${PDF.length}` : undefined,
    )
  })

  test.each(['bytes=1000000000000-', 'bytes=-0'])('R5.34 %s lies outside of the file', async (range) => {
    const answer = await download(id, { range })
    expect([answer.statusCode, answer.json()]).toEqual([
      416,
      { error: 'The file has no such part.', code: 'document.no_such_part' },
    ])
    expect(answer.headers['content-range']).toBe(`bytes */${PDF.length}`)
  })

  test('counts only while the file is the one that the reader began with', async () => {
    const { etag = '' } = (await head(id)).headers
    const range = 'bytes=0-3'
    expect((await download(id, { range, 'if-range': etag })).statusCode).toBe(206)
    expect((await download(id, { range, 'if-range': '"another"' })).statusCode).toBe(200)
    expect((await download(id, { range, 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' })).statusCode).toBe(200)
  })
})

test('R5.34 a caller who has the file already gets 304 without a body', async () => {
  const { etag = '' } = (await download(id)).headers
  const answer = await download(id, { 'if-none-match': etag })
  expect([answer.statusCode, answer.body]).toEqual([304, ''])
  expect(answer.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' })
  expect((await download(id, { 'if-none-match': '"another"' })).statusCode).toBe(200)
})

test('V4.2.2 HEAD returns the same as GET, without the bytes and without a record', async () => {
  const file = await stored('large.pdf', LARGE)
  const asked = await head(file, { range: 'bytes=0-3' })
  expect([asked.statusCode, asked.body]).toEqual([200, ''])
  expect(asked.headers['content-length']).toBe(String(LARGE.length))
  expect(await recordsOf(file)).toEqual([])
  const { date: _asked, 'x-request-id': _id, ...headers } = asked.headers
  expect((await download(file)).headers).toMatchObject(headers)
})

describe('the record of a download', () => {
  test('R5.46 is one for ten minutes, with its ranges and 304s, for each account', async () => {
    const file = await stored('once.pdf', PDF)
    const { etag = '' } = (await download(file)).headers
    await Promise.all(['bytes=0-1', 'bytes=2-3', 'bytes=4-'].map((range) => download(file, { range })))
    await download(file, { 'if-none-match': etag })
    expect(await recordsOf(file)).toEqual([{ who: clerk.email }])
    portal.clock.advance(TEN_MINUTES - 1)
    await download(file)
    expect(await recordsOf(file)).toHaveLength(1)
    await download(file, {}, colleague)
    portal.clock.advance(1)
    await download(file, { 'if-none-match': etag })
    expect(await recordsOf(file)).toEqual([
      { who: clerk.email },
      { who: colleague.email },
      { who: clerk.email },
    ])
  })

  test('is one for many simultaneous parts', async () => {
    const file = await stored('viewer.pdf', PDF)
    const ranges = Array.from({ length: 20 }, (_range, at) => ({ range: `bytes=${at}-${at}` }))
    await Promise.all(ranges.map((headers) => download(file, headers)))
    expect(await recordsOf(file)).toHaveLength(1)
  })
})

describe('who may download', () => {
  test('F01 F10 people who see the document; for all others it does not exist', async () => {
    for (const person of [administrator, clerk, colleague])
      expect((await download(id, {}, person)).statusCode).toBe(200)
    const foreign = await download(id, {}, neighbor)
    const missing = await download(999_999, {}, neighbor)
    expect([foreign.statusCode, foreign.json()]).toEqual([
      404,
      { error: 'This file does not exist.', code: 'document.not_found' },
    ])
    expect(missing.json()).toEqual(foreign.json())
    expect((await download(id, {}, null)).statusCode).toBe(401)
  })

  test('R5.39 from the bin: people who may restore it', async () => {
    const file = await stored('deleted.pdf', PDF)
    await portal.call(clerk, deleteUpload, { params: { fileId: file } })
    for (const person of [administrator, clerk])
      expect((await download(file, {}, person)).statusCode).toBe(200)
    expect((await download(file, {}, colleague)).statusCode).toBe(403)
    expect((await download(file, {}, neighbor)).statusCode).toBe(404)
  })

  test('R3.11 a failure in a browser tab is a page', async () => {
    const answer = await download(id, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, neighbor)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('This file does not exist.')
  })
})

describe('changed stored bytes', () => {
  test('V16.3.4 A17 missing: 500 and an alarm, and the list still works', async () => {
    const file = await stored('gone.pdf', PDF)
    await rm(await pathOf(file))
    const before = alarms()
    const answer = await download(file)
    expect([answer.statusCode, answer.json()]).toEqual([500, MISSING])
    expect(alarms()).toBeGreaterThan(before)
    expect((await portal.call(clerk, listUploads)).statusCode).toBe(200)
    expect(await recordsOf(file)).toEqual([])
  })

  test('A16 of another length: 500 and an alarm, whole or in part', async () => {
    const file = await stored('short.pdf', PDF)
    await writeFile(await pathOf(file), PDF.subarray(0, -1))
    expect([
      (await download(file)).statusCode,
      (await download(file, { range: 'bytes=0-0' })).statusCode,
    ]).toEqual([500, 500])
  })

  test('A16 with one byte changed: 500 and an alarm, whole or in part', async () => {
    const file = await stored('flipped.pdf', PDF)
    const wrong = Buffer.from(PDF)
    wrong[100] = (wrong[100] ?? 0) ^ 1
    await writeFile(await pathOf(file), wrong)
    const before = alarms()
    for (const headers of [{}, { range: 'bytes=0-0' }]) {
      const answer = await download(file, headers)
      expect([answer.statusCode, answer.json()]).toEqual([500, MISSING])
    }
    expect(alarms()).toBeGreaterThan(before)
    expect(await recordsOf(file)).toEqual([])
  })

  describe('of a document of 5 MB, with one byte changed', () => {
    const MIB = 1_048_576
    const [early, middle] = ['bytes=1000-2000', `bytes=${2 * MIB - 1}-${2 * MIB}`]
    const bytes = Buffer.concat([PDF, randomBytes(5_000_000 - PDF.length)])
    let file: number
    let path: string
    beforeAll(async () => {
      file = await stored('maps.pdf', bytes)
      path = await pathOf(file)
    })

    const flip = async (at: number) => {
      const wrong = Buffer.from(bytes)
      wrong[at] = (wrong[at] ?? 0) ^ 1
      await writeFile(path, wrong)
    }

    test('A16 V11.4.3 in its first MiB: 500 and an alarm, whole, by HEAD and in parts that touch it', async () => {
      await flip(MIB - 1)
      const before = alarms()
      for (const headers of [{}, { range: early }]) {
        const answer = await download(file, headers)
        expect([answer.statusCode, answer.json()]).toEqual([500, MISSING])
      }
      expect((await head(file)).statusCode).toBe(500)
      expect(alarms()).toBeGreaterThanOrEqual(before + 3)
      const untouched = await download(file, { range: `bytes=${MIB}-` })
      expect([untouched.statusCode, untouched.rawPayload.equals(bytes.subarray(MIB))]).toEqual([206, true])
    })

    test.each([
      ['middle', 2 * MIB],
      ['last', 4_999_999],
    ])('A16 V11.4.3 in its %s MiB: cut off before a wrong byte, with an alarm', async (_which, at) => {
      await flip(at)
      const before = alarms()
      const { came, isComplete } = await receive(`/api/files/uploads/${file}/download`)
      expect(isComplete).toBe(false)
      expect(came.length).toBeLessThanOrEqual(at - (at % MIB))
      expect(came.equals(bytes.subarray(0, came.length))).toBe(true)
      expect(alarms()).toBe(before + 1)
      expect((await download(file, { range: `bytes=${at}-${at}` })).statusCode).toBe(500)
      const untouched = await download(file, { range: early })
      expect([untouched.statusCode, untouched.rawPayload.equals(bytes.subarray(1000, 2001))]).toEqual([
        206,
        true,
      ])
    })

    test('A16 a range across the border of a damaged MiB is cut off', async () => {
      await flip(2 * MIB + 500_000)
      const { came, isComplete } = await receive(`/api/files/uploads/${file}/download`, { range: middle })
      expect([came.length <= 1, isComplete]).toEqual([true, false])
      const { came: whole } = await receive(`/api/files/uploads/${file}/download`, {
        range: `bytes=${MIB}-${2 * MIB - 1}`,
      })
      expect(whole.equals(bytes.subarray(MIB, 2 * MIB))).toBe(true)
    })

    test('A16 one from before tags is verified by its hashes', async () => {
      await writeFile(path, bytes)
      const hashes = [0, 1, 2, 3, 4].map((mib) =>
        createHash('sha256')
          .update(bytes.subarray(mib * MIB, (mib + 1) * MIB))
          .digest(),
      )
      await portal.pool.query(
        `UPDATE stored_object SET mib_tags = NULL, mib_sha256 = $2
         WHERE key = (SELECT storage_key FROM document WHERE id = $1)`,
        [file, Buffer.concat(hashes)],
      )
      expect((await download(file)).rawPayload.equals(bytes)).toBe(true)
      await flip(3 * MIB)
      expect((await download(file, { range: `bytes=${3 * MIB}-` })).statusCode).toBe(500)
      expect((await download(file, { range: early })).statusCode).toBe(206)
    })

    test('one from before hashes of MiBs is sent while it is read', async () => {
      await writeFile(path, bytes)
      const clear = `UPDATE stored_object SET mib_tags = NULL, mib_sha256 = NULL
         WHERE key = (SELECT storage_key FROM document WHERE id = $1)`
      await portal.pool.query(clear, [file])
      expect((await download(file)).rawPayload.equals(bytes)).toBe(true)
      expect((await download(file, { range: middle })).rawPayload).toEqual(
        bytes.subarray(2 * MIB - 1, 2 * MIB + 1),
      )
    })
  })

  test('C10 cut off during the read: the connection breaks, so the end does not look complete', async () => {
    const file = await stored('cut.pdf', Buffer.concat([PDF, Buffer.alloc(40_000_000)]))
    const response = await open(`/api/files/uploads/${file}/download`)
    expect(response.statusCode).toBe(200)
    await truncate(await pathOf(file), 1_000_000)
    await expect(buffer(response)).rejects.toThrow('aborted')
  })
})

test('V1.4.3 I03 the server cuts off a reader who reads nothing for two minutes', () => {
  expect(portal.app.server.timeout).toBe(120_000)
})

test('B03 a reader in the middle of a permanently deleted file gets all of it', async () => {
  const file = await stored('long.pdf', LARGE)
  const response = await open(`/api/files/uploads/${file}/download`)
  await rm(await pathOf(file))
  expect((await buffer(response)).equals(LARGE)).toBe(true)
})

const alarms = () =>
  portal.log.filter((line) => line.includes('missing or damaged') && line.includes('"level":50')).length

/** Reads a response to its end, or until its connection breaks. */
async function receive(path: string, asks: Record<string, string> = {}) {
  const response = await open(path, asks)
  const pieces: Buffer[] = []
  response.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined)
  await new Promise((resolve) => void response.once('close', resolve))
  return { came: Buffer.concat(pieces), isComplete: response.complete }
}

async function open(path: string, asks: Record<string, string> = {}) {
  const headers: IncomingHttpHeaders = { cookie: clerk.cookie, ...asks }
  const [response] = (await once(get({ port, host: '127.0.0.1', path, headers }), 'response')) as [
    IncomingMessage,
  ]
  return response
}
