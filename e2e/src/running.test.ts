import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { portalEnvironment, runCommand, startPortal, type RunningPortal } from './browser/portal-process.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
const PASSWORD = 'a long and quiet password'

type ProcessEnd = { code: number | null; said: string }

/** Runs the portal until it ends by itself. */
function endedStart(environment: NodeJS.ProcessEnv): Promise<ProcessEnd> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: CHECKOUT,
    env: environment,
    timeout: 120_000,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })))
}

/** The last line. Earlier lines name long steps in progress. */
const lastLine = ({ said }: ProcessEnd) => said.split('\n').at(-1)

let folder: string
let portal: RunningPortal
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-running-'))
  environment = portalEnvironment(join(folder, 'data'))
  portal = await startPortal(environment)
}, 120_000)

afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('an impossible start gives the reason in one line', () => {
  it('if the port is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const ended = await endedStart(portalEnvironment(join(folder, 'other'), { PORT: String(port) }))
    taken.close()
    expect([ended.code, lastLine(ended)]).toEqual([
      1,
      `Port ${port} is taken. Stop what uses it, or set PORT.`,
    ])
  })

  it('R1.9 if a setting is wrong', async () => {
    const ended = await endedStart(portalEnvironment(join(folder, 'other'), { TIME_ZONE: 'Texas' }))
    expect(ended).toEqual({
      code: 1,
      said: "TIME_ZONE is 'Texas', but must be a time zone such as America/Chicago.",
    })
  })

  it('if the data folder cannot be used', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    const ended = await endedStart(portalEnvironment(join(folder, 'a-file', 'data')))
    expect(ended.code).toBe(1)
    expect(lastLine(ended)).toMatch(/^DATA_DIR [^\n]*a-file[^\n]*$/)
  })

  it('if another portal runs on the same data', async () => {
    const ended = await endedStart(environment)
    expect(ended.code).toBe(1)
    expect(lastLine(ended)).toMatch(/^Another portal already runs on [^\n]+$/)
  })
})

it('C20 V16.5.4 an uncaught failure is logged and ends the portal; the next start continues', async () => {
  // Once it runs, a promise is rejected that no code awaits.
  const breaks = `
    const write = process.stdout.write.bind(process.stdout)
    process.stdout.write = (text, ...rest) => {
      if (String(text).includes('The portal runs at')) Promise.reject(new Error('played by the test'))
      return write(text, ...rest)
    }`
  const own = portalEnvironment(join(folder, 'broken'))
  const program = `data:text/javascript,${encodeURIComponent(breaks)}`
  const ended = await endedStart({ ...own, NODE_OPTIONS: `--import=${program}` })
  expect(ended.code).toBe(1)
  const line = ended.said.split('\n').find((each) => each.includes('played by the test')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ level: 60, msg: 'A failure that nobody caught ends the portal.' })
  await (await startPortal(own)).stop()
})

describe('a running portal', () => {
  it('R1.28 R1.29 V6.3.2 says how to add the first administrator, and allows commands next to it', async () => {
    expect(portal.printed()).toContain('user add --email')
    await runCommand(environment, ['county', 'add', '--name', 'Ector', '--number', '068'])
    const account = await runCommand(
      environment,
      ['user', 'add', '--email', 'admin@staff.example', '--admin', '--password-stdin'],
      PASSWORD,
    )
    expect(account).toMatchObject({ email: 'admin@staff.example', isAdmin: true, countyID: null })
    expect(await runCommand(environment, ['county', 'list'])).toBeDefined()
  })

  it('R3.6 returns 503 while the database is unreachable and recovers automatically (C01)', async () => {
    const postmaster = Number(
      readFileSync(join(folder, 'data/pg/data/postmaster.pid'), 'utf8').split('\n')[0],
    )
    process.kill(postmaster, 'SIGKILL')
    await vi.waitFor(async () => expect((await fetch(`${portal.url}/api/auth/counties`)).status).toBe(503), {
      timeout: 20_000,
      interval: 5,
    })
    await vi.waitFor(async () => expect((await fetch(`${portal.url}/readyz`)).status).toBe(200), {
      timeout: 30_000,
      interval: 50,
    })
    expect((await signIn()).status).toBe(200)
  })
})

async function signIn(): Promise<Response> {
  const body = JSON.stringify({ username: 'admin@staff.example', password: PASSWORD })
  return fetch(`${portal.url}/api/auth/login`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
}

/** An upload whose end is held back. `finish` sends it and returns the whole response. */
async function halfAnUpload(cookie: string): Promise<{ finish: () => Promise<string> }> {
  const boundary = 'held-back'
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const start =
    field('attachmentCategoryID', '1') +
    field('attachmentTypeID', '1') +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="held.pdf"\r\n\r\n%PDF-1.7\n`
  const end = `%%EOF\n\r\n--${boundary}--\r\n`
  const { hostname, port } = new URL(portal.url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  socket.write(
    `POST /api/files/upload HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nConnection: close\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${start.length + end.length}\r\n\r\n${start}`,
  )
  return { finish: () => (socket.write(end), closed) }
}

const readdirOf = (name: string) => readdirSync(join(folder, 'data/documents', name))

it('finishes uploads in progress before it stops, and keeps its acknowledged ones (A15)', async () => {
  const cookie = String((await signIn()).headers.get('set-cookie')).split(';')[0] ?? ''
  const upload = await halfAnUpload(cookie)
  // The upload has reached the portal once its beginning is in the staging folder.
  await vi.waitFor(() => expect(readdirOf('staging')).toHaveLength(1), { timeout: 20_000 })
  const stopped = portal.stop()
  await vi.waitFor(() => expect(portal.printed()).toContain('Stopping'), { timeout: 20_000 })
  await expect(fetch(`${portal.url}/healthz`)).rejects.toThrow('fetch failed')
  const answer = await upload.finish()
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  await stopped
  portal = await startPortal(environment)
  const list = await fetch(`${portal.url}/api/files/uploads`, { headers: { cookie } })
  expect(await list.json()).toMatchObject({ total: 1, files: [{ FileName: 'held.pdf' }] })
  expect(await runCommand(environment, ['verify'])).toBeDefined()
})
