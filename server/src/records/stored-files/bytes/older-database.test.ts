import { cp, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadUpload, uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { callPath } from '@portal/contract/call-path.ts'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { readSettings } from '../../../engines/config/settings.ts'
import type { App } from '../../../engines/http/app-types.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import { verifyDocuments, isSound } from '../../../rooms/files/verify/verify.usecases.ts'
import { documentCommands } from '../../../rooms/files/files.commands.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { ageStoredObjects, storedObjects } from '../../../testing/stored-objects.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { buildWorld, type OpenedWorld } from '../../../world.ts'
import { COMMAND_LINE } from '../../access/actor.ts'
import { addAccount } from '../../accounts/accounts.usecases.ts'
import { completeIntake } from '../../intake/complete-intake.ts'
import { stageFile, type IntakeFile } from '../../intake/stage-file.ts'
import { requireMatchingStore } from './store-identity.ts'
import { removeDeletedBytes, sweepBrokenUploads, sweepLeftovers } from './sweep-stored-bytes.ts'

const NEWER = 120
const EMAIL = 'admin@firm.example'
const PASSWORD = 'a long and quiet password'

let folder: string
let accountId: number
let cookie: string

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'portal-older-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

type Running = { world: OpenedWorld; app: App }

/** Runs the portal on the current database. */
async function running(work: (portal: Running) => Promise<void>): Promise<void> {
  const settings = readSettings({ DATA_DIR: folder, RATE_LIMIT: 'off', STAFF_EMAIL_DOMAIN: 'staff.example' })
  const log = pino({ level: 'silent' })
  const world = await buildWorld(settings, { log, isServer: true })
  try {
    await requireMatchingStore(world)
    const app = await buildApp(world, { logger: log })
    await work({ world, app })
    await app.close()
  } finally {
    await world.close()
  }
}

async function signUp({ world, app }: Running): Promise<void> {
  const person = { email: EMAIL, role: 'administrator', countyIds: [], password: PASSWORD } as const
  accountId = (await addAccount({ ...world, actor: COMMAND_LINE }, person)).userID
  const payload = { username: EMAIL, password: PASSWORD }
  const answer = await app.inject({ method: login.method, url: `/api${callPath(login)}`, payload })
  cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

const bytesOf = (number: number) => Buffer.concat([SAMPLE_FILES.pdf, Buffer.from(`of ${number}`)])

async function upload({ app }: Running, number: number): Promise<number> {
  const form = uploadForm({ fileName: `${number}.pdf`, bytes: bytesOf(number), categoryId: 1, typeId: 1 })
  const url = `/api${callPath(uploadFile)}`
  const answer = await app.inject({ ...form, method: 'POST', url, headers: { ...form.headers, cookie } })
  return answer.json<{ file: Upload }>().file.FileID
}

async function downloaded({ app }: Running, fileId: number): Promise<Buffer> {
  const url = `/api${callPath(downloadUpload, { params: { fileId } })}`
  return (await app.inject({ method: 'GET', url, headers: { cookie } })).rawPayload
}

/** Begins the upload of a document. */
async function begin({ world }: Running): Promise<IntakeFile> {
  const bytes = (async function* () {
    yield bytesOf(0)
  })()
  return stageFile(world, { key: newStorageKey(), name: '0.pdf', bytes, largest: 1_000_000 })
}

async function complete({ world }: Running, file: IntakeFile): Promise<number> {
  const draft = { categoryId: 1, typeId: 1, description: '', countyId: null }
  const context = { ...world, actor: COMMAND_LINE }
  return (await completeIntake(context, { file, draft, uploadedBy: accountId, uploadedAt: new Date() })).id
}

/** Moves everything in the database and the store two days back. */
async function letTwoDaysPass({ world }: Running): Promise<void> {
  await ageStoredObjects(world.database.pool, 2)
  const then = new Date(Date.now() - 2 * 86_400_000)
  for (const entry of await readdir(join(folder, 'documents'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
  }
}

test(`A18 an older database with a newer store: of ${NEWER} newer documents none is lost, verify names them, and with the right database all are there`, async () => {
  const [pg, copy, right] = ['pg', 'pg-copy', 'pg-right'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  let underWay: IntakeFile | undefined
  await running(async (portal) => {
    await signUp(portal)
    for (let number = 1; number <= 5; number++) await upload(portal, -number)
    underWay = await begin(portal)
  })
  await cp(pg, copy, { recursive: true })
  const newer = new Map<number, number>()
  await running(async (portal) => {
    if (underWay) newer.set(await complete(portal, underWay), 0)
    for (let number = 1; number < NEWER; number++) newer.set(await upload(portal, number), number)
  })

  await rename(pg, right)
  await rename(copy, pg)
  await running(async (portal) => {
    const { world } = portal
    await sweepBrokenUploads(world)
    await letTwoDaysPass(portal)
    await sweepLeftovers(world)
    await removeDeletedBytes(world)
    const { kept, quarantined } = await storedObjects(world.storage)
    // The old database knows of the running upload only that it began.
    expect([kept.length, quarantined]).toEqual([5 + NEWER - 1, [underWay?.key]])
    const verdict = await verifyDocuments(world)
    expect([isSound(verdict), verdict.checked, verdict.damaged]).toEqual([false, 5, []])
    expect([verdict.orphans.length, verdict.quarantined.length]).toEqual([NEWER - 1, 1])
    // An operator who takes them for leftovers has quarantined, not deleted, what the next database needs.
    const { json } = await runCommand(world, documentCommands, { words: ['quarantine', '--unknown'] })
    expect(json).toMatchObject({ moved: NEWER - 1, removed: [] })
    expect((await storedObjects(world.storage)).kept).toHaveLength(5)
  })

  await rm(pg, { recursive: true })
  await rename(right, pg)
  await running(async (portal) => {
    const verdict = await verifyDocuments(portal.world)
    expect(verdict.damaged.map(({ problem }) => problem)).toEqual(Array(NEWER).fill('in quarantine'))
    expect(newer.size).toBe(NEWER)
    const readers = [...newer].slice(0, NEWER / 2)
    for (const [fileId, number] of readers) expect(await downloaded(portal, fileId)).toEqual(bytesOf(number))
    // Those that were not requested come back automatically.
    await sweepLeftovers(portal.world)
    for (const [fileId, number] of newer) expect(await downloaded(portal, fileId)).toEqual(bytesOf(number))
    expect(isSound(await verifyDocuments(portal.world))).toBe(true)
    expect((await storedObjects(portal.world.storage)).quarantined).toEqual([])
  })
}, 180_000)
