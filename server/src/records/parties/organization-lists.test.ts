import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { listOrganizations, type County } from '@portal/contract/lookups/lookups.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { createOrganizationLists } from './organization-lists.ts'

/** Long enough for a busy machine. */
const BOUND = { timeout: 30_000 }
/** With names this long, more than any system buffers for a reader that does not read. */
const ORGANIZATIONS = 60_000
const NAME = 'x'.repeat(400)

let portal: TestPortal
let reeves: County
let clerk: TestPerson
let colleague: TestPerson
let port: number

beforeAll(async () => {
  portal = await testPortal()
  reeves = await portal.addCounty('Reeves')
  clerk = await portal.addPerson({ email: 'clerk@reeves.example', countyId: reeves.CountyID })
  colleague = await portal.addPerson({ email: 'colleague@reeves.example', countyId: reeves.CountyID })
  await portal.pool.query(
    'INSERT INTO organization (party_number, organization_name) SELECT n, $2 || n FROM generate_series(1, $1) AS n',
    [ORGANIZATIONS, NAME],
  )
  await portal.pool.query(
    `INSERT INTO county_organization (county_id, party_number, name) SELECT $1, party_number, 'NAME' FROM organization`,
    [reeves.CountyID],
  )
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
}, 120_000)
afterEach(() => void vi.useRealTimers())
afterAll(() => portal.close())

const read = (person: TestPerson, headers = {}) => portal.call(person, listOrganizations, { headers })

/** Requests the whole list uncompressed, and reads nothing of it. */
async function slowReader(person: TestPerson): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.on('error', () => undefined).pause()
  const head = `GET /api/lookup/OrganizationName HTTP/1.1\r\nHost: portal\r\nCookie: ${person.cookie}\r\n\r\n`
  await new Promise((resolve) => void socket.write(head, resolve))
  return socket
}

const hasAnswer = (socket: Socket) => socket.readableLength > 0

describe('the list of all organizations', () => {
  it('R4.22 is generated once for all readers, and again after a change', async () => {
    const { kysely } = portal.world.database
    const lists = createOrganizationLists()
    const [one, two] = await Promise.all([
      lists.read(kysely, reeves.CountyID),
      lists.read(kysely, reeves.CountyID),
    ])
    expect(two).toBe(one)
    expect(await lists.read(kysely, reeves.CountyID)).toBe(one)
    await portal.pool.query(`UPDATE organization SET organization_name = 'A new name' WHERE party_number = 1`)
    const anew = await lists.read(kysely, reeves.CountyID)
    expect(brotliDecompressSync(anew).toString()).toContain('"Id":1,"OrganizationName":"A new name"')
  })

  it('is evicted for those of other counties', async () => {
    const { kysely } = portal.world.database
    const loving = await portal.addCounty('Loving')
    const lists = createOrganizationLists({ maxHeldBytes: 1 })
    const one = await lists.read(kysely, loving.CountyID)
    expect(await lists.read(kysely, loving.CountyID)).toBe(one)
    await lists.read(kysely, reeves.CountyID)
    expect(await lists.read(kysely, loving.CountyID)).not.toBe(one)
  })

  it('does not count as in progress after a failure: its reader may request it again immediately', async () => {
    vi.spyOn(portal.world.organizationLists, 'read').mockRejectedValueOnce(new Error('away'))
    expect((await read(clerk)).statusCode).toBe(500)
    const reader = await slowReader(clerk)
    await vi.waitFor(() => expect(hasAnswer(reader)).toBe(true), BOUND)
    reader.destroy()
  })

  it('comes in the encoding that its reader accepts, and is not stored by browsers', async () => {
    const plain = await read(clerk)
    const br = await read(clerk, { 'accept-encoding': 'gzip, br' })
    const gzip = await read(clerk, { 'accept-encoding': 'gzip' })
    expect([br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(plain.json()).toHaveLength(ORGANIZATIONS)
    expect(br.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept-Encoding' })
  })
})

describe('a slow reader of it', () => {
  it('R4.22 gets one at a time, delays no one else, and has suggestions meanwhile', async () => {
    const first = await slowReader(clerk)
    await vi.waitFor(() => expect(hasAnswer(first)).toBe(true), BOUND)
    const second = await slowReader(clerk)
    expect((await read(colleague)).statusCode).toBe(200)
    const suggestions = await portal.call(clerk, listOrganizations, { query: { term: 12 } })
    expect([suggestions.statusCode, hasAnswer(second)]).toEqual([200, false])
    first.destroy()
    await vi.waitFor(() => expect(hasAnswer(second)).toBe(true), BOUND)
    second.destroy()
  })

  it('R3.22 I03 is cut off after more than two minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reader = await slowReader(clerk)
    await vi.waitFor(() => expect(hasAnswer(reader)).toBe(true), BOUND)
    vi.advanceTimersByTime(119_000)
    expect(reader.destroyed).toBe(false)
    vi.advanceTimersByTime(1000)
    let end = ''
    reader
      .setEncoding('latin1')
      .on('data', (text: string) => (end = (end + text).slice(-5)))
      .resume()
    await once(reader, 'close')
    expect(end).not.toBe('0\r\n\r\n')
  })
})
