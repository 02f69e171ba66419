import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countyCommands } from '../counties/counties.commands.ts'
import { runCommand } from '../../testing/run-command.ts'
import { tamper } from '../../testing/tamper.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { importCommands } from './import.commands.ts'

let portal: TestPortal
let folder: string

beforeAll(async () => {
  portal = await testPortal()
  folder = await mkdtemp(join(tmpdir(), 'portal-import-'))
  await run(countyCommands, 'county', 'add', '--name', 'Midland', '--number', '165')
  await run(countyCommands, 'county', 'add', '--name', 'Ector', '--number', '068')
  await run(countyCommands, 'county', 'add', '--name', 'Crane')
})
// Tests import into the same counties and count the results.
beforeEach(() =>
  tamper(
    portal.pool,
    `TRUNCATE document_owner, document, owner_value, county_organization, county_agent, organization, agent CASCADE;
     DELETE FROM audit_record; DELETE FROM audit_chain`,
  ),
)
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (commands: Parameters<typeof runCommand>[1], ...words: string[]) =>
  runCommand(portal.world, commands, { words, workingDirectory: folder })

type Load = { county?: string; options?: string[]; name?: string }

async function load(kind: 'organizations' | 'agents', content: string | Buffer, given: Load = {}) {
  const { county = 'Midland', options = [], name = 'roll.csv' } = given
  await writeFile(join(folder, name), content)
  return run(importCommands, 'import', kind, '--county', county, ...options, name)
}

/** Encodes the three characters of the tests that differ in CP1252. */
const inCp1252 = (text: string) =>
  text.replaceAll('\u201C', '\u0093').replaceAll('\u201D', '\u0094').replaceAll('\u2013', '\u0096')

const lines = (...some: string[]) => `${some.join('\r\n')}\r\n`
const COUNTS = { read: 0, inserted: 0, updated: 0, unchanged: 0, removed: 0, skipped: 0 }
const NONE = { ...COUNTS, refused: [], refusedTotal: 0, importID: expect.any(Number) as number }

async function organizations() {
  const { rows } = await portal.pool.query<{ row: string }>(
    `SELECT concat_ws('|', county.name, party_number, organization_name, c.name) AS row
     FROM county_organization AS c JOIN organization USING (party_number) JOIN county ON county.id = county_id
     ORDER BY county.id, party_number`,
  )
  return rows.map(({ row }) => row)
}

/** Changes with every version of a row. */
const stamps = () =>
  portal.pool.query(
    'SELECT xmin, ctid FROM organization UNION ALL SELECT xmin, ctid FROM county_organization',
  )

async function agents() {
  const { rows } = await portal.pool.query<{ row: string }>(
    `SELECT concat_ws('|', county.name, a.agent_number, organization_name, legacy_code, address_1, city, postal_code) AS row
     FROM county_agent JOIN agent AS a USING (agent_number) JOIN county ON county.id = county_id
     ORDER BY county.id, a.agent_number`,
  )
  return rows.map(({ row }) => row)
}

