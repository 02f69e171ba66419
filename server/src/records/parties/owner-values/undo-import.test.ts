import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommand, type CommandRun } from '../../../testing/run-command.ts'
import { MIDLAND_AND_ECTOR, ownerCalls, type OwnerCalls } from '../../../testing/owner-calls.ts'
import { storeDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { waitForBlocked } from '../../../testing/wait-for-blocked.ts'
import { importCommands } from '../import.commands.ts'
import { deleteOldImports } from './undo-rows.ts'
import { ownerCommands } from './owner-values.commands.ts'
import { refreshRoll } from './write-roll.ts'

const HEADER = 'OwnerNbr,OwnerName,CAD_OwnerID,AgentNbr,AgentName,CurrentValue,PriorValue'
const MIDLAND = { county: 'Midland', year: 2026 }
const ONE_LINE = [HEADER, '1,Owner 1 LP,X,,,1,']

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
let owners: OwnerCalls

beforeAll(async () => {
  portal = await testPortal(MIDLAND_AND_ECTOR)
  owners = ownerCalls(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await owners.empty()
  await portal.pool.query('TRUNCATE import_run, owner_value_before, job; DELETE FROM owner_roll')
})

const ROLL = [
  HEADER,
  ...Array.from(
    { length: 1920 },
    (_line, at) =>
      `${at + 1},Owner ${at + 1} LP,R${at + 1},${at % 3 === 0 ? '7,TAX CO' : ','},${at}.25,${at}`,
  ),
]
/** The same owners, this many of them with another value. */
const changed = (count: number) =>
  ROLL.map((line, at) => (at > 0 && at <= count ? line.replace(/,[^,]*$/, ',0.5') : line))

const run = (...words: string[]) => runCommand(portal.world, [...importCommands, ...ownerCommands], { words })
const undo = (id: number) => run('import', 'undo', String(id))
const idOf = ({ json }: CommandRun) => (json as { importID: number }).importID
const load = async (lines: readonly string[], ...options: string[]) => {
  const done = await owners.load(lines, { ...MIDLAND, options })
  return { ...done, id: idOf(done) }
}

/** The outcome of a command: 'loaded', or the reason. */
const becomes = (command: Promise<unknown>) =>
  command.then(
    () => 'loaded',
    (error: Error) => error.message,
  )

type Listed = { importID: number; state: string; canBeUndone: boolean; undoes: number | null }
const list = async () => ((await run('import', 'list')).json as { imports: Listed[] }).imports
const states = async () => (await list()).map(({ importID, state }) => `${importID} ${state}`)

/** Everything about the county's roll: rows, their writers, and the hash of what people see. */
async function facts() {
  const key = { countyId: portal.counties.midland, appraisalYear: 2026 }
  await refreshRoll(portal.world.database, key)
  const rows = await portal.pool.query(
    'SELECT v::text FROM owner_value AS v ORDER BY county_id, appraisal_year, party_number',
  )
  const roll = await portal.pool.query(
    `SELECT content_hash FROM owner_roll WHERE county_id = $1 AND appraisal_year = 2026`,
    [portal.counties.midland],
  )
  const files = await portal.as(portal.people.clerk)({
    method: 'GET',
    url: '/api/owners/owner-details?appraisalYear=2026',
    headers: { accept: 'application/vnd.portal.file-counts+json' },
  })
  return { rows: rows.rows, roll: roll.rows, files: files.body }
}

describe('an import that removes or changes a large part of a roll', () => {
  test('R6.28 a one-line file with --replace on 1,920 rows is refused in one line, confirmed, and undone to the byte', async () => {
    await load(ROLL)
    const document = await storeDocument(portal, portal.people.clerk, { fileName: 'a.pdf' })
    await owners.link(document, 2)
    const before = await facts()
    await expect(load(ONE_LINE, '--replace')).rejects.toThrow(
      /^\S+roll\.csv would remove 1,919 of the 1,920 owner values there are \(Owner 2 LP; Owner 3 LP; Owner 4 LP; …\)\. Nothing was loaded\. Add --confirm if that is what you want\.$/,
    )
    expect(await facts()).toEqual(before)
    const { id, json } = await load(ONE_LINE, '--replace', '--confirm')
    expect(json).toMatchObject({ updated: 1, removed: 1919 })
    expect((await facts()).rows).toHaveLength(1)
    const undone = await undo(id)
    expect(undone.json).toEqual({ importID: id + 1, undoes: id, inserted: 1919, updated: 1, removed: 0 })
    expect(undone.printed).toEqual([
      `Import ${id} is undone: 1,919 brought back, 1 changed back, 0 taken away. That is import ${id + 1}.`,
    ])
    expect(await facts()).toEqual(before)
  })

  test.each([
    { of: 'a twentieth of the rows', lines: ROLL.slice(0, -96), options: ['--replace'], isFree: true },
    { of: 'one more than that', lines: ROLL.slice(0, -97), options: ['--replace'], isFree: false },
    { of: 'half of the values', lines: changed(960), options: [], isFree: true },
    { of: 'one more value than that', lines: changed(961), options: [], isFree: false },
  ])('R6.28 needs no confirmation up to the limit: $of', async ({ lines, options, isFree }) => {
    await load(ROLL)
    const loading = load(lines, ...options)
    expect(await becomes(loading)).toMatch(isFree ? /^loaded$/ : /Add --confirm if that is what you want\.$/)
  })

  test.each([
    { of: 'ten of twelve rows', rows: 12, lines: [HEADER, '1,A,,,,1,', '2,B,,,,1,'], isFree: true },
    { of: 'eleven of twelve rows', rows: 12, lines: [HEADER, '1,A,,,,1,'], isFree: false },
    { of: 'all of a hundred values', rows: 100, lines: changed(100).slice(0, 101), isFree: true },
  ])('R6.28 needs none for small rolls: $of', async ({ rows, lines, isFree }) => {
    await load(ROLL.slice(0, rows + 1))
    const loading = load(lines, '--replace')
    expect(await becomes(loading)).toMatch(
      isFree ? /^loaded$/ : /would remove 11 of the 12 owner values there are/,
    )
  })

  test('R6.28 of organizations and agents needs --confirm too', async () => {
    const numbers = Array.from({ length: 20 }, (_party, at) => at + 1)
    for (const [kind, header, line] of [
      ['organizations', 'Id,OrganizationName,Name', (n: number) => `${n},Firm ${n},F`],
      ['agents', 'AgentNbr,OrganizationName', (n: number) => `${n},Firm ${n}`],
    ] as const) {
      const lines = [header, ...numbers.map(line)]
      await owners.load(lines, { kind, county: 'Midland' })
      const one = (...options: string[]) =>
        owners.load(lines.slice(0, 2), { kind, county: 'Midland', options })
      await expect(one('--replace')).rejects.toThrow(
        `would remove 19 of the 20 ${kind} there are (Firm 2; Firm 3; Firm 4; …). Nothing was loaded.`,
      )
      expect((await one('--replace', '--confirm')).json).toMatchObject({ removed: 19 })
      await expect(undo((await list())[0]?.importID ?? 0)).rejects.toThrow(
        `is of ${kind}: only owner values can be undone.`,
      )
    }
  })
})

describe('import list', () => {
  test('R6.29 shows each import with its file’s hash, newest first, of a county and year', async () => {
    const first = await load(ROLL)
    await owners.load([HEADER, '900,Ector Co,,,,8,'], { county: 'Ector', year: 2025 })
    await expect(load(ONE_LINE, '--replace')).rejects.toThrow('Add --confirm')
    const { rows } = await portal.pool.query('SELECT sha256($1) AS hash', [
      Buffer.from(`${ROLL.join('\r\n')}\r\n`),
    ])
    const { json, printed } = await run('import', 'list', '--county', 'Midland')
    expect(json).toEqual({
      imports: [
        expect.objectContaining({ state: 'refused', options: ['replace'], canBeUndone: false }),
        {
          importID: first.id,
          kind: 'owner-values',
          CountyID: portal.counties.midland,
          county: 'Midland',
          appraisalYear: 2026,
          file: 'roll.csv',
          bytes: `${ROLL.join('\r\n')}\r\n`.length,
          sha256: rows[0].hash.toString('hex'),
          options: [],
          who: 'command line',
          begunAt: expect.any(String),
          endedAt: expect.any(String),
          state: 'loaded',
          read: 1920,
          inserted: 1920,
          updated: 0,
          unchanged: 0,
          removed: 0,
          skipped: 0,
          refused: 0,
          undoes: null,
          canBeUndone: true,
        },
      ],
    })
    expect(printed[1]).toMatch(
      new RegExp(
        `^${first.id}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  owner-values of Midland 2026  roll.csv  ` +
          `loaded: 1,920 added, 0 changed, 0 removed, 0 lines refused  'import undo ${first.id}' undoes it$`,
      ),
    )
    expect((await run('import', 'list', '--year', '2024')).printed).toEqual(['There are no imports.'])
  })

  test('R6.29 shows an import whose process died as unfinished, and a running one as running', async () => {
    const { id } = await load(ROLL)
    const client = await portal.pool.connect()
    try {
      await client.query('BEGIN; LOCK TABLE owner_value IN SHARE MODE')
      const loading = load(changed(5))
      await waitForBlocked(portal)
      expect(await states()).toEqual([`${id + 1} running`, `${id} loaded`])
      await client.query('ROLLBACK')
      await loading
    } finally {
      client.release()
    }
    await portal.pool.query(`UPDATE import_run SET ended_at = NULL, state = 'running' WHERE id = $1`, [
      id + 1,
    ])
    expect(await states()).toEqual([`${id + 1} unfinished`, `${id} loaded`])
  })

  test('R6.29 shows only the start of an import whose connection died in the middle', async () => {
    const { id } = await load(ROLL)
    const before = await facts()
    const client = await portal.pool.connect()
    try {
      await client.query('BEGIN; LOCK TABLE owner_roll IN SHARE MODE')
      const loading = load(changed(5))
      const failed = becomes(loading)
      await waitForBlocked(portal)
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      // The second is the message of a pooler, the third that of a connection closed before it was read.
      expect(await failed).toMatch(/terminat|server conn crashed|encountered a connection error/)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
    expect(await facts()).toEqual(before)
    expect(await states()).toEqual([`${id + 1} failed`, `${id} loaded`])
    expect((await portal.pool.query('SELECT FROM owner_value_before')).rowCount).toBe(0)
  })

  test('R6.32 reports a repeated file as the same, without a generation of its own', async () => {
    const { id } = await load(ROLL)
    const again = await load(ROLL)
    expect(again.printed.at(-1)).toBe(`The same file was loaded as import ${id}; nothing has changed since.`)
    await expect(undo(again.id)).rejects.toThrow(
      `Import ${again.id} changed nothing, so there is nothing to undo.`,
    )
    expect((await undo(id)).json).toMatchObject({ removed: 1920 })
  })
})

describe('import undo', () => {
  test('R6.30 removes the rows of a first import, and can be undone in turn', async () => {
    const empty = await facts()
    const { id } = await load(ROLL)
    const full = await facts()
    await undo(id)
    expect((await facts()).rows).toEqual(empty.rows)
    await undo(id + 1)
    expect(await facts()).toEqual(full)
    expect(await states()).toEqual([`${id + 2} loaded`, `${id + 1} undone`, `${id} loaded`])
    await undo(id)
    expect((await facts()).rows).toEqual([])
  })

  test('R6.30 goes back import by import: rows added, changed and removed, each in turn', async () => {
    const seen: Awaited<ReturnType<typeof facts>>[] = []
    const ids: number[] = []
    const files = [ROLL.slice(0, 500), [...changed(20).slice(0, 450), '9000,New,,,,1,'], ROLL.slice(0, 440)]
    for (const file of files) {
      seen.push(await facts())
      ids.push((await load(file, '--replace', '--confirm')).id)
    }
    for (const id of ids.toReversed()) {
      await undo(id)
      expect((await facts()).rows).toEqual(seen.pop()?.rows)
    }
    expect((await list()).every(({ canBeUndone }, at) => canBeUndone === (at === 0))).toBe(true)
  })

  test('R6.30 is refused if a later import changed the county and year, which it names', async () => {
    const { id } = await load(ROLL)
    const later = await load(changed(3))
    await owners.load([HEADER, '1,A,,,,1,'], { ...MIDLAND, year: 2025 })
    const before = await facts()
    await expect(undo(id)).rejects.toThrow(
      `Import ${id} cannot be undone: import ${later.id} changed the same county and year after it. Undo that first.`,
    )
    expect(await facts()).toEqual(before)
    await undo(later.id)
    await expect(undo(later.id)).rejects.toThrow(`Import ${later.id} is undone already.`)
    expect((await undo(id)).json).toMatchObject({ removed: 1920 })
  })

  test('is refused if a row was changed since by anything but an import', async () => {
    const { id } = await load(ROLL)
    await portal.pool.query('UPDATE owner_value SET current_value = 5 WHERE party_number = 7')
    await expect(undo(id)).rejects.toThrow('something else than an import has changed its rows since.')
  })

  test('is refused for an import without a change, an unknown one, and an invalid number', async () => {
    await load(ROLL)
    await expect(load(ONE_LINE, '--replace')).rejects.toThrow('Add --confirm')
    const [refused] = await list()
    await expect(undo(refused?.importID ?? 0)).rejects.toThrow(
      'changed nothing, so there is nothing to undo.',
    )
    await expect(undo(2_000_000)).rejects.toThrow("There is no import 2000000. 'import list' shows them.")
    await expect(run('import', 'undo', 'x')).rejects.toThrow('import undo takes the number of an import')
  })

  test('R6.31 is possible for the newest five imports of a county and year, for at most 90 days', async () => {
    const { id } = await load(ROLL)
    for (let count = 1; count <= 5; count += 1) await load(changed(count))
    const kept = await portal.pool.query('SELECT id FROM import_run WHERE is_kept ORDER BY id')
    expect(kept.rows.map((row) => row.id)).toEqual([1, 2, 3, 4, 5].map((more) => id + more))
    const haveEnded = async (ago: string) => {
      await portal.pool.query('UPDATE import_run SET ended_at = now() - $1::interval', [ago])
      await deleteOldImports(portal.world)
    }
    await haveEnded('89 days')
    expect((await portal.pool.query('SELECT id FROM import_run WHERE is_kept')).rowCount).toBe(5)
    await haveEnded('91 days')
    expect((await portal.pool.query('SELECT FROM owner_value_before')).rowCount).toBe(0)
    await expect(undo(id + 5)).rejects.toThrow('cannot be undone: what it replaced is no longer kept.')
  })

  test('leaves an audit record', async () => {
    const { id } = await load(ROLL)
    await undo(id)
    const { rows } = await portal.pool.query(
      `SELECT who, county_id, after FROM ${AUDIT_AS_TOLD} WHERE what = 'import of owner values undone'
       ORDER BY id DESC LIMIT 1`,
    )
    expect(rows).toEqual([
      {
        who: 'command line',
        county_id: portal.counties.midland,
        after: { appraisalYear: 2026, importID: id + 1, undoes: id, inserted: 0, updated: 0, removed: 1920 },
      },
    ])
  })

  test('R6.30 waits for a running import of the same county, and is then refused', async () => {
    const { id } = await load(ROLL)
    const client = await portal.pool.connect()
    try {
      await client.query('BEGIN; LOCK TABLE owner_value IN SHARE MODE')
      const loading = load(changed(5))
      await waitForBlocked(portal)
      const undone = undo(id).then(() => 'undone', String)
      await waitForBlocked(portal, 2)
      await client.query('ROLLBACK')
      const later = await loading
      expect(await undone).toContain(`import ${later.id} changed the same county and year after it`)
    } finally {
      client.release()
    }
  })

  test('two simultaneous imports of one county each store the values that they found', async () => {
    await load(ROLL)
    const start = await facts()
    const loading = [5, 9].map((count) => owners.load(changed(count), { ...MIDLAND, name: `${count}.csv` }))
    const ids = (await Promise.all(loading)).map(idOf)
    const order = await portal.pool.query(
      'SELECT id FROM import_run WHERE id = ANY ($1) ORDER BY written_order DESC',
      [ids],
    )
    const undone: string[] = []
    for (const { id } of order.rows) undone.push(await becomes(undo(id)))
    // The later of the two may have found nothing left to do.
    expect(undone.filter((text) => !/^loaded$|changed nothing/.test(text))).toEqual([])
    expect(await facts()).toEqual(start)
  })
})
