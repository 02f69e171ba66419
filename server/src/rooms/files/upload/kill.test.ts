import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Upload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sweepBrokenUploads } from '../../../records/stored-files/bytes/sweep-stored-bytes.ts'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { killableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { rawUpload } from '../../../testing/raw-upload.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { aDayLater, storedObjects } from '../../../testing/stored-objects.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import type { OpenedWorld } from '../../../world.ts'
import { verifyDocuments } from '../verify/verify.usecases.ts'

const ROUNDS = 12
/** In every round divisible by this, the database is killed with the server. */
const DATABASE_TOO = 4
/**
 * In every round divisible by this, the kill waits until bytes are on the disk, because a slow machine may write none
 * before.
 */
const ONCE_STAGED = 3
/** Long enough for a busy machine. */
const BOUND = { timeout: 30_000, interval: 1 }

type Sent = { bytes: Buffer; answer: Promise<string> }

let server: KillableServer

beforeAll(async () => {
  server = await killableServer()
})
afterAll(() => server.remove())

test(`C19 A01 A02 A10 killed ${ROUNDS} times during uploads and after them: no acknowledged document is lost, and no partial one is visible`, async () => {
  const acknowledged = new Map<number, Buffer>()
  let unanswered = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const sent = await uploadAndKill(round)
    for (const { bytes, answer } of sent) {
      const id = idIn(await answer)
      if (id === null) unanswered++
      else acknowledged.set(id, createHash('sha256').update(bytes).digest())
    }
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS)
  expect(unanswered).toBeGreaterThanOrEqual(ROUNDS)
  await server.inWorld((world) => everyPromiseIsKept(world, acknowledged))
}, 900_000)

async function everyPromiseIsKept(world: OpenedWorld, acknowledged: Map<number, Buffer>): Promise<void> {
  const rows = await world.database.kysely.selectFrom('document').select(['id', 'sha256']).execute()
  const stored = new Map(rows.map((row) => [row.id, row.sha256.toString('hex')]))
  for (const [id, sha256] of acknowledged) expect(stored.get(id)).toBe(sha256.toString('hex'))
  const verdict = await verifyDocuments(aDayLater(world))
  expect(verdict).toMatchObject({ checked: rows.length, damaged: [] })
  // Some kills must have hit running uploads, or this test would prove nothing.
  expect(verdict.brokenUploads.length).toBeGreaterThan(0)
  await sweepBrokenUploads(world)
  const left = await storedObjects(world.storage)
  expect([left.staged, left.kept.length]).toEqual([[], rows.length])
  const records = await world.database.pool.query(
    `SELECT count(*)::integer AS n FROM ${AUDIT_AS_TOLD} WHERE what = 'uploaded'`,
  )
  expect(records.rows).toEqual([{ n: rows.length }])
  await expectInvariants({ world, pool: world.database.pool })
}

/** One life of the server: an upload with its response, some others at every stage, then the kill. */
async function uploadAndKill(round: number): Promise<Sent[]> {
  const running = await server.start()
  const { port } = running
  const first = await begin(port)
  await first.upload.sendUpTo(1)
  await first.answer
  const staged = await stagedFiles()
  const others = await Promise.all(Array.from({ length: 4 }, () => begin(port)))
  await Promise.all(others.map(({ upload }, at) => upload.sendUpTo(at === 0 ? 0.6 : 1)))
  if (round % ONCE_STAGED === 0) await vi.waitUntil(async () => (await stagedFiles()) > staged, BOUND)
  // A different time each round, from the last byte until after the response.
  await pause((2 * round) % 25)
  await server.kill(running, { withDatabase: round % DATABASE_TOO === 0 })
  return [first, ...others]
}

const stagedFiles = async () => (await readdir(join(server.folder, 'documents/staging'))).length

async function begin(port: number) {
  const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(300_000)])
  const form = uploadForm({ fileName: 'rendition.pdf', bytes, categoryId: 1, typeId: 1 })
  const upload = await rawUpload(port, { ...form, headers: { ...form.headers, cookie: server.cookie } })
  return { bytes, upload, answer: upload.answer().catch(() => '') }
}

function idIn(answer: string): number | null {
  if (!answer.startsWith('HTTP/1.1 200')) return null
  const [, body = ''] = answer.split('\r\n\r\n')
  return (JSON.parse(body) as { file: Upload }).file.FileID
}
