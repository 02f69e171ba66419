import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getSession, logout } from '@portal/contract/sign-in/sign-in.ts'
import { callPath, type AddressParts } from '@portal/contract/call-path.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { listUploads, uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'
import { listCounties } from '@portal/contract/lookups/lookups.ts'
import { listOwners, type OwnerRow } from '@portal/contract/owners/owners.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countyCommands } from './records/counties/counties.commands.ts'
import { ownerCommands } from './records/parties/owner-values/owner-values.commands.ts'
import type { Answer, Caller } from './testing/engines/caller.ts'
import { downloadOf } from './testing/engines/load.ts'
import { ownBucket } from './testing/engines/s3-server.ts'
import { signIn, startTwoServers, tryToSignIn, type TwoServers } from './testing/engines/two-servers.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { runCommand } from './testing/run-command.ts'
import { SAMPLE_FILES } from './testing/sample-files.ts'
import { uploadForm } from './testing/upload-form.ts'

const LARGEST = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(MAX_UPLOAD_BYTES - SAMPLE_FILES.pdf.length)])
/** How long a cached name may be out of date, plus time for a busy machine. */
const SEEN_BY_ALL = { timeout: 30_000, interval: 100 }

let database: TestDatabase
let two: TwoServers
let one: Caller
let other: Caller
let admin: { cookie: string }
beforeAll(async () => {
  database = await testDatabase()
  two = await startTwoServers({ databaseUrl: database.url, bucket: await ownBucket('swift') })
  ;[one, other] = two.servers.map(({ call }) => call) as [Caller, Caller]
  admin = await two.addPerson({ email: 'admin@staff.example' })
})
afterAll(async () => {
  await two?.stop()
  await database?.close()
})

type More = AddressParts & { cookie?: string; headers?: Record<string, string>; body?: Buffer }

const ask = (
  call: Caller,
  endpoint: Endpoint,
  { cookie = admin.cookie, headers, body, ...parts }: More = {},
) =>
  call({
    method: endpoint.method,
    path: `/api${callPath(endpoint, parts)}`,
    headers: { cookie, ...headers },
    ...(body && { body }),
  })

const formOf = (bytes: Buffer) => uploadForm({ fileName: 'r.pdf', bytes, categoryId: 1, typeId: 1 })
function send(call: Caller, bytes: Buffer): Promise<Answer> {
  const { payload, headers } = formOf(bytes)
  return ask(call, uploadFile, { headers, body: payload })
}
const idIn = (answer: Answer) => (answer.json() as { file: Upload }).file.FileID
const run = (...words: string[]) => runCommand(two.world, [...countyCommands, ...ownerCommands], { words })

test('C21 a sign-in at one server counts at the other, and a sign-out at one at both', async () => {
  const cookie = await signIn(one, { email: 'admin@staff.example' })
  for (const call of [one, other, two.call])
    expect((await ask(call, getSession, { cookie })).status).toBe(200)
  expect((await ask(other, logout, { cookie })).status).toBe(200)
  for (const call of [one, other, two.call])
    expect((await ask(call, getSession, { cookie })).status).toBe(401)
})

test('C21 documents stored by one server are listed and served by the other, byte for byte', async () => {
  for (const [to, from] of [
    [one, other],
    [other, one],
  ] as const) {
    const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(3_000_000)])
    const id = idIn(await send(to, bytes))
    const { files } = (await ask(from, listUploads)).json() as { files: Upload[] }
    expect(files[0]?.FileID).toBe(id)
    const came = await from({ ...downloadOf(id), headers: { cookie: admin.cookie } })
    expect(came.bytes.equals(bytes)).toBe(true)
  }
})

