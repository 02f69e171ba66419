import { brotliDecompressSync } from 'node:zlib'
import type { OwnerColumns } from '@portal/contract/owners.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownerPortal, type OwnerPortal } from '../../../testing/owner-portal.ts'
import { createOwnerRolls } from './owner-rolls.ts'
import { refreshRoll, writeRoll, type OwnerRoll } from './write-roll.ts'

let portal: OwnerPortal

beforeAll(async () => {
  portal = await ownerPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.empty())

const key = (year = 2026) => ({ countyId: portal.midland, appraisalYear: year })
const load = (year: number, ...lines: string[]) =>
  portal.load(['OwnerNbr,OwnerName,CurrentValue,PriorValue', ...lines], { county: 'Midland', year })

const numbers = ({ columns }: OwnerRoll) =>
  (JSON.parse(brotliDecompressSync(columns).toString()) as OwnerColumns).OwnerNbr

async function writtenYears(): Promise<number[]> {
  const { rows } = await portal.pool.query<{ year: number }>(
    'SELECT appraisal_year AS year FROM owner_roll WHERE written_version = version ORDER BY 1',
  )
  return rows.map(({ year }) => year)
}

describe('a roll', () => {
  test('V15.4.1 is written once for all who ask at the same time, and then answered as it is', async () => {
    await load(2026, '1,A,1,')
    const rolls = createOwnerRolls()
    const read = () => rolls.read(portal.world.database.kysely, key())
    const [one, two] = await Promise.all([read(), read()])
    expect(numbers(one)).toEqual([1])
    expect(two).toBe(one)
    expect(await read()).toBe(one)
    expect(await writtenYears()).toEqual([2026])
  })

  test('that another process wrote is read, not written again', async () => {
    await load(2026, '1,A,1,')
    await writeRoll(portal.world.database.kysely, key())
    await portal.pool.query(
      `UPDATE owner_roll SET content_hash = sha256('stored') WHERE county_id = $1 AND appraisal_year = 2026`,
      [portal.midland],
    )
    const { hash } = await createOwnerRolls().read(portal.world.database.kysely, key())
    const { rows } = await portal.pool.query<{ hash: Buffer }>(`SELECT sha256('stored') AS hash`)
    expect(hash).toEqual(rows[0]?.hash)
  })

  test('written from what was there before a change is not kept as what is there after it', async () => {
    await load(2026, '1,A,1,')
    const { kysely } = portal.world.database
    const old = await writeRoll(kysely, key())
    await load(2026, '2,B,1,')
    expect(await writtenYears()).toEqual([])
    const rolls = createOwnerRolls()
    expect(numbers(await rolls.read(kysely, key()))).toEqual([1, 2])
    expect(numbers(old)).toEqual([1])
  })

  test('makes room for others that were asked for since', async () => {
    await load(2026, '1,A,1,')
    await load(2025, '1,A,1,')
    const rolls = createOwnerRolls({ maxHeldBytes: 1 })
    const { kysely } = portal.world.database
    const one = await rolls.read(kysely, key())
    expect(await rolls.read(kysely, key())).toBe(one)
    await rolls.read(kysely, key(2025))
    expect(await rolls.read(kysely, key())).not.toBe(one)
    expect(await rolls.read(kysely, key())).toEqual(one)
  })

  test('has the same hash after a change that it does not show', async () => {
    await load(2026, '1,A,1,5')
    const rolls = createOwnerRolls()
    const before = await rolls.read(portal.world.database.kysely, key())
    await load(2025, '1,A,9,')
    const after = await rolls.read(portal.world.database.kysely, key())
    expect(after.version).not.toBe(before.version)
    expect(after.hash).toEqual(before.hash)
  })
})

/** What the jobs that wait are to write. */
const jobs = async () => {
  const { rows } = await portal.pool.query(
    `SELECT payload FROM job WHERE kind = 'write-owner-roll' ORDER BY id`,
  )
  return rows.map(({ payload }) => payload)
}

describe('the job that an import leaves', () => {
  test('writes this year’s roll and the next, whose prior values it may give; none where nothing changed', async () => {
    await portal.pool.query('DELETE FROM job')
    await load(2025, '1,A,1,')
    await load(2025, '1,A,1,')
    expect(await jobs()).toEqual([key(2025), key(2026)])
    for (const roll of [key(2025), key(2026)]) await refreshRoll(portal.world.database.kysely, roll)
    expect(await writtenYears()).toEqual([2025, 2026])
  })

  test('of agents writes the county’s rolls that show their names', async () => {
    await load(2026, '1,A,1,')
    await refreshRoll(portal.world.database.kysely, key())
    await portal.pool.query('DELETE FROM job')
    const agents = ['AgentNbr,OrganizationName', '7,Permian Tax Advisors']
    await portal.load(agents, { kind: 'agents', county: 'Midland' })
    expect(await jobs()).toContainEqual(key())
    await refreshRoll(portal.world.database.kysely, key())
    await portal.pool.query('DELETE FROM job')
    await portal.load(agents, { kind: 'agents', county: 'Midland' })
    expect(await jobs()).not.toContainEqual(key())
  })
})
