import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { worldOn } from '../../world.ts'
import { QuotaExceeded, recordExhaustedQuota, reserveQuota } from './upload-quota.ts'
import type { World } from '../context.ts'
import { quotaWarnings } from './quota.warnings.ts'

const MEGABYTE = 1_048_576

let portal: TestPortal
let countyId: number

beforeAll(async () => {
  portal = await testPortal({
    environment: { UPLOAD_MB_PER_DAY: '50', COUNTY_UPLOAD_MB_PER_DAY: '60' },
    now: '2026-03-11T04:00:00Z',
  })
  countyId = (await portal.addCounty('Loving')).CountyID
})
afterAll(() => portal.close())

const WAITS = [
  'Loving has reached its daily upload limit. New files will be processed tomorrow.',
  '1 person has reached the daily upload limit. New files will be processed tomorrow.',
]

/** Fills the day of the county, and of one person; then something waits for each. */
async function meetFullDays(): Promise<void> {
  const { accountId } = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  for (const counted of [{ accountId, countyId: null }, { countyId }]) {
    // One after the other: each is caught.
    // oxlint-disable no-await-in-loop
    await reserveQuota(portal.world, counted, 50 * MEGABYTE)
    const full = await reserveQuota(portal.world, counted, 20 * MEGABYTE).catch((error: unknown) => error)
    expect(full).toBeInstanceOf(QuotaExceeded)
    await recordExhaustedQuota(portal.world, full as QuotaExceeded)
    await recordExhaustedQuota(portal.world, full as QuotaExceeded)
  }
}

const textsOf = async (world: World) => (await quotaWarnings.collect(world)).map(({ text }) => text)

test('R5.125 full days that one server met are reported by all, until they are over or the limit is another one', async () => {
  const other = () => worldOn(portal.world)
  expect(await textsOf(other())).toEqual([])
  await meetFullDays()
  expect(await textsOf(portal.world)).toEqual(WAITS)
  expect(await textsOf(other())).toEqual(WAITS)
  const readyz = await portal.app.inject('/readyz')
  expect(readyz.json<{ warnings: string[] }>().warnings).toEqual(expect.arrayContaining(WAITS))
  expect(portal.log.filter((line) => line.includes('this one is full'))).toHaveLength(2)
  const raised = { ...other(), settings: { ...portal.world.settings, countyBytesPerDay: 70 * MEGABYTE } }
  expect(await textsOf(raised)).toEqual(WAITS.slice(1))
  portal.clock.advance(3_600_000)
  expect(await textsOf(other())).toEqual([])
})