describe('import organizations', () => {
  const HEADER = 'Id,OrganizationName,Name'

  it('adds, changes and keeps, counting each line once', async () => {
    const first = await load('organizations', lines(HEADER, '100,Caprock LP,CAPROCK', '200,"Mesa, Inc",MESA'))
    expect(first.json).toEqual({ ...NONE, read: 2, inserted: 2 })
    expect(first.exitCode).toBe(0)
    const second = await load(
      'organizations',
      lines(HEADER, '100,Caprock LP,CAPROCK CO', '200,Mesa Corp,MESA', '300,Lobo,LOBO'),
    )
    expect(second.json).toEqual({ ...NONE, read: 3, inserted: 1, updated: 2 })
    expect(await organizations()).toEqual([
      'Midland|100|Caprock LP|CAPROCK CO',
      'Midland|200|Mesa Corp|MESA',
      'Midland|300|Lobo|LOBO',
    ])
  })

  it('R6.7 changes nothing when the same file is loaded twice', async () => {
    const file = lines(HEADER, '100,Caprock LP,CAPROCK', '200,Mesa,MESA')
    await load('organizations', file)
    const before = (await stamps()).rows
    const again = await load('organizations', file)
    expect(again.json).toEqual({ ...NONE, read: 2, unchanged: 2 })
    expect((await stamps()).rows).toEqual(before)
  })

  it('R4.3 gives the firm one name, the last loaded one, and each county its own', async () => {
    await load('organizations', lines(HEADER, '100,Caprock LP,CAPROCK'))
    const ector = await load('organizations', lines(HEADER, '100,Caprock Limited,CAP ROCK'), {
      county: 'Ector',
    })
    expect(ector.json).toMatchObject({ inserted: 1, updated: 0 })
    expect(await organizations()).toEqual([
      'Midland|100|Caprock Limited|CAPROCK',
      'Ector|100|Caprock Limited|CAP ROCK',
    ])
    const midland = await load('organizations', lines(HEADER, '100,Caprock LP,CAPROCK'))
    expect(midland.json).toMatchObject({ inserted: 0, updated: 1 })
  })

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['CP1252', (text: string) => Buffer.from(inCp1252(text), 'latin1')],
  ])('R6.1 reads %s, in any order of columns, with commas or tabs', async (_, encode) => {
    const text = 'Zip,Name,Id,OrganizationName\n79701,PE\u00D1A,7,\u201CBig Ed\u201D \u2013 Pe\u00F1a\n'
    const commas = await load('organizations', encode(text))
    expect(commas.json).toEqual({ ...NONE, read: 1, inserted: 1 })
    const tabs = await load('organizations', encode(text.replaceAll(',', '\t')))
    expect(tabs.json).toEqual({ ...NONE, read: 1, unchanged: 1 })
    expect(await organizations()).toEqual(['Midland|7|\u201CBig Ed\u201D \u2013 Pe\u00F1a|PE\u00D1A'])
  })

  it.each([
    ['a tab inside of a cell', lines(HEADER, '7,Big\tEd,PENA')],
    ['a tab inside of a quoted cell', lines(HEADER, '7,"Big\tEd",PENA')],
    ['a tab behind a quoted cell', lines(HEADER, '7,"Big Ed"\t,"PENA"\t')],
    ['a tab behind the names of columns', lines('Id\t,OrganizationName\t,Name\t', '7,Big Ed,PENA')],
    ['commas that its first line names', lines('sep=,', HEADER, '7,Big Ed,PENA')],
    ['semicolons that its first line names', lines('sep=;', HEADER.replaceAll(',', ';'), '7;Big Ed;PENA')],
    ['tabs that its first line names', lines('"sep=\t"', HEADER.replaceAll(',', '\t'), '7\tBig Ed\tPENA')],
  ])('R6.1 reads a file with %s', async (_, text) => {
    const { json } = await load('organizations', text)
    expect(json).toMatchObject({ read: 1, inserted: 1 })
    expect((await organizations()).join().replace('\t', ' ')).toBe('Midland|7|Big Ed|PENA')
  })

  it('R6.5 refuses bad lines with line, column and reason, and loads the others', async () => {
    const text = lines(
      HEADER,
      ' 0100 ,"Caprock\r\n% Pe\u00F1a" , CAPROCK ',
      ',Blank Id,X',
      '12.5,Broken,X',
      '1.2E+06,Scientific,X',
      '2147483648,Too large,X',
      '0,Zero,X',
      '200,  ,X',
      '',
      `300,${'x'.repeat(501)},X`,
      '400,Unquoted, Inc,X',
      '500,Short',
      '600,"Not "closed,X',
      '2147483647,Largest,',
      ',,',
    )
    const { json, exitCode, printed } = await load('organizations', text)
    const whole = 'is not a whole number from 1 to 2147483647'
    expect(json).toEqual({
      ...NONE,
      read: 12,
      inserted: 2,
      refused: [
        { line: 3, column: 'Id', reason: 'is blank' },
        { line: 4, column: 'Id', reason: whole },
        { line: 5, column: 'Id', reason: whole },
        { line: 6, column: 'Id', reason: whole },
        { line: 7, column: 'Id', reason: whole },
        { line: 8, column: 'OrganizationName', reason: 'is blank' },
        { line: 10, column: 'OrganizationName', reason: 'is longer than 500 characters' },
        { line: 11, column: 'Name', reason: 'is followed by more cells: the line has 4, the first line 3' },
        { line: 12, column: 'Name', reason: 'is missing: the line ends before it' },
        {
          line: 13,
          column: 'OrganizationName',
          reason: 'has text after its closing quote; a quote within a quoted cell is written twice',
        },
      ],
      refusedTotal: 10,
    })
    expect(exitCode).toBe(3)
    expect(printed[0]).toBe('line 3: Id is blank')
    expect(printed.at(-1)).toBe(
      '12 lines read: 2 added, 0 changed, 0 unchanged, 0 of other counties or years, 10 refused; 0 removed.',
    )
    expect(await organizations()).toEqual([
      'Midland|100|Caprock\r\n% Pe\u00F1a|CAPROCK',
      'Midland|2147483647|Largest|',
    ])
  })

  it('counts an exact repeat as unchanged; of two lines for one number the first counts', async () => {
    const { json, exitCode } = await load(
      'organizations',
      lines(
        HEADER,
        '100,Caprock,C',
        '200,,M',
        '0100, Caprock ,C',
        '100,Other,C',
        '200,Mesa,M',
        '100,Caprock,D',
      ),
    )
    expect(json).toEqual({
      ...NONE,
      read: 6,
      inserted: 2,
      unchanged: 1,
      refused: [
        { line: 3, column: 'OrganizationName', reason: 'is blank' },
        { line: 5, column: 'Id', reason: '100 stands on line 2 already, with other values' },
        { line: 7, column: 'Id', reason: '100 stands on line 2 already, with other values' },
      ],
      refusedTotal: 3,
    })
    expect(exitCode).toBe(3)
    expect(await organizations()).toEqual(['Midland|100|Caprock|C', 'Midland|200|Mesa|M'])
  })

  it('R6.6 loads nothing of a file with one bad line under --strict', async () => {
    const text = lines(HEADER, '100,Caprock,C', '100,Other,C')
    const { json, exitCode } = await load('organizations', text, { options: ['--strict'] })
    expect(json).toMatchObject({ read: 2, inserted: 0, refused: [{ line: 3 }] })
    expect(exitCode).toBe(1)
    expect(await organizations()).toEqual([])
    const good = await load('organizations', lines(HEADER, '100,Caprock,C'), { options: ['--strict'] })
    expect(good).toMatchObject({ exitCode: 0, json: { inserted: 1 } })
  })

  it('exits with 1 when no line is good', async () => {
    const { json, exitCode, printed } = await load('organizations', lines(HEADER, 'x,Caprock,C'))
    expect(json).toMatchObject({ read: 1, inserted: 0, refused: [{ line: 2, column: 'Id' }] })
    expect(exitCode).toBe(1)
    expect(printed.at(-1)).toBe('Nothing was loaded.')
    expect(
      (await portal.pool.query(`SELECT 1 FROM ${AUDIT_AS_TOLD} WHERE what = 'organizations imported'`))
        .rowCount,
    ).toBe(0)
  })
})

