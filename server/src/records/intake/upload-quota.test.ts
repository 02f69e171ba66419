import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { withOtherServers } from '../../testing/other-servers.ts'
import { uploadDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { reserveQuota } from './upload-quota.ts'

const MEGABYTE = 1_048_576

let portal: TestPortal
let clerk: TestPerson
let administrator: TestPerson

beforeAll(async () => {
  // An hour before the day is over in Texas.
  portal = await testPortal({ environment: { UPLOAD_MB_PER_DAY: '100' }, now: '2026-03-11T04:00:00Z' })
  clerk = await portal.addPerson({ email: 'clerk@firm.example' })
  administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
})
beforeEach(async () => {
  portal.clock.set('2026-03-11T04:00:00Z')
  await portal.pool.query('DELETE FROM uploaded_bytes')
})
afterAll(() => portal.close())

async function storeBytes(person: TestPerson, bytes: number, { stored = bytes, world = portal.world } = {}) {
  const reserved = await reserveQuota(world, { accountId: person.accountId }, bytes)
  await reserved.keepOnly(stored)
}

const store = (person: TestPerson, megabytes: number, world = portal.world) =>
  storeBytes(person, megabytes * MEGABYTE, { world })

const upload = (person: TestPerson, bytes = SAMPLE_FILES.pdf) =>
  uploadDocument(portal, person, { fileName: 'r.pdf', bytes })

const tooMany = { status: 429, headers: { 'retry-after': '3600' } }

describe('bytes a day', () => {
  test('R5.55 V5.2.4 what is beyond them is 429 until the day of the firm is over, for administrators too, and for each person alone', async () => {
    for (const person of [clerk, administrator]) {
      await store(person, 100)
      const answer = await upload(person)
      expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
        429,
        '3600',
        {
          error:
            'With this file you would upload more than one person may in a day (100 MB). Smaller files may still fit. Please go on tomorrow, or ask the helpdesk.',
          code: 'upload.day_is_full',
        },
      ])
    }
    portal.clock.advance(3_600_000)
    expect((await upload(clerk)).statusCode).toBe(200)
    await store(clerk, 99)
    await expect(store(clerk, 1)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '86400' } })
  })

  test('R5.55 only what was stored counts, and no more than was stored', async () => {
    const refused = await upload(clerk, Buffer.from('no document'))
    expect(refused.statusCode).toBe(415)
    expect((await upload(clerk)).statusCode).toBe(200)
    const { rows } = await portal.pool.query('SELECT bytes::integer, day::text FROM uploaded_bytes')
    expect(rows).toEqual([{ bytes: Math.max(4096, SAMPLE_FILES.pdf.length), day: '2026-03-10' }])
    const large = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(9000, ' ')])
    await portal.pool.query('DELETE FROM uploaded_bytes')
    expect((await upload(clerk, large)).statusCode).toBe(200)
    const { rows: exact } = await portal.pool.query('SELECT bytes::integer FROM uploaded_bytes')
    expect(exact).toEqual([{ bytes: large.length }])
  })

  test('R5.127 a file of one byte counts as 4 KB, so that a day has room for a bounded number of files', async () => {
    const one = () => storeBytes(clerk, 1)
    await store(clerk, 99)
    for (let file = 0; file < 256; file += 1) await one()
    await expect(one()).rejects.toMatchObject(tooMany)
    await portal.pool.query('DELETE FROM uploaded_bytes')
    await store(clerk, 99)
    await storeBytes(clerk, 1, { stored: 0 })
    await store(clerk, 1)
  })

  test('R5.55 uploads at once are counted together, over however many connections to the database they come', async () => {
    await withOtherServers(portal, 3, async (databases) => {
      const outcomes = await Promise.allSettled(
        databases.flatMap((database) =>
          [1, 2, 3, 4].map(() => store(clerk, 30, { ...portal.world, database })),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
      for (const reason of reasons) expect(reason).toMatchObject(tooMany)
    })
  })

  test('R5.55 are not counted where no setting limits them', async () => {
    const world = { ...portal.world, settings: { ...portal.world.settings, uploadBytesPerDay: null } }
    await store(clerk, 500, world)
    const { rowCount } = await portal.pool.query('SELECT 1 FROM uploaded_bytes')
    expect(rowCount).toBe(0)
  })

  test('the first call of a reservation decides what of it counts', async () => {
    const reserved = await reserveQuota(portal.world, { accountId: clerk.accountId }, 50 * MEGABYTE)
    await reserved.keepOnly(20 * MEGABYTE)
    await reserved.keepOnly(0)
    const { rows } = await portal.pool.query('SELECT bytes::integer FROM uploaded_bytes')
    expect(rows).toEqual([{ bytes: 20 * MEGABYTE }])
  })
})
