import type { OwnerRow } from '@portal/contract/owners/owners.ts'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MIDLAND_AND_ECTOR, ownerCalls, type OwnerCalls } from '../../../testing/owner-calls.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

const HEADER = 'OwnerNbr,OwnerName,CAD_OwnerID,AgentNbr,AgentName,CurrentValue,PriorValue'
const COUNTS = { read: 0, inserted: 0, updated: 0, unchanged: 0, removed: 0, skipped: 0 }
const NONE = { ...COUNTS, refused: [], refusedTotal: 0, importID: expect.any(Number) as number }
const MIDLAND = { county: 'Midland', year: 2026 }

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
let owners: OwnerCalls

beforeAll(async () => {
  portal = await testPortal(MIDLAND_AND_ECTOR)
  owners = ownerCalls(portal)
})
afterAll(() => portal.close())
beforeEach(() => owners.empty())

const load = (...lines: string[]) => owners.load([HEADER, ...lines], MIDLAND)

async function rows(year = 2026): Promise<OwnerRow[]> {
  const url = `/api/owners/owner-details?appraisalYear=${year}`
  return (await portal.as(portal.people.clerk)({ method: 'GET', url })).json()
}

/** Readable text: number, name, CAD id, agent, current and prior value. */
async function shown(year = 2026): Promise<string[]> {
  return (await rows(year)).map((row) =>
    [row.OwnerNbr, row.OwnerName, row.CAD_OwnerID, row.AgentName, row.CurrentValue, row.PriorValue].join('|'),
  )
}

/** Changes with every version of a row. */
const stamps = async () => (await portal.pool.query('SELECT xmin, ctid FROM owner_value')).rows

const names = async (table: string) =>
  (await portal.pool.query(`SELECT * FROM ${table}`)).rows.map((row) => Object.values(row).join('|'))

