import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

const STRANGER = '198.51.100.9'
const PROXY = '192.0.2.1'
/** The trusted proxies, including one on the same machine. */
const TRUST_PROXY = `127.0.0.0/8,${PROXY}`
const FINDING = 'File 4 (roll.pdf): damaged'

let portal: TestPortal
let admin: TestPerson
let clerk: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { TRUST_PROXY } })
  const countyId = (await portal.addCounty('Reeves')).CountyID
  admin = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
  clerk = await portal.addPerson({ email: 'clerk@reeves.example', countyId })
  await portal.pool.query(
    `INSERT INTO standing_finding (source, subject, problem) VALUES ('database', '4', $1)`,
    [FINDING],
  )
})
afterAll(() => portal.close())

type From = { remoteAddress?: string; headers?: Record<string, string>; person?: TestPerson }

async function readyz({ person, ...from }: From) {
  const answer = await portal.as(person ?? null)({ method: 'GET', url: '/readyz', ...from })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

const READY = { status: 200, body: { status: 'ready' } }
const DETAILS = {
  status: 200,
  body: {
    status: 'ready',
    parts: { database: 'up', storage: 'up' },
    warnings: expect.arrayContaining([expect.stringContaining('verify --database')]),
    clock: { keptByNtp: expect.any(String), aheadOfDatabaseMs: expect.any(Number) },
  },
}

test.each<[string, From]>([
  ['a stranger', { remoteAddress: STRANGER }],
  [
    'a stranger who says to be this machine',
    { remoteAddress: STRANGER, headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['a stranger behind a proxy on this machine', { headers: { 'x-forwarded-for': STRANGER } }],
  [
    'a stranger behind that proxy who says to be this machine',
    { headers: { 'x-forwarded-for': `127.0.0.1, ${STRANGER}` } },
  ],
  ['somebody of whom that proxy says nothing legible', { headers: { 'x-forwarded-for': 'unknown' } }],
  ['somebody of whom it says so otherwise', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['a stranger behind another proxy', { remoteAddress: PROXY, headers: { 'x-forwarded-for': '127.0.0.1' } }],
  [
    'a session that nobody has',
    { remoteAddress: STRANGER, headers: { cookie: `portal_session=${'x'.repeat(43)}` } },
  ],
])('R1.73 %s sees whether the portal is ready, and nothing else', async (_who, from) => {
  expect(await readyz(from)).toEqual(READY)
})

test('R1.73 a person of a county sees no more', async () => {
  expect(await readyz({ remoteAddress: STRANGER, person: clerk })).toEqual(READY)
})

test('R1.73 an administrator sees the details from anywhere, and so does a program of this machine', async () => {
  expect(await readyz({ remoteAddress: STRANGER, person: admin })).toMatchObject(DETAILS)
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(await readyz({ remoteAddress })).toMatchObject(DETAILS)
})

test('R1.73 a stranger sees that it is not ready, and not why', async () => {
  portal.clock.advance(6000)
  vi.spyOn(portal.world.storage, 'probe').mockRejectedValue(new Error('played by the test'))
  expect(await readyz({ remoteAddress: STRANGER })).toEqual({ status: 503, body: { status: 'not ready' } })
})
