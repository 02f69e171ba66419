import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { login } from '@portal/contract/auth.ts'
import { callPath } from '@portal/contract/call-path.ts'
import { downloadUpload, listUploads, uploadFile, type Upload } from '@portal/contract/files.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Environment } from '../../engines/config/settings.ts'
import { nodeFlagsOf } from '../../testing/npm-script.ts'
import { startPortal, type PortalProcess } from '../../testing/portal-process.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { uploadForm } from '../../testing/upload-form.ts'

const CHECKOUT = resolve(import.meta.dirname, '../../../..')
const DOCUMENTS = 20
const EMAIL = 'admin@staff.example'
const PASSWORD = 'a long and quiet password'

let folder: string
const running = new Set<PortalProcess>()
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'portal-machines-'))))
afterEach(async () => {
  for (const portal of running) await portal.end('SIGTERM')
  running.clear()
  await rm(folder, { recursive: true, force: true })
})

/** A machine has a data folder of its own, and nothing else. */
const machine = (name: string): Environment => ({
  DATA_DIR: join(folder, name),
  DATABASE_URL: '',
  PORT: '0',
  STAFF_EMAIL_DOMAIN: 'staff.example',
})

/** Runs a `portal` command in a process of its own; answers what it says with --json. */
async function portal(environment: Environment, words: readonly string[], input = ''): Promise<unknown> {
  const command = [...nodeFlagsOf('portal'), 'server/src/cli.ts', ...words, '--json']
  const child = spawn(process.execPath, command, {
    cwd: CHECKOUT,
    env: { ...process.env, ...environment },
  })
  child.stdin.end(input)
  const [said, refused, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`portal ${words.join(' ')} ended with ${String(code)}: ${refused}`)
  return JSON.parse(said.trim().split('\n').at(-1) ?? '')
}

/** Starts the server there; answers it with its address. */
async function start(environment: Environment) {
  const server = await startPortal(environment)
  running.add(server)
  const [, url = ''] = /The portal runs at (\S+)/.exec(server.said()) ?? []
  return { server, api: `${url}/api` }
}

async function stop(server: PortalProcess): Promise<void> {
  await server.end('SIGTERM')
  running.delete(server)
}

async function signIn(api: string): Promise<string> {
  const answer = await fetch(`${api}${callPath(login)}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: EMAIL, password: PASSWORD }),
  })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Uploads documents of many sizes; answers the hash of each by its id. */
async function fill(api: string): Promise<Map<number, string>> {
  const cookie = await signIn(api)
  const hashes = new Map<number, string>()
  for (let n = 0; n < DOCUMENTS; n++) {
    const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(n ** 4)])
    const { payload, headers } = uploadForm({ fileName: `${n}.pdf`, bytes, categoryId: 1, typeId: 1 })
    const answer = await fetch(`${api}${callPath(uploadFile)}`, {
      method: uploadFile.method,
      headers: { ...headers, cookie },
      body: new Uint8Array(payload),
    })
    expect(answer.status).toBe(200)
    hashes.set(((await answer.json()) as { file: Upload }).file.FileID, hashOf(bytes))
  }
  return hashes
}

/** Downloads all that the list has; answers the hash of each by its id. */
async function downloadAll(api: string): Promise<Map<number, string>> {
  const cookie = await signIn(api)
  const get = (path: string) => fetch(`${api}${path}`, { headers: { cookie } })
  const list = await get(callPath(listUploads, { query: { page: 1, pageSize: 50 } }))
  const { files } = (await list.json()) as { files: Upload[] }
  const hashes = new Map<number, string>()
  for (const { FileID: fileId } of files) {
    const answer = await get(callPath(downloadUpload, { params: { fileId } }))
    expect(answer.status).toBe(200)
    hashes.set(fileId, hashOf(Buffer.from(await answer.arrayBuffer())))
  }
  return hashes
}

test('C22 as an operator does it: a backup of a running portal, restored by commands into an empty folder, serves every document', async () => {
  const [old, bare, backup] = [machine('old'), machine('bare'), join(folder, 'backup')]
  const first = await start(old)
  await portal(old, ['user', 'add', '--email', EMAIL, '--admin', '--password-stdin'], PASSWORD)
  const hashes = await fill(first.api)
  const whole = { documents: DOCUMENTS, lacking: 0 }
  expect(await portal(old, ['backup', backup])).toMatchObject({ ...whole, isWhole: true })
  await stop(first.server)
  await rm(join(folder, 'old'), { recursive: true })

  await mkdir(join(folder, 'bare'))
  expect(await portal(bare, ['restore', backup])).toMatchObject(whole)
  const second = await start(bare)
  expect(await downloadAll(second.api)).toEqual(hashes)
  await stop(second.server)
}, 600_000)