describe('import owner-values', () => {
  test('R6.9 adds, changes and keeps, counting each line once', async () => {
    const first = await load('100,Caprock LP,R1,,,1000,900', '200,"Mesa, Inc",R2,,,$5.50,')
    expect(first.json).toEqual({ ...NONE, read: 2, inserted: 2 })
    expect(first.exitCode).toBe(0)
    const second = await load('100,Caprock LP,R1,,,1001,900', '200,"Mesa, Inc",R2,,,5.50,', '300,Lobo,,,,,')
    expect(second.json).toEqual({ ...NONE, read: 3, inserted: 1, updated: 1, unchanged: 1 })
    expect(await shown()).toEqual(['100|Caprock LP|R1||1001|900', '300|Lobo||||', '200|Mesa, Inc|R2||5.5|'])
  })

  test('R6.7 changes nothing when the same file is loaded twice', async () => {
    const lines = ['100,Caprock LP,R1,7,TAX CO,1000,900', '200,Mesa,R2,,,,N/A', '300,Lobo,,99,,-5,(1.005)']
    await load(...lines)
    const before = await stamps()
    expect((await load(...lines)).json).toEqual({ ...NONE, read: 3, unchanged: 3 })
    expect(await stamps()).toEqual(before)
  })

  test(
    'loads a large roll right after another, before the database knows their sizes',
    { timeout: 30_000 },
    async () => {
      const lines = [
        HEADER,
        ...Array.from({ length: 40_000 }, (_line, at) => `${at + 1},Owner ${at},R${at},,,${at},`),
      ]
      for (const year of [2025, 2026]) await owners.load(lines, { county: 'Midland', year })
      const again = await owners.load(lines, { ...MIDLAND, options: ['--replace'] })
      expect(again.json).toEqual({ ...NONE, read: 40_000, unchanged: 40_000 })
      expect(await rows()).toHaveLength(40_000)
    },
  )

  test('R6.2 needs a year', async () => {
    await expect(owners.load([HEADER, '1,A,,,,1,'], { county: 'Midland' })).rejects.toThrow(
      'Please give --year.',
    )
    await expect(owners.load([HEADER, '1,A,,,,1,'], { county: 'Midland', year: 26 })).rejects.toThrow(
      '--year is an appraisal year such as 2026.',
    )
  })

  test('R6.1 reads columns in any order, tabs and CP1252, and ignores unknown columns', async () => {
    const text =
      'CurrentValue\tZip\tOwnerName\tOwnerNbr\r\n$1,234.50\t79701\t"NU\u00D1EZ  ""BIG""\u0096CO "\t00000107\r\n'
    const run = await owners.load(Buffer.from(text, 'latin1'), MIDLAND)
    expect(run.json).toEqual({ ...NONE, read: 1, inserted: 1 })
    expect(await shown()).toEqual(['107|NUÑEZ  "BIG"–CO|||1234.5|'])
  })

  test.each(['OwnerNbr', 'OwnerName', 'CurrentValue'])(
    'refuses a file without the column %s',
    async (name) => {
      const header = HEADER.replace(name, 'Other')
      await expect(owners.load([header, '1,A,,,,1,'], MIDLAND)).rejects.toThrow(`lacks the column ${name}`)
    },
  )

  test('R6.3 skips lines of other counties and years', async () => {
    const run = await owners.load(
      [
        'CountyNo,AppraisalYear,OwnerNbr,OwnerName,CurrentValue',
        '165,2026,1,Ours,10',
        '068,2026,2,Theirs,20',
        '165,2025,1,Ours,30',
      ],
      MIDLAND,
    )
    expect(run.json).toEqual({ ...NONE, read: 3, inserted: 1, skipped: 2 })
    expect(run.exitCode).toBe(0)
    expect(await shown()).toEqual(['1|Ours|||10|'])
  })

  test('leaves an audit record of its outcome', async () => {
    await load('100,Caprock LP,R1,,,1000,900', '200,,,,,1,')
    const { rows: records } = await portal.pool.query(
      `SELECT who, county_id, after FROM ${AUDIT_AS_TOLD} WHERE what = 'owner values imported' ORDER BY id DESC LIMIT 1`,
    )
    expect(records).toEqual([
      {
        who: 'command line',
        county_id: portal.counties.midland,
        after: {
          file: 'roll.csv',
          importID: expect.any(Number) as number,
          ...COUNTS,
          read: 2,
          inserted: 1,
          refused: 1,
        },
      },
    ])
  })
})

describe('lines that are not loaded', () => {
  test('R6.5 R6.9 R6.11 are refused with line, column and reason; the good ones are loaded', async () => {
    const run = await load(
      '100,Good,R1,,,1000,900',
      ',No number,,,,1,',
      '200,,,,,1,',
      '300,Scientific,,,,1.2E+06,',
      '400,Comma,,,,1,"12.345,67"',
      '500,Large,,,,99999999999999,',
      '600,Agent,,x1,,1,',
      'R700,Letters,,,,1,',
    )
    expect(run.exitCode).toBe(3)
    expect(run.json).toEqual({
      ...NONE,
      read: 8,
      inserted: 1,
      refused: [
        { line: 3, column: 'OwnerNbr', reason: 'is blank' },
        { line: 4, column: 'OwnerName', reason: 'is blank' },
        { line: 5, column: 'CurrentValue', reason: expect.stringContaining('scientific notation') },
        { line: 6, column: 'PriorValue', reason: expect.stringContaining('decimal comma') },
        { line: 7, column: 'CurrentValue', reason: 'has more than 13 digits' },
        { line: 8, column: 'AgentNbr', reason: expect.stringContaining('whole number') },
        { line: 9, column: 'OwnerNbr', reason: expect.stringContaining('whole number') },
      ],
      refusedTotal: 7,
    })
    expect(await shown()).toEqual(['100|Good|R1||1000|900'])
  })

  test('R6.13 of a repeated owner: an equal line is unchanged, a different one is refused, the first counts', async () => {
    const run = await load('100,Mesa,R1,,,10,5', '100,Mesa,R1,,,$10.00,5', '100,Mesa,R1,,,10.01,5')
    expect(run.json).toEqual({
      ...NONE,
      read: 3,
      inserted: 1,
      unchanged: 1,
      refused: [{ line: 4, column: 'OwnerNbr', reason: '100 stands on line 2 already, with other values' }],
      refusedTotal: 1,
    })
    expect(await shown()).toEqual(['100|Mesa|R1||10|5'])
  })

  test('R6.6 R6.9 refuse the whole file with --strict', async () => {
    const run = await owners.load([HEADER, '100,Mesa,,,,1,', '200,,,,,1,'], {
      ...MIDLAND,
      options: ['--strict'],
    })
    expect(run.exitCode).toBe(1)
    expect(run.json).toMatchObject({ read: 2, inserted: 0, refused: [{ line: 3 }] })
    expect(await shown()).toEqual([])
    expect(await names('organization')).toEqual([])
  })
})

