import { uploadFile, downloadUpload } from '@portal/contract/files/files.ts'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'
import { Kysely, PostgresDialect, PostgresDriver } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { rawUpload } from '../../../testing/raw-upload.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { sweepLeftovers } from '../../../records/stored-files/bytes/sweep-stored-bytes.ts'
import {
  ageStoredObjects,
  byTheMachinesClock,
  knownObjects,
  storedObjects,
} from '../../../testing/stored-objects.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import type { PersonContext } from '../../../records/context.ts'
import { acquireUploadPermit } from '../../../records/intake/upload-permit.ts'
import { multipartBoundary, readParts } from './form/form-parts.ts'
import { uploadDocument } from './upload.usecases.ts'
import { failureWith } from '../../../testing/failure-with.ts'

const GOOD = { fileName: 'rendition.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 }
const LARGE = { ...GOOD, bytes: Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(4_000_000)]) }
const FALLBACK = 'One or more uploads failed.'
/** Long enough for a busy machine. */
const BOUND = { timeout: 30_000 }

let portal: TestPortal
let person: TestPerson
let port: number

beforeAll(async () => {
  portal = await testPortal()
  person = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => portal.close())

const send = (fields = GOOD) => portal.call(person, uploadFile, uploadForm(fields))

function withCookie(form: ReturnType<typeof uploadForm>) {
  return { ...form, headers: { ...form.headers, cookie: person.cookie } }
}

async function documents(): Promise<number> {
  const { rows } = await portal.pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM document')
  return rows[0]?.n ?? -1
}

const loggedErrors = () => portal.log.filter((line) => line.includes('"level":50'))
const stagedNow = async () => (await storedObjects(portal.world.storage)).staged.length
const keptNow = async () => (await storedObjects(portal.world.storage)).kept.length

describe('A10 a sender who breaks off', () => {
  test.each([0.1, 0.5, 0.99])('V1.4.3 at %d of the form leaves nothing', async (part) => {
    const before = [await documents(), await keptNow()]
    const upload = await rawUpload(port, withCookie(uploadForm(LARGE)))
    await upload.sendUpTo(part)
    await vi.waitFor(async () => expect(await stagedNow()).toBe(1), BOUND)
    upload.destroy()
    await vi.waitFor(async () => expect(await stagedNow()).toBe(0), BOUND)
    expect([await documents(), await keptNow()]).toEqual(before)
    expect((await send()).statusCode).toBe(200)
  })

  test('causes no outage in the log', async () => {
    const before = loggedErrors().length
    const upload = await rawUpload(port, withCookie(uploadForm(LARGE)))
    await upload.sendUpTo(0.5)
    await vi.waitFor(async () => expect(await stagedNow()).toBe(1), BOUND)
    upload.destroy()
    await vi.waitFor(async () => expect(await stagedNow()).toBe(0), BOUND)
    expect(loggedErrors()).toHaveLength(before)
  })
})

test('V5.2.1 A13 a script that sends far too much gets its 413, and can reuse the connection', async () => {
  const form = withCookie(uploadForm({ ...GOOD, bytes: Buffer.alloc(MAX_UPLOAD_BYTES + 8_000_000, '%PDF-') }))
  const answer = await post(form)
  expect(answer).toEqual({ status: 413, body: expect.stringContaining('rendition.pdf exceeds the limit.') })
  expect(await stagedNow()).toBe(0)
})

test('E11 a form in chunks, of unknown length, is accepted', async () => {
  const { payload, headers } = withCookie(uploadForm(GOOD))
  const answer = await post({ payload, headers: { ...headers, 'transfer-encoding': 'chunked' } })
  expect(answer.status).toBe(200)
})

describe('the disk', () => {
  const NO_ROOM = 'The portal has no room left to store files. Please tell the helpdesk and try again later.'

  test.each([
    { what: 'A07 full while the file arrives', step: 'stage', code: 'ENOSPC', status: 503, error: NO_ROOM },
    { what: 'A03 broken while the file arrives', step: 'stage', code: 'EIO', status: 500, error: FALLBACK },
    { what: 'A04 full while the file is kept', step: 'keep', code: 'ENOSPC', status: 503, error: NO_ROOM },
  ] as const)(
    'A03 A04 A07 $what: a clear response, and nothing remains',
    async ({ step, code, status, error }) => {
      const before = [await documents(), await keptNow()]
      vi.spyOn(portal.world.storage, step).mockRejectedValueOnce(
        Object.assign(new Error(code), { code, path: '/x' }),
      )
      const answer = await send()
      expect([answer.statusCode, answer.json()]).toEqual([status, failureWith(error)])
      expect([await documents(), await keptNow(), await stagedNow()]).toEqual([...before, 0])
      expect((await send()).statusCode).toBe(200)
    },
  )

  test('that cannot even remove the leftover does not hide the first failure; the sweeper removes it', async () => {
    const { storage } = portal.world
    vi.spyOn(storage, 'keep').mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }))
    vi.spyOn(storage, 'discard').mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }))
    const answer = await send()
    expect([answer.statusCode, answer.json()]).toEqual([500, { error: FALLBACK, code: 'portal.unexpected' }])
    expect(await stagedNow()).toBe(1)
    await sweepLeftovers(byTheMachinesClock(portal.world))
    expect(await stagedNow()).toBe(1)
    await ageStoredObjects(portal.pool, 1)
    await sweepLeftovers(byTheMachinesClock(portal.world))
    expect(await stagedNow()).toBe(0)
    expect(Object.values(await knownObjects(portal.pool))).not.toContain('staged')
  })
})