describe('lines of other counties and years', () => {
  const HEADER = 'CountyNo,AppraisalYear,Id,OrganizationName,Name'
  const ROLL = lines(
    HEADER,
    '165,2026,100,Caprock,C',
    '68,2026,200,Mesa,M',
    '068,2025,300,Lobo,L',
    '165,2025,,Blank,X',
    ',2026,500,Nowhere,N',
  )

  it('R6.3 are skipped, with or without the zeros that spreadsheets drop', async () => {
    const ector = await load('organizations', ROLL, { county: 'Ector' })
    expect(ector.json).toEqual({ ...NONE, read: 5, inserted: 2, skipped: 3 })
    expect(ector.exitCode).toBe(0)
    const year = await load('organizations', ROLL, { options: ['--year', '2026'] })
    expect(year.json).toEqual({ ...NONE, read: 5, inserted: 1, skipped: 4 })
    expect(await organizations()).toEqual(['Midland|100|Caprock|C', 'Ector|200|Mesa|M', 'Ector|300|Lobo|L'])
  })

  it('R6.4 are refused for a county without a number if the file names several counties', async () => {
    await expect(load('organizations', ROLL, { county: 'Crane' })).rejects.toThrow(
      /names more than one county/,
    )
    const one = lines(HEADER, '103,2026,100,Caprock,C', '103,2026,200,Mesa,M')
    expect((await load('organizations', one, { county: 'Crane' })).json).toMatchObject({
      inserted: 2,
      skipped: 0,
    })
  })

  it('without others are accepted, and replace nothing', async () => {
    const file = lines(HEADER, '003,2026,100,Caprock,C')
    expect(await load('organizations', file)).toMatchObject({ exitCode: 0, json: { read: 1, skipped: 1 } })
    await expect(load('organizations', file, { options: ['--replace'] })).rejects.toThrow(
      /no line of this county and year; nothing was replaced/,
    )
  })
})