describe('rows that the file does not name', () => {
  beforeEach(async () => {
    await load('100,Mesa,,,,1,', '200,Lobo,,,,2,', '300,Tule,,,,3,')
    await owners.load([HEADER, '100,Mesa,,,,7,'], { ...MIDLAND, year: 2025 })
    await owners.load([HEADER, '900,Ector Co,,,,8,'], { county: 'Ector', year: 2026 })
  })

  test('R6.8 stay', async () => {
    expect((await load('200,Lobo,,,,4,')).json).toEqual({ ...NONE, read: 1, updated: 1 })
    expect(await rows()).toHaveLength(3)
  })

  test('R6.8 are removed with --replace, of this county and year only; a refused line keeps its own', async () => {
    const run = await owners.load([HEADER, '200,Lobo,,,,4,', '300,,,,,5,'], {
      ...MIDLAND,
      options: ['--replace'],
    })
    expect(run.json).toEqual({
      ...NONE,
      read: 2,
      updated: 1,
      removed: 1,
      refused: [{ line: 3, column: 'OwnerName', reason: 'is blank' }],
      refusedTotal: 1,
    })
    expect(await shown()).toEqual(['200|Lobo|||4|', '300|Tule|||3|'])
    expect(await shown(2025)).toEqual(['100|Mesa|||7|'])
    expect(await names('owner_value')).toHaveLength(4)
  })
})

describe('a field without a column', () => {
  test('keeps its value', async () => {
    await load('100,Mesa,R1,7,TAX CO,10,5')
    const run = await owners.load(['OwnerNbr,OwnerName,CurrentValue', '100,Mesa,11'], MIDLAND)
    expect(run.json).toMatchObject({ updated: 1 })
    expect(await shown()).toEqual(['100|Mesa|R1|TAX CO|11|5'])
  })

  test('is not a field with a blank cell', async () => {
    await load('100,Mesa,R1,7,TAX CO,10,5')
    await load('100,Mesa,,,,,')
    expect(await shown()).toEqual(['100|Mesa||||'])
  })
})

describe('a missing prior value', () => {
  const lastYear = { ...MIDLAND, year: 2025 }

  test('R6.14 is last year’s current value, in either order of imports', async () => {
    await load('100,Mesa,,,,10,', '200,Lobo,,,,20,19', '300,Tule,,,,30,')
    expect(await shown()).toEqual(['200|Lobo|||20|19', '100|Mesa|||10|', '300|Tule|||30|'])
    await owners.load([HEADER, '100,Mesa,,,,9.5,8', '200,Lobo,,,,1,'], lastYear)
    expect(await shown()).toEqual(['200|Lobo|||20|19', '100|Mesa|||10|9.5', '300|Tule|||30|'])
    await owners.load([HEADER, '100,Mesa,,,,9.75,8'], lastYear)
    expect((await rows()).map((row) => row.PriorValue)).toEqual([19, 9.75, null])
  })

  test('never comes from another county', async () => {
    await owners.load([HEADER, '100,Mesa,,,,9.5,8'], { county: 'Ector', year: 2025 })
    await load('100,Mesa,,,,10,')
    expect(await shown()).toEqual(['100|Mesa|||10|'])
  })
})