describe('the order of durability', () => {
  test('A05 bytes are durable before the database has anything of the document', async () => {
    const { storage } = portal.world
    const keep = storage.keep.bind(storage)
    let seenWhileKept: number | null = null
    const before = await documents()
    vi.spyOn(storage, 'keep').mockImplementationOnce(async (key) => {
      await keep(key)
      seenWhileKept = await documents()
    })
    expect((await send()).statusCode).toBe(200)
    expect(seenWhileKept).toBe(before)
    expect(await documents()).toBe(before + 1)
  })

  test('a failed transaction removes the stored bytes', async () => {
    const before = [await documents(), await keptNow()]
    await portal.pool.query(
      `ALTER TABLE audit_record ADD CONSTRAINT played CHECK (action <> 'document.uploaded') NOT VALID`,
    )
    try {
      expect((await send()).statusCode).toBe(500)
    } finally {
      await portal.pool.query('ALTER TABLE audit_record DROP CONSTRAINT played')
    }
    expect([await documents(), await keptNow(), await stagedNow()]).toEqual([...before, 0])
  })

  test('C03 a connection lost after the commit: the document is found and the upload succeeds', async () => {
    const before = await documents()
    const stored = await sendOn(kyselyWhoseCommit('is done but not answered'))
    expect(await documents()).toBe(before + 1)
    const answer = await portal.call(person, downloadUpload, { params: { fileId: stored.FileID } })
    expect(answer.rawPayload.equals(GOOD.bytes)).toBe(true)
  })

  test('C03 a connection lost before the commit: a failure, and the bytes wait for the sweeper, which quarantines them', async () => {
    const before = [await documents(), await keptNow()] as const
    const upload = sendOn(kyselyWhoseCommit('never arrives'))
    await expect(upload).rejects.toThrow('Connection terminated')
    expect([await documents(), await keptNow()]).toEqual([before[0], before[1] + 1])
    await ageStoredObjects(portal.pool, 1)
    await sweepLeftovers(byTheMachinesClock(portal.world))
    expect(await keptNow()).toBe(before[1])
    expect((await storedObjects(portal.world.storage)).quarantined).toHaveLength(1)
  })
})

test('A15 an upload in progress finishes while the server stops', async () => {
  const stopping = await testPortal()
  const clerk = await stopping.addPerson({ email: 'admin@firm.example', isAdmin: true })
  const address = await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const form = uploadForm(LARGE)
  const headers = { ...form.headers, cookie: clerk.cookie }
  const upload = await rawUpload(Number(new URL(address).port), { ...form, headers })
  const answer = upload.answer()
  await upload.sendUpTo(0.5)
  await vi.waitFor(
    async () => expect((await storedObjects(stopping.world.storage)).staged).toHaveLength(1),
    BOUND,
  )
  const closed = stopping.app.close()
  await vi.waitFor(() => expect(stopping.app.server.listening).toBe(false), BOUND)
  await upload.sendUpTo(1)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/)
  await closed
  const { rows } = await stopping.pool.query('SELECT byte_size FROM document')
  expect(rows).toEqual([{ byte_size: LARGE.bytes.length }])
  await stopping.close()
})

function contextWith(kysely: Kysely<DB>): PersonContext {
  const { world } = portal
  return contextOfPerson({ ...world, database: { ...world.database, kysely } }, { ...person, isAdmin: true })
}

const letInAgain = async () => contextOfPerson(portal.world, { ...person, isAdmin: true })

/** Sends the good form on another connection to the database. */
async function sendOn(kysely: Kysely<DB>) {
  const context = contextWith(kysely)
  const { payload, headers } = uploadForm(GOOD)
  const largest = payload.length
  async function* body(): AsyncGenerator<Buffer> {
    yield payload
  }
  const parts = readParts(body(), multipartBoundary(headers['content-type']) ?? '')
  await using permit = await acquireUploadPermit(context, { bytes: largest })
  return await uploadDocument(context, { parts, largest, permit, letInAgain })
}

type Accident = 'never arrives' | 'is done but not answered'

/** The same database, but a commit loses its connection. */
function kyselyWhoseCommit(accident: Accident): Kysely<DB> {
  return new Kysely<DB>({ dialect: new BreakingDialect(portal.pool, accident) })
}

class BreakingDialect extends PostgresDialect {
  readonly #pool: Pool
  readonly #accident: Accident

  constructor(pool: Pool, accident: Accident) {
    super({ pool })
    this.#pool = pool
    this.#accident = accident
  }

  override createDriver(): BreakingDriver {
    return new BreakingDriver(this.#pool, this.#accident)
  }
}

class BreakingDriver extends PostgresDriver {
  readonly #accident: Accident

  constructor(pool: Pool, accident: Accident) {
    super({ pool })
    this.#accident = accident
  }

  override async commitTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    if (this.#accident === 'never arrives') await super.rollbackTransaction(connection)
    else await super.commitTransaction(connection)
    throw new Error('Connection terminated unexpectedly')
  }
}

async function post({ payload, headers }: { payload: Buffer; headers: Record<string, string> }) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sending = request({ port, host: '127.0.0.1', path: '/api/files/upload', method: 'POST', headers })
    sending.on('error', reject)
    sending.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
    sending.end(payload)
  })
}