describe('--replace', () => {
  const HEADER = 'Id,OrganizationName,Name'
  const ROLL = lines(HEADER, '100,Caprock,C', '200,Mesa,M', '300,Lobo,L', '400,Tule,T', '500,Pinon,P')

  it('ends the appearance of parties that the file does not name, in this county only; the firm keeps them', async () => {
    await load('organizations', ROLL)
    await load('organizations', ROLL, { county: 'Ector' })
    const { json } = await load('organizations', lines(HEADER, '100,Caprock,C', '600,New,N'), {
      options: ['--replace'],
    })
    expect(json).toEqual({ ...NONE, read: 2, inserted: 1, unchanged: 1, removed: 4 })
    expect((await organizations()).filter((row) => row.startsWith('Midland'))).toEqual([
      'Midland|100|Caprock|C',
      'Midland|600|New|N',
    ])
    expect((await organizations()).filter((row) => row.startsWith('Ector'))).toHaveLength(5)
    expect((await portal.pool.query('SELECT 1 FROM organization')).rowCount).toBe(6)
  })

  it('keeps parties with owner values, documents or a refused line', async () => {
    await load('organizations', ROLL)
    await portal.pool.query(
      "INSERT INTO owner_value (county_id, appraisal_year, party_number, owner_name) VALUES (1, 2024, 200, 'Mesa')",
    )
    const { accountId } = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
    await portal.pool.query(
      `WITH one AS (
        INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
          content_type, byte_size, sha256, storage_key)
        VALUES (1, $1, 1, 1, now(), 2026, 'a.pdf', 'application/pdf', 1, sha256('a'), 'a') RETURNING id
      )
      INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
      SELECT id, 300, 1, 1, now(), $1 FROM one`,
      [accountId],
    )
    const { json, printed } = await load('organizations', lines(HEADER, '100,Caprock,C', '400,,T'), {
      options: ['--replace'],
    })
    expect(json).toMatchObject({ unchanged: 1, removed: 1, refused: [{ line: 3 }] })
    expect(printed.at(-1)).toBe('2 that the file does not name stay: documents or owner values name them.')
    expect(await organizations()).toEqual([
      'Midland|100|Caprock|C',
      'Midland|200|Mesa|M',
      'Midland|300|Lobo|L',
      'Midland|400|Tule|T',
    ])
  })

  it('removes nothing if nothing is loaded', async () => {
    await load('organizations', ROLL)
    await load('organizations', lines(HEADER, '100,,C'), { options: ['--replace'] })
    await load('organizations', lines(HEADER, '100,Caprock,C', '200,,M'), {
      options: ['--replace', '--strict'],
    })
    expect(await organizations()).toHaveLength(5)
  })
})

