import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import type { OwnerColumns } from '@portal/contract/owners/owners.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MIDLAND_AND_ECTOR, ownerCalls, type OwnerCalls } from '../../../testing/owner-calls.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { waitForBlocked } from '../../../testing/wait-for-blocked.ts'
import { ownerCommands } from './owner-values.commands.ts'
import { createOwnerRolls } from './owner-rolls.ts'
import { refreshRoll, writeRoll, type OwnerRoll } from './write-roll.ts'

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
let owners: OwnerCalls

beforeAll(async () => {
  portal = await testPortal(MIDLAND_AND_ECTOR)
  owners = ownerCalls(portal)
})
afterAll(() => portal.close())
beforeEach(() => owners.empty())

const key = (year = 2026) => ({ countyId: portal.counties.midland, appraisalYear: year })
const load = (year: number, ...lines: string[]) =>
  owners.load(['OwnerNbr,OwnerName,CurrentValue,PriorValue', ...lines], { county: 'Midland', year })

const numbers = ({ columns }: OwnerRoll) =>
  (JSON.parse(brotliDecompressSync(columns).toString()) as OwnerColumns).OwnerNbr

async function writtenYears(): Promise<number[]> {
  const { rows } = await portal.pool.query<{ year: number }>(
    'SELECT appraisal_year AS year FROM owner_roll WHERE written_version = version ORDER BY 1',
  )
  return rows.map(({ year }) => year)
}

describe('a roll', () => {
  test('V15.4.1 is generated once for all simultaneous requests, and then returned from storage', async () => {
    await load(2026, '1,A,1,')
    const rolls = createOwnerRolls()
    const read = () => rolls.read(portal.world.database, key())
    const [one, two] = await Promise.all([read(), read()])
    expect(numbers(one)).toEqual([1])
    expect(two).toBe(one)
    expect(await read()).toBe(one)
    expect(await writtenYears()).toEqual([2026])
  })

  test('of another process is read, not generated again', async () => {
    await load(2026, '1,A,1,')
    await writeRoll(portal.world.database, key())
    await portal.pool.query(
      `UPDATE owner_roll SET content_hash = sha256('stored') WHERE county_id = $1 AND appraisal_year = 2026`,
      [portal.counties.midland],
    )
    const { hash } = await createOwnerRolls().read(portal.world.database, key())
    const { rows } = await portal.pool.query<{ hash: Buffer }>(`SELECT sha256('stored') AS hash`)
    expect(hash).toEqual(rows[0]?.hash)
  })

  test('generated from rows before a change is not stored as the roll after it', async () => {
    await load(2026, '1,A,1,')
    const { database } = portal.world
    const old = await writeRoll(database, key())
    await load(2026, '2,B,1,')
    expect(await writtenYears()).toEqual([])
    const rolls = createOwnerRolls()
    expect(numbers(await rolls.read(database, key()))).toEqual([1, 2])
    expect(numbers(old)).toEqual([1])
  })

  test('is evicted for more recently requested ones', async () => {
    await load(2026, '1,A,1,')
    await load(2025, '1,A,1,')
    const rolls = createOwnerRolls({ maxHeldBytes: 1 })
    const { database } = portal.world
    const one = await rolls.read(database, key())
    expect(await rolls.read(database, key())).toBe(one)
    await rolls.read(database, key(2025))
    expect(await rolls.read(database, key())).not.toBe(one)
    expect(await rolls.read(database, key())).toEqual(one)
  })

  test('has the same hash after a change that it does not show', async () => {
    await load(2026, '1,A,1,5')
    const rolls = createOwnerRolls()
    const before = await rolls.read(portal.world.database, key())
    await load(2025, '1,A,9,')
    const after = await rolls.read(portal.world.database, key())
    expect(after.version).not.toBe(before.version)
    expect(after.hash).toEqual(before.hash)
  })
})

/** The rolls that the waiting jobs will generate. */
const jobs = async () => {
  const { rows } = await portal.pool.query(
    `SELECT payload FROM job WHERE kind = 'write-owner-roll' ORDER BY id`,
  )
  return rows.map(({ payload }) => payload)
}

