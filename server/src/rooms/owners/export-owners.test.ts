import * as xlsx from '@e965/xlsx'
import { exportOwners, type OwnerOrder } from '@portal/contract/owners/export-owners.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIDLAND_AND_ECTOR, ownerCalls } from '../../testing/owner-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

const LINES = [
  'OwnerNbr,OwnerName,CAD_OwnerID,AgentNbr,AgentName,CurrentValue,PriorValue',
  '300,éclair Minerals,R3,,,-77113.5,',
  '100,Zapata,000100,7,TAX CO,1234.50,9999999999999.99',
  '200,"eclair ""B"" Minerals",1.23E+05,,,0,12',
  '400,Eclair\tMinerals,,,,,',
  '500,=cmd|Minerals,R5,,,1234.50,12',
]

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
beforeAll(async () => {
  portal = await testPortal({ ...MIDLAND_AND_ECTOR, environment: { RATE_LIMIT: 'off' } })
  await ownerCalls(portal).load(LINES, { county: 'Midland', year: 2026 })
})
afterAll(() => portal.close())

type Query = Readonly<Record<string, unknown>>

const ask = (person: TestPerson, query: Query) =>
  portal.call(person, exportOwners, { query: { appraisalYear: 2026, ...query } })

async function sheets(person: TestPerson, query: Query) {
  const answer = await ask(person, query)
  expect(answer.statusCode).toBe(200)
  const { Sheets } = xlsx.read(answer.rawPayload)
  const rowsOf = (name: string) =>
    xlsx.utils.sheet_to_json<unknown[]>(Sheets[name] ?? {}, { header: 1, defval: null, raw: true })
  return { rows: rowsOf('Owner Details'), about: rowsOf('About') }
}

/** In the order of the names. */
const CMD = "'=cmd|Minerals"
const TAB = 'Eclair\tMinerals'
const QUOTED = 'eclair "B" Minerals'
const ACCENT = 'éclair Minerals'
const ZAPATA = 'Zapata'

test('R22.18 the owner table is exported as XLSX with the columns of its CSV and real numbers, and About says of what', async () => {
  const { clerk } = portal.people
  const { rows, about } = await sheets(clerk, {})
  expect(rows).toEqual([
    ['Owner Name', 'CAD Owner ID', 'Agent Name', 'Current Value', 'Prior Value'],
    [CMD, 'R5', null, 1234.5, 12],
    [TAB, null, null, null, null],
    [QUOTED, '1.23E+05', null, 0, 12],
    [ACCENT, 'R3', null, -77_113.5, null],
    [ZAPATA, '000100', 'TAX CO', 1234.5, 9_999_999_999_999.99],
  ])
  expect(about).toEqual(
    expect.arrayContaining([
      ['Rows', '5'],
      ['County', 'Midland'],
      ['Appraisal year', '2026'],
      ['Order', 'Owner Name'],
    ]),
  )
})

test.each<[OwnerOrder, string, readonly string[]]>([
  ['-name', '', [ZAPATA, ACCENT, QUOTED, TAB, CMD]],
  ['current', 'e', [ACCENT, QUOTED, CMD, TAB]],
  ['-current', 'MINERALS', [CMD, QUOTED, ACCENT, TAB]],
  ['prior', 'R  m', [TAB, ACCENT]],
  ['-prior', '', [ZAPATA, CMD, QUOTED, TAB, ACCENT]],
])('R22.18 by %s, with the search %j, the export has the rows of the table', async (order, search, names) => {
  const { rows } = await sheets(portal.people.clerk, { order, search })
  expect(rows.slice(1).map(([name]) => name)).toEqual(names)
})

test('R22.12 R22.13 R22.18 V8.2.2 an owner table is exported for its own county only, and recorded', async () => {
  const { people, counties, pool } = portal
  const { midland, ector } = counties
  const refused = await ask(people.clerk, { countyId: ector })
  expect([refused.statusCode, (await ask(people.administrator, {})).statusCode]).toEqual([403, 400])
  expect((await sheets(people.neighbor, {})).rows.slice(1)).toEqual([])
  const answer = await ask(people.administrator, { countyId: midland, search: 'zap' })
  expect(answer.headers['content-disposition']).toContain("UTF-8''owner-details_Midland_2026.xlsx")
  const { rows } = await pool.query(
    `SELECT account_id, county_id, after FROM audit_record WHERE action = 'list.exported' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([
    {
      account_id: people.administrator.accountId,
      county_id: midland,
      after: {
        list: 'owner-details',
        format: 'xlsx',
        filter: 'County: Midland; Appraisal year: 2026; Search: zap; Order: Owner Name',
        columns: ['OwnerName', 'CAD_OwnerID', 'AgentName', 'CurrentValue', 'PriorValue'],
        rows: 1,
      },
    },
  ])
})
