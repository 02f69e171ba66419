import { getSession } from '@portal/contract/sign-in/sign-in.ts'
import { endSessionsOf } from '@portal/contract/people/person-acts.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { beginRawUpload, uploadWays } from '../../../testing/upload-ways.ts'

const PDF = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(100_000, ' ')])
const BOUND = { timeout: 20_000, interval: 5 }
const MINUTE_MS = 60_000

let portal: TestPortal
let port: number
let loving: number

beforeAll(async () => {
  portal = await testPortal({ environment: { SESSION_IDLE_MINUTES: '5', RATE_LIMIT: 'off' } })
  loving = (await portal.addCounty('Loving')).CountyID
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => portal.close())

const WAYS = uploadWays(PDF)

async function seenAt({ accountId }: TestPerson): Promise<Date | undefined> {
  const { rows } = await portal.pool.query<{ at: Date }>(
    'SELECT last_seen_at AS at FROM session WHERE account_id = $1',
    [accountId],
  )
  return rows[0]?.at
}

/** Whether the portal is reading an upload of this person. */
async function isTakenIn({ accountId }: TestPerson): Promise<boolean> {
  const { rows } = await portal.pool.query('SELECT FROM stored_object WHERE account_id = $1', [accountId])
  return rows.length > 0
}

test.each(['a form', 'a resumable upload'] as const)(
  'R2.170 %s that takes longer than the idle limit keeps its session alive, also for other calls',
  async (way) => {
    const person = await portal.addPerson({
      email: `${way.replaceAll(' ', '-')}@loving.example`,
      countyId: loving,
    })
    const { payload, stored } = WAYS[way]
    const request = await beginRawUpload(port, person, WAYS[way])
    const step = Math.ceil(payload.length / 5)
    await request.send(payload.subarray(0, step))
    await vi.waitFor(async () => expect(await isTakenIn(person)).toBe(true), BOUND)
    for (let at = step; at < payload.length; at += step) {
      // One after another: the clock advances between them.
      // oxlint-disable no-await-in-loop
      portal.clock.advance(3 * MINUTE_MS)
      await request.send(payload.subarray(at, at + step))
      await vi.waitFor(async () => expect(await seenAt(person)).toEqual(portal.clock.now()), BOUND)
    }
    await vi.waitFor(() => expect(request.status()).toBe(stored), BOUND)
    request.end()
    expect((await portal.call(person, getSession)).statusCode).toBe(200)
  },
)

test('R2.170 the bytes of an upload do not revive a session that ended meanwhile', async () => {
  const administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  const person = await portal.addPerson({ email: 'ended@loving.example', countyId: loving })
  const request = await beginRawUpload(port, person, WAYS['a form'])
  const { payload } = WAYS['a form']
  await request.send(payload.subarray(0, 1000))
  await portal.call(administrator, endSessionsOf, { params: { userId: person.accountId } })
  portal.clock.advance(2 * MINUTE_MS)
  await request.send(payload.subarray(1000))
  await vi.waitFor(() => expect(request.status()).toBe(401), BOUND)
  request.end()
  expect(await seenAt(person)).toBeUndefined()
})