describe('the job after an import', () => {
  test('generates this year’s roll and the next, whose prior values it may supply; none if nothing changed', async () => {
    await portal.pool.query('DELETE FROM job')
    await load(2025, '1,A,1,')
    await load(2025, '1,A,1,')
    expect(await jobs()).toEqual([key(2025), key(2026)])
    for (const roll of [key(2025), key(2026)]) await refreshRoll(portal.world.database, roll)
    expect(await writtenYears()).toEqual([2025, 2026])
  })

  test('of agents generates the county’s rolls that show their names', async () => {
    await load(2026, '1,A,1,')
    await refreshRoll(portal.world.database, key())
    await portal.pool.query('DELETE FROM job')
    const agents = ['AgentNbr,OrganizationName', '7,Permian Tax Advisors']
    await owners.load(agents, { kind: 'agents', county: 'Midland' })
    expect(await jobs()).toContainEqual(key())
    await refreshRoll(portal.world.database, key())
    await portal.pool.query('DELETE FROM job')
    await owners.load(agents, { kind: 'agents', county: 'Midland' })
    expect(await jobs()).not.toContainEqual(key())
  })
})

/** The text as one statement would generate it, for any number of rows. */
const WHOLE = `
  SELECT concat(
    '{"OwnerNbr":[', string_agg(party_number::text, ',' ORDER BY owner_name COLLATE "und-x-icu", party_number),
    E'],\\n"OwnerName":[', string_agg(to_json(owner_name)::text, ',' ORDER BY owner_name COLLATE "und-x-icu", party_number),
    E'],\\n"CAD_OwnerID":[', string_agg(to_json(cad_owner_id)::text, ',' ORDER BY owner_name COLLATE "und-x-icu", party_number),
    E'],\\n"AgentName":[', string_agg(to_json(agent_name)::text, ',' ORDER BY owner_name COLLATE "und-x-icu", party_number),
    E'],\\n"CurrentValue":[', string_agg(COALESCE(trim_scale(current_value)::text, 'null'), ',' ORDER BY owner_name COLLATE "und-x-icu", party_number),
    E'],\\n"PriorValue":[', string_agg(COALESCE(trim_scale(prior_value)::text, 'null'), ',' ORDER BY owner_name COLLATE "und-x-icu", party_number),
    ']}') AS json FROM owner_value WHERE appraisal_year = 2026`

describe('a roll that is generated in portions, in its own thread', () => {
  test('equals to the byte the result of one statement', { timeout: 60_000 }, async () => {
    await load(2026, '1,A,1,')
    await portal.pool.query(
      `INSERT INTO owner_value (county_id, appraisal_year, party_number, owner_name, cad_owner_id, current_value)
       SELECT $1, 2026, n, 'Öwner "' || n % 997, 'R' || n, CASE WHEN n % 5 > 0 THEN n / 4.0 END
       FROM generate_series(2, 25000) AS n`,
      [portal.counties.midland],
    )
    const { hash, columns } = await writeRoll(portal.world.database, key())
    const text = brotliDecompressSync(columns)
    const { rows } = await portal.pool.query<{ json: string }>(WHOLE)
    expect(text.toString()).toBe(rows[0]?.json)
    expect(hash).toEqual(createHash('sha256').update(text).digest())
  })

  test('is not stored as the later roll if an undo removes its rows meanwhile', async () => {
    const { json } = await load(2026, '1,A,1,', '2,B,1,')
    const client = await portal.pool.connect()
    try {
      // The writer of the roll has read it, and waits before storing it.
      await client.query('BEGIN')
      await client.query('SELECT FROM owner_roll WHERE appraisal_year = 2026 FOR SHARE')
      const writing = writeRoll(portal.world.database, key())
      await waitForBlocked(portal)
      await client.query('ROLLBACK')
      const undone = runCommand(portal.world, ownerCommands, {
        words: ['import', 'undo', String((json as { importID: number }).importID)],
      })
      await Promise.all([writing, undone])
    } finally {
      client.release()
    }
    expect(numbers(await createOwnerRolls().read(portal.world.database, key()))).toEqual([])
  })
})
