import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { callPath } from '@portal/contract/call-path.ts'
import { downloadUpload, listUploads, uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { expect } from 'vitest'
import type { Environment } from '../engines/config/environment.ts'
import { nodeFlagsOf } from './npm-script.ts'
import { startPortal, type PortalProcess } from './portal-process.ts'
import { SAMPLE_FILES } from './sample-files.ts'
import { uploadForm } from './upload-form.ts'

const CHECKOUT = resolve(import.meta.dirname, '../../..')
const EMAIL = 'admin@staff.example'
const PASSWORD = 'a long and quiet password'

/** The SHA-256 of documents, by their ids. */
type Hashes = ReadonlyMap<number, string>

/**
 * Runs a `portal` command in its own process, like an operator. Returns its --json output.
 * @throws with its output if it fails.
 */
export async function portalCommand(
  environment: Environment,
  words: readonly string[],
  input = '',
): Promise<unknown> {
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
  if (code !== 0) throw new Error(`portal ${words.join(' ')} ended with ${String(code)}: ${said}${refused}`)
  return JSON.parse(said.trim().split('\n').at(-1) ?? '')
}

/** Adds the administrator that the other functions sign in as. */
export const addAdministrator = (environment: Environment) =>
  portalCommand(environment, ['user', 'add', '--email', EMAIL, '--admin', '--password-stdin'], PASSWORD)

/** Starts the server, and returns it with its address. */
export async function serve(environment: Environment): Promise<{ server: PortalProcess; api: string }> {
  const server = await startPortal(environment)
  const [, url = ''] = /The portal runs at (\S+)/.exec(server.said()) ?? []
  return { server, api: `${url}/api` }
}

/** @returns the cookie of the administrator. */
export async function signIn(api: string): Promise<string> {
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

/** Uploads documents with this many bytes above the minimum. */
export async function uploadAll(api: string, sizes: readonly number[]): Promise<Hashes> {
  const cookie = await signIn(api)
  const hashes = new Map<number, string>()
  for (const size of sizes) {
    const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(size)])
    const { payload, headers } = uploadForm({ fileName: `${size}.pdf`, bytes, categoryId: 1, typeId: 1 })
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

/** Downloads the first fifty documents of the list. */
export async function downloadAll(api: string): Promise<Hashes> {
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