describe('import agents', () => {
  const HEADER =
    'AgentNbr,OrganizationName,LegacyCode,Address1,Address2,Address3,City,StateName,StateAbbreviation,PostalCode'

  it('R4.2 keeps codes and postal codes as text, and counts like organizations', async () => {
    const file = lines(
      HEADER,
      '1001,Permian Tax,000,Box 7,,,Midland,Texas,TX,07970',
      '1004,Lone Oak,00A,,,,,,,',
    )
    expect((await load('agents', file)).json).toEqual({ ...NONE, read: 2, inserted: 2 })
    expect((await load('agents', file)).json).toEqual({ ...NONE, read: 2, unchanged: 2 })
    expect((await load('agents', file.replace('Box 7', 'Box 8'))).json).toMatchObject({
      updated: 1,
      unchanged: 1,
    })
    expect((await load('agents', file, { county: 'Ector' })).json).toMatchObject({ inserted: 2 })
    expect(await agents()).toEqual([
      'Midland|1001|Permian Tax|000|Box 7|Midland|07970',
      'Midland|1004|Lone Oak|00A|||',
      'Ector|1001|Permian Tax|000|Box 7|Midland|07970',
      'Ector|1004|Lone Oak|00A|||',
    ])
  })

  it('keeps fields without a column, and clears those with a blank cell', async () => {
    await load('agents', lines(HEADER, '1001,Permian Tax,000,Box 7,,,Midland,Texas,TX,79701'))
    const { json } = await load(
      'agents',
      lines('OrganizationName,AgentNbr,City', 'Permian Tax,1001,', 'New,1002,Crane'),
    )
    expect(json).toMatchObject({ updated: 1, inserted: 1 })
    expect(await agents()).toEqual(['Midland|1001|Permian Tax|000|Box 7||79701', 'Midland|1002|New|||Crane|'])
  })

  it('handles repeats, contradictions and --replace like organizations', async () => {
    await load('agents', lines('AgentNbr,OrganizationName', '1,One', '2,Two', '3,Three', '4,Four'))
    await portal.pool.query(
      `INSERT INTO organization (party_number, organization_name) VALUES (9, 'Nine');
       INSERT INTO owner_value (county_id, appraisal_year, party_number, owner_name, agent_number) VALUES (1, 2024, 9, 'Nine', 2)`,
    )
    const { json, exitCode } = await load(
      'agents',
      lines('AgentNbr,OrganizationName', '1,One', '1,One', '1,Uno', '4,'),
      { options: ['--replace'] },
    )
    expect(json).toMatchObject({ read: 4, unchanged: 2, removed: 1, refused: [{ line: 4 }, { line: 5 }] })
    expect(exitCode).toBe(3)
    expect(await agents()).toEqual(['Midland|1|One||||', 'Midland|2|Two||||', 'Midland|4|Four||||'])
  })
})

const refusal = (content: string | Buffer, given: Load = {}) =>
  load('organizations', content, given).then(
    () => 'loaded',
    (error: Error) => error.message.replace(folder, '').replace(/^\//, ''),
  )

describe('a file that is not such a roll', () => {
  it.each([
    ['', 'roll.csv is empty.'],
    ['\n \n', 'roll.csv has no line that names the columns.'],
    ['Id,OrganizationName,Name\n\n', 'roll.csv has no line below the one that names the columns.'],
    ['Id,Id,OrganizationName,Name\n1,1,A,B\n', 'roll.csv has the column Id more than once.'],
    [
      'AgentNbr,OrganizationName\n1,A\n',
      'roll.csv lacks the columns Id, Name; its first line must name the columns, with commas or tabs between them.',
    ],
    [
      Buffer.from('Id,OrganizationName,Name', 'utf16le'),
      'roll.csv is not a text file. Please save it as CSV.',
    ],
    [Buffer.from('\uFEFFId', 'utf16le'), 'roll.csv is UTF-16 text. Please save it as CSV in UTF-8.'],
    [Buffer.from('PK\u0003\u0004\0\0'), 'roll.csv is not a text file. Please save it as CSV.'],
    [
      `Id,OrganizationName,Name\n1,${'x'.repeat(70_000)}`,
      'roll.csv: line 2 is longer than 65536 characters.',
    ],
  ])('%# is refused in one line', async (content, message) => {
    expect(await refusal(content)).toBe(message)
  })

  it('is refused in one line if it does not exist, or is a folder', async () => {
    const message = (name: string) =>
      run(importCommands, 'import', 'agents', '--county', '1', name).then(
        () => 'loaded',
        (error: Error) => error.message.replace(folder, ''),
      )
    expect(await message('missing.csv')).toBe('There is no file /missing.csv.')
    await mkdir(join(folder, 'folder'))
    expect(await message('folder')).toBe('/folder is a folder, not a file.')
  })

  it.each([
    [['roll.csv'], 'Please give --county.'],
    [['--county', 'Nowhere', 'roll.csv'], "There is no county 'Nowhere'. 'county list' shows them."],
    [['--county', '1', '--year', '26', 'roll.csv'], '--year is an appraisal year such as 2026.'],
  ])('and %j too', async (words, message) => {
    await expect(run(importCommands, 'import', 'organizations', ...words)).rejects.toThrow(message)
  })
})

describe('a large file', () => {
  it('is loaded completely, and its bad lines are named by their own numbers', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) =>
      row % 10_000 === 9_999 ? `${row + 1},,X` : `${row + 1},"Party ""${row}"" \u00C9",P${row}`,
    )
    const { json } = await load('organizations', lines('Id,OrganizationName,Name', ...rows))
    expect(json).toMatchObject({
      read: 30_000,
      inserted: 29_997,
      refused: [{ line: 10_001 }, { line: 20_001 }, { line: 30_001 }],
    })
    expect(await organizations()).toContain('Midland|29999|Party "29998" \u00C9|P29998')
  })
})

