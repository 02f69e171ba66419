import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakingLine } from '../../../testing/breaking-line.ts'
import { requireProgram } from '../../../testing/engines/packages.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { runProgram } from '../../../engines/database/embedded/run-program.ts'

const SCRIPT = resolve(import.meta.dirname, '../../../../../deploy/send-file.sh')

let portal: TestPortal
let clerk: TestPerson
let folder: string

beforeAll(async () => {
  requireProgram('/usr/bin/curl')
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const countyId = (await portal.addCounty('Loving')).CountyID
  clerk = await portal.addPerson({ email: 'scanner@loving.example', countyId })
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'portal-test-send-file-'))
  await writeFile(join(folder, 'password'), clerk.password)
  await chmod(join(folder, 'password'), 0o600)
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

/** Sends like a program of a county, with curl. */
function send(path: string, to: number, settings: readonly string[] = []) {
  const words = [
    `PORTAL=http://127.0.0.1:${to}`,
    `PORTAL_USER=${clerk.email}`,
    `PORTAL_PASSWORD_FILE=${join(folder, 'password')}`,
    ...settings,
  ]
  return runProgram({ file: 'env', args: [...words, 'sh', SCRIPT, path, '1', '1', 'Gas plant – scanned'] })
}

const ownPort = () => (portal.app.server.address() as AddressInfo).port

async function countDocuments(): Promise<number> {
  const { rows } = await portal.pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM document')
  return rows[0]?.n ?? -1
}

test('curl sends a file over a line that breaks, continues after the break, and stores it once', async () => {
  const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(3_000_000)])
  const path = await fileOf("scan of 'Añadir'.pdf", bytes)
  const line = await breakingLine({ seed: 7, between: [900_000, 1_600_000], to: ownPort })
  try {
    const sent = await send(path, line.port)
    expect(sent.output).toContain(createHash('sha256').update(bytes).digest('hex'))
    expect(sent.code).toBe(0)
    expect(line.sent()).toBeLessThan(bytes.length * 1.6)
    // A second run of the same job.
    expect((await send(path, ownPort())).output).toBe(sent.output)
  } finally {
    line.close()
  }
  expect(await countDocuments()).toBe(1)
  const { rows } = await portal.pool.query('SELECT file_name, description FROM document')
  expect(rows).toEqual([{ file_name: "scan of 'Añadir'.pdf", description: 'Gas plant – scanned' }])
})

test('the calls that its text names return the ids that it needs', async () => {
  const script = await readFile(SCRIPT, 'utf8')
  const named = [...script.matchAll(/^#.*$/gm)].flatMap(([line]) => line.match(/\/api\/[\w/-]+/g) ?? [])
  expect(named).toHaveLength(2)
  for (const url of named) {
    const listed = await portal.app.inject({ url, headers: { cookie: clerk.cookie } })
    expect({ url, status: listed.statusCode }).toEqual({ url, status: 200 })
    // The values that `send` uses for both.
    expect(listed.json<{ ID: number }[]>().map(({ ID }) => ID)).toContain(1)
  }
})

test.each([
  { what: 'a file that is not there', name: 'gone.pdf', code: 1, reason: 'gone.pdf cannot be read.' },
  { what: 'no address', settings: ['PORTAL='], code: 2, reason: 'PORTAL is not set.' },
  { what: 'no user', settings: ['PORTAL_USER='], code: 2, reason: 'PORTAL_USER is not set.' },
  {
    what: 'no password file',
    settings: ['PORTAL_PASSWORD_FILE='],
    code: 2,
    reason: 'PORTAL_PASSWORD_FILE is not set.',
  },
  {
    what: 'a password file that is not there',
    settings: ['PORTAL_PASSWORD_FILE=/nowhere'],
    code: 1,
    reason: '/nowhere cannot be read.',
  },
])('R1.79 $what is one line before any call', async ({ name = 'r.pdf', settings = [], code, reason }) => {
  await fileOf('r.pdf', SAMPLE_FILES.pdf)
  const sent = await send(join(folder, name), 1, settings)
  expect(sent).toMatchObject({ code })
  const lines = sent.output.trim().split('\n')
  expect(lines).toEqual([expect.stringMatching(/ was not sent: /)])
  expect(lines[0]).toContain(reason)
})

test('a refusal of the portal ends the program with 1 and the sentence', async () => {
  const before = await countDocuments()
  const outcome = await send(await fileOf('letter.exe', Buffer.from('MZ')), ownPort())
  expect(outcome.code).toBe(1)
  expect(outcome.output).toMatch(/letter\.exe.* was not sent: the portal answered 415/su)
  expect(await countDocuments()).toBe(before)
})
