import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callPath } from '@portal/contract/call-path.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { deletePermanently, restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Environment } from '../../engines/config/environment.ts'
import { readSettings } from '../../engines/config/settings.ts'
import { auditCommands } from '../../records/audit/audit.commands.ts'
import { BACKUP_COMMANDS } from '../../testing/restore-target.ts'
import { oldestPostgres } from '../../testing/engines/oldest-postgres.ts'
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../../testing/engines/replicated-postgres.ts'
import { locationIn, ownBucket } from '../../testing/engines/s3-server.ts'
import {
  addAdministrator,
  downloadAll,
  portalCommand,
  serve,
  signIn,
  uploadAll,
} from '../../testing/operator-calls.ts'
import type { PortalProcess } from '../../testing/portal-process.ts'
import { runCommand } from '../../testing/run-command.ts'
import { buildWorld } from '../../world.ts'
import { documentCommands } from '../files/files.commands.ts'

const COMMANDS = [...BACKUP_COMMANDS, ...documentCommands, ...auditCommands]
const SILENT = { info() {}, warn() {}, error() {} }
const MEBIBYTE = 1_048_576
/** Small files, one with hashes of several MiB, and two that go to a bucket in parts. */
const SIZES = [0, 1, 1000, 100_000, MEBIBYTE, 3 * MEBIBYTE, 9 * MEBIBYTE, 12 * MEBIBYTE]

let folder: string
let postgres: ReplicatedPostgres
let [old, moved]: Environment[] = []
const running = new Set<PortalProcess>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-moved-'))
  postgres = await startReplicatedPostgres(oldestPostgres())
  const bucket = await ownBucket('ceph')
  const settings = { PORT: '0', STAFF_EMAIL_DOMAIN: 'staff.example' }
  old = { ...settings, DATA_DIR: join(folder, 'old'), DATABASE_URL: '', BLOB_URL: '' }
  moved = {
    ...settings,
    DATA_DIR: join(folder, 'moved'),
    DATABASE_URL: postgres.urlBy(`postgres://127.0.0.1:${postgres.primary.port}`),
    BLOB_URL: locationIn(bucket),
    AWS_ACCESS_KEY_ID: bucket.credentials?.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.credentials?.secretAccessKey,
  }
})
afterAll(async () => {
  for (const server of running) await server.end('SIGKILL')
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs `work` while the portal serves there. */
async function whileServing<T>(environment: Environment = {}, work: (api: string) => Promise<T>): Promise<T> {
  const { server, api } = await serve(environment)
  running.add(server)
  const done = await work(api)
  await server.end('SIGTERM')
  running.delete(server)
  return done
}

/** Runs commands on the portal in its new place, without a process for each. */
async function onMoved(lines: readonly string[][], { makesPortal = false } = {}): Promise<object[]> {
  const world = await buildWorld(readSettings(moved ?? {}), {
    log: SILENT,
    isServer: false,
    makesPortal,
    ...(makesPortal ? { prepareSchema: async () => {} } : {}),
  })
  const answers: object[] = []
  try {
    for (const words of lines) answers.push((await runCommand(world, COMMANDS, { words })).json)
  } finally {
    await world.close()
  }
  return answers
}

async function act(api: string, call: { method: string }, path: string): Promise<void> {
  const answer = await fetch(`${api}${path}`, { method: call.method, headers: { cookie: await signIn(api) } })
  expect(answer.status).toBe(200)
}

const putInBin = (api: string, fileId: number) =>
  act(api, deleteUpload, callPath(deleteUpload, { params: { fileId } }))
const deleteForGood = (api: string, fileId: number) =>
  act(api, deletePermanently, callPath(deletePermanently, { params: { fileId } }))
const takeOutOfBin = (api: string, fileId: number) =>
  act(api, restoreFile, callPath(restoreFile, { params: { fileId } }))

test('C22 a backup moves a portal from the embedded database and a disk to an external PostgreSQL and a bucket: every document is the same, the record and the pair are checked, and work continues', async () => {
  const backup = join(folder, 'backup')
  const [stored, binned] = await whileServing(old, async (api) => {
    await addAdministrator(old ?? {})
    const hashes = new Map(await uploadAll(api, SIZES))
    const [inBin = 0, gone = 0] = hashes.keys()
    for (const id of [inBin, gone]) await putInBin(api, id)
    await deleteForGood(api, gone)
    hashes.delete(gone)
    expect(await portalCommand(old ?? {}, ['backup', backup])).toMatchObject({
      documents: hashes.size,
      lacking: 0,
    })
    return [hashes, inBin] as const
  })
  await rm(join(folder, 'old'), { recursive: true })

  const restored = await onMoved([['restore', backup]], { makesPortal: true })
  expect(restored).toMatchObject([{ documents: stored.size, lacking: 0 }])
  await rm(backup, { recursive: true })
  const added = await whileServing(moved, async (api) => {
    await takeOutOfBin(api, binned)
    expect(await downloadAll(api)).toEqual(stored)
    const more = await uploadAll(api, [500, 2 * MEBIBYTE])
    expect(await downloadAll(api)).toEqual(new Map([...stored, ...more]))
    return more
  })
  expect(Math.min(...added.keys())).toBeGreaterThan(Math.max(...stored.keys()))
  const answers = await onMoved([['verify'], ['verify', '--database'], ['audit', '--verify']])
  expect(answers).toMatchObject([{ ok: true, checked: stored.size + added.size }, { ok: true }, { ok: true }])
})