const roll = (name: string) => lines('Id,OrganizationName,Name', `1,${name},B`, `2,${name},B`)

describe('the audit record', () => {
  it('names the file and the outcome of its lines', async () => {
    await load('organizations', lines('Id,OrganizationName,Name', '1,A,B', '2,,B'), {
      name: 'midland orgs.csv',
    })
    const { rows } = await portal.pool.query(
      `SELECT who, came_from, county_id, after FROM ${AUDIT_AS_TOLD} WHERE what = 'organizations imported'`,
    )
    expect(rows).toEqual([
      {
        who: 'command line',
        came_from: 'command line',
        county_id: 1,
        after: {
          file: 'midland orgs.csv',
          importID: expect.any(Number) as number,
          ...COUNTS,
          read: 2,
          inserted: 1,
          refused: 1,
        },
      },
    ])
  })

  it('is written with the change or not at all, and simultaneous imports wait for each other', async () => {
    const outcomes = await Promise.all([
      load('organizations', roll('One'), { name: 'one.csv' }),
      load('organizations', roll('Two'), { name: 'two.csv', county: 'Ector' }),
      load('organizations', roll('Three'), { name: 'three.csv', county: 'Crane' }),
    ])
    expect(outcomes.map(({ json }) => json)).toEqual([1, 2, 3].map(() => ({ ...NONE, read: 2, inserted: 2 })))
    expect((await portal.pool.query('SELECT DISTINCT organization_name FROM organization')).rowCount).toBe(1)
    expect(
      (await portal.pool.query(`SELECT 1 FROM ${AUDIT_AS_TOLD} WHERE what = 'organizations imported'`))
        .rowCount,
    ).toBe(3)
  })
})

describe('bad lines by the hundred thousand', () => {
  it('R6.33 are all counted, and the first thousand of them named', async () => {
    const rows = Array.from({ length: 100_000 }, (_, row) =>
      row % 2 === 0 ? `${row},,X` : `7,Party ${row},X`,
    )
    const { json, printed, exitCode } = await load(
      'organizations',
      lines('Id,OrganizationName,Name', ...rows),
    )
    // Line 3 is loaded. Each further line with that number contradicts it.
    const named = [2, ...Array.from({ length: 999 }, (_, at) => at + 4)].map((line) => ({ line }))
    expect(json).toMatchObject({ read: 100_000, inserted: 1, refused: named, refusedTotal: 99_999 })
    expect(printed).toHaveLength(1002)
    expect(printed.at(-2)).toBe('… and 98,999 more, of which only the number is kept')
    expect(exitCode).toBe(3)
  })
})