test('C21 a county that a command renames, and a roll that it imports, appear on both servers', async () => {
  await run('county', 'add', '--name', 'Reeves', '--number', '389')
  const { CountyID: id } = (await run('county', 'set', '--county', 'Reeves', '--name', 'Loving')).json as {
    CountyID: number
  }
  const { payload, headers } = uploadForm({
    fileName: 'r.pdf',
    bytes: SAMPLE_FILES.pdf,
    categoryId: 1,
    typeId: 1,
    countyId: id,
  })
  expect((await ask(two.call, uploadFile, { headers, body: payload })).status).toBe(200)
  await run('county', 'set', '--county', 'Loving', '--name', 'Winkler')
  const file = join(two.folder, 'roll.csv')
  for (const [value, name] of [
    [5, 'Winkler'],
    [6, 'Ward'],
  ] as const) {
    await writeFile(
      file,
      `OwnerNbr,OwnerName,CAD_OwnerID,AgentNbr,AgentName,CurrentValue,PriorValue\r\n500,Alpha,,,,${value},\r\n`,
    )
    await run('import', 'owner-values', '--county', String(id), '--year', '2026', '--confirm', file)
    await run('county', 'set', '--county', String(id), '--name', name)
    for (const call of [one, other]) {
      // A roll's version is checked on each request.
      const [owner] = (
        await ask(call, listOwners, { query: { countyId: id, appraisalYear: 2026 } })
      ).json() as OwnerRow[]
      expect(owner).toMatchObject({ OwnerNbr: 500, CurrentValue: value })
      await vi.waitFor(async () => {
        const { files } = (await ask(call, listUploads)).json() as { files: Upload[] }
        expect(files[0]?.CountyName).toBe(name)
      }, SEEN_BY_ALL)
      expect((await ask(call, listCounties)).bytes.toString()).toContain(name)
    }
  }
})

test('C21 behind nginx failed sign-ins count together, and no forged address escapes the limit', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) {
    const wrong = { email: 'ann@staff.example', password: 'a wrong password', from: `203.0.113.${n}` }
    statuses.push((await tryToSignIn(two.call, wrong)).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  for (const call of [one, other]) {
    const again = { email: 'ann@staff.example', password: 'a wrong password' }
    expect((await tryToSignIn(call, { ...again, from: '127.0.0.1' })).status).toBe(429)
    expect((await tryToSignIn(call, { ...again, from: '198.51.100.1' })).status).toBe(401)
  }
})

test('the largest upload passes nginx completely, by HTTP/1.1 and by HTTP/2', async () => {
  const first = idIn(await send(two.call, LARGEST))
  const second = (await sendByHttp2(LARGEST)).file.FileID
  for (const id of [first, second]) {
    const came = await two.call({ ...downloadOf(id), headers: { cookie: admin.cookie } })
    expect(came.bytes.equals(LARGEST)).toBe(true)
  }
})

test('an upload that is too large is refused by the portal, a larger one by nginx, and blocks no server for others', async () => {
  for (let n = 0; n < 4; n += 1) {
    const refused = await send(two.call, Buffer.concat([LARGEST, Buffer.alloc(1_000_000)]))
    expect([refused.status, (refused.json() as { error: string }).error]).toEqual([
      413,
      'r.pdf exceeds the limit.Please upload a file less than 50MB',
    ])
    expect((await ask(two.call, listUploads)).status).toBe(200)
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '70000000' }
  const refused = await ask(two.call, uploadFile, { headers })
  expect([refused.status, refused.json()]).toEqual([
    413,
    { error: 'The request is too large.', code: 'request.too_large' },
  ])
  expect((await ask(two.call, listUploads)).status).toBe(200)
})

test('nginx serves the page, redirects plain http to https, and says in one sentence when no server is there', async () => {
  const page = await two.call({ method: 'GET', path: '/', headers: { accept: 'text/html' } })
  expect([page.status, page.bytes.toString()]).toEqual([200, expect.stringContaining('<!doctype html>')])
  const plain = await fetch(`http://127.0.0.1:${two.nginx.plainPort}/login`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://portal.example/login'])
  await Promise.all(two.servers.map((server) => server.end('SIGTERM')))
  const away = await ask(two.call, listUploads)
  expect([away.status, away.headers['retry-after'], away.json()]).toEqual([
    503,
    '5',
    {
      error: 'The portal is being restarted. Please try again in a minute.',
      code: 'portal.restarting',
    },
  ])
  await Promise.all(two.servers.map((server) => server.start()))
  expect((await ask(two.call, listUploads)).status).toBe(200)
})

async function sendByHttp2(bytes: Buffer): Promise<{ file: Upload }> {
  const { payload, headers } = formOf(bytes)
  const { port, ca, name } = two.nginx
  const session = connect(`https://127.0.0.1:${port}`, { ca, servername: name })
  try {
    const stream = session.request({
      ':method': 'POST',
      ':path': `/api${callPath(uploadFile)}`,
      ':authority': name,
      ...headers,
      cookie: admin.cookie,
    })
    stream.end(payload)
    return JSON.parse((await buffer(stream)).toString()) as { file: Upload }
  } finally {
    session.close()
  }
}
