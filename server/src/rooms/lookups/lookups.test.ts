import type {
  Agent,
  County,
  DocumentType,
  LookupItem,
  Organization,
} from '@portal/contract/lookups/lookups.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let administrator: TestPerson
let clerk: TestPerson
let staff: TestPerson
let reeves: County
let ward: County
let empty: County

const FIRM: readonly (readonly [number: number, firm: string, reeves: string])[] = [
  [100, 'Mesa Oil & Gas LP', 'MESA OIL'],
  [12, 'Zapata Operating', 'ZAPATA OPERATING 100'],
  [1200, 'Abbott Ranch', 'ABBOTT RANCH'],
  [512, 'Oil States 100% Royalty', 'OIL STATES 100% ROYALTY'],
  [7, 'Under_score Minerals', 'UNDERSCORE'],
  [8, 'Back\\slash Energy', 'BACK\\SLASH'],
  [21, '\u00C9LAN P\u00C9TROLE', 'ELAN PETROLE'],
  [22, 'STRASSE PIPELINE', 'STRA\u1E9EE PIPELINE'],
  [23, '\u0130STANBUL HOLDING', 'ISTANBUL HOLDING'],
  [24, '\u039F\u0394\u039F\u03A3 ENERGY', 'ODOS'],
  [25, 'Garza\u00A0 Jos\u00E9\tLuis', 'GARZA'],
  [26, 'Cafe\u0301 Royalty', 'CAFE'],
  [27, 'The "Old" Well\u0001\u2028', 'OLD\nWELL'],
]

beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  ward = await portal.addCounty('Ward')
  reeves = await portal.addCounty('Reeves')
  empty = await portal.addCounty('\u00C1lamo')
  administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  clerk = await portal.addPerson({ email: 'clerk@reeves.example', countyId: reeves.CountyID })
  staff = await portal.addPerson({ email: 'engineer@staff.example' })
  for (const [number, firm, name] of FIRM) await addOrganization({ number, firm, county: reeves, name })
  await addOrganization({ number: 9000, firm: 'Mesa of Ward', county: ward, name: 'MESA' })
  await addAgents()
})
afterAll(() => portal.close())

type NewOrganization = { number: number; firm: string; county: County; name: string }

async function addOrganization({ number, firm, county, name }: NewOrganization): Promise<void> {
  await portal.pool.query(
    'INSERT INTO organization (party_number, organization_name) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [number, firm],
  )
  await portal.pool.query(
    'INSERT INTO county_organization (county_id, party_number, name) VALUES ($1, $2, $3)',
    [county.CountyID, number, name],
  )
}

async function addAgents(): Promise<void> {
  await portal.pool.query(`INSERT INTO agent (agent_number, organization_name, legacy_code) VALUES
    (1, 'Permian Tax Advisors', '000'), (2, 'Advisors of the Basin', '00A'), (3, 'Lone Oak 100%', ''),
    (4, 'PE\u00D1A & Co', '00A'), (5, 'Permian Tax Advisors', '')`)
  await portal.pool.query(
    'INSERT INTO county_agent (county_id, agent_number) SELECT $1, unnest($2::integer[])',
    [reeves.CountyID, [1, 4]],
  )
}

async function ask<T>(person: TestPerson | null, path: string): Promise<T> {
  const answer = await portal.as(person)({ method: 'GET', url: `/api/lookup/${path}` })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json<T>()
}

async function failure(person: TestPerson | null, path: string) {
  const answer = await portal.as(person)({ method: 'GET', url: `/api/lookup/${path}` })
  return [answer.statusCode, answer.json<{ error: string }>().error]
}

async function numbersFor(term: string, { person = administrator, more = '' } = {}): Promise<number[]> {
  const query = `county=${reeves.CountyID}&term=${encodeURIComponent(term)}${more}`
  return (await ask<Organization[]>(person, `OrganizationName?${query}`)).map(({ Id }) => Id)
}

describe('the small lists', () => {
  it('S3.3 S6.1 S7.11 give counties by name to administrators', async () => {
    expect(await ask<County[]>(administrator, 'counties')).toEqual(
      [empty, reeves, ward].map(({ CountyID, Name }) => ({ CountyID, Name })),
    )
    expect(await failure(clerk, 'counties')).toEqual([403, 'Only administrators and firm staff may do this.'])
  })

  it('R10.5 mark a county that is closed, so that no screen offers it for an upload', async () => {
    await portal.pool.query('UPDATE county SET closed_at = now() WHERE id = $1', [ward.CountyID])
    expect(await ask<County[]>(administrator, 'counties')).toEqual([
      ...[empty, reeves].map(({ CountyID, Name }) => ({ CountyID, Name })),
      { CountyID: ward.CountyID, Name: ward.Name, isClosed: true },
    ])
    await portal.pool.query('UPDATE county SET closed_at = NULL')
  })

  it('S3.4 S7.12 R1.30 give the categories of the trade', async () => {
    const categories = await ask<LookupItem[]>(clerk, 'categories')
    expect(categories[0]).toEqual({ ID: 1, Name: 'Industrial' })
    expect(categories.map(({ Name }) => Name)).toEqual([
      'Industrial',
      'Mineral',
      'Utility and Pipeline',
      'Business Personal Property',
      'Agent Authorization',
      'Protest and Appeal',
      'Correspondence',
      'County',
    ])
  })

  it('S3.5 S7.13 S7.14 R1.30 R4.9 give all types, those of a category, and none of an unknown one', async () => {
    const types = await ask<DocumentType[]>(clerk, 'types')
    expect(types).toHaveLength(52)
    expect(types[0]).toEqual({ ID: 1, Name: 'Rendition', CategoryID: 1 })
    const ofMinerals = await ask<DocumentType[]>(clerk, 'types/2')
    expect(ofMinerals).toEqual(types.filter(({ CategoryID }) => CategoryID === 2))
    expect(ofMinerals).toHaveLength(8)
    expect(await ask(clerk, 'types/2000000000')).toEqual([])
    for (const wrong of ['0', '-1', 'x', '1.5', '2147483648']) {
      expect(await failure(clerk, `types/${wrong}`)).toEqual([400, 'categoryId must be a whole number.'])
    }
  })

  it('S3.6 S7.15 R1.30 give the relation types', async () => {
    const types = await ask<LookupItem[]>(staff, 'relation-types')
    expect(types).toHaveLength(14)
    expect(types[0]).toEqual({ ID: 1, Name: 'Owner' })
  })

  it.each(['counties', 'categories', 'types', 'types/1', 'relation-types', 'OrganizationName', 'AgentNames'])(
    'need a session: %s',
    async (path) => {
      expect((await failure(null, path))[0]).toBe(401)
    },
  )
})

describe('organizations for a term', () => {
  it('S3.7 contain the party number, the firm\u2019s name and the county\u2019s', async () => {
    expect(await ask(clerk, 'OrganizationName?term=mesa')).toEqual([
      { Id: 100, OrganizationName: 'Mesa Oil & Gas LP', Name: 'MESA OIL' },
    ])
  })

  it('S2.65 R4.5 are ordered: the number itself, numbers and names that start with the term, then those that contain it', async () => {
    expect(await numbersFor('12')).toEqual([12, 1200, 512])
    expect(await numbersFor('100')).toEqual([100, 512, 12])
    expect(await numbersFor('oil')).toEqual([512, 100])
    expect(await numbersFor('MINERALS')).toEqual([7])
  })

  it('R4.5 are found by either name, and by a part of one', async () => {
    expect(await numbersFor('underscore')).toEqual([7])
    expect(await numbersFor('under_score')).toEqual([7])
    expect(await numbersFor('operating 1')).toEqual([12])
    expect(await numbersFor('no such name')).toEqual([])
  })

  it.each([
    ['%', [512]],
    ['_', [7]],
    ['\\', [8]],
    ['100%', [512]],
    ["'", []],
    ['(.*)', []],
  ])('I05 V1.2.4 V1.2.9 match every character literally: %s', async (term, numbers) => {
    expect(await numbersFor(term)).toEqual(numbers)
  })

  it.each([
    ['\u00E9lan', 21],
    ['\u00C9LAN', 21],
    ['E\u0301lan', 21],
    ['p\u00E9trole', 21],
    ['stra\u00DFe', 22],
    ['STRA\u1E9EE', 22],
    ['strasse', 22],
    ['\u0130stanbul', 23],
    ['i\u0307stanbul', 23],
    ['istanbul', 23],
    ['\u03BF\u03B4\u03BF\u03C2', 24],
    ['\u03BF\u03B4\u03BF\u03C3 en', 24],
    ['garza jos\u00E9 luis', 25],
    ['GARZA  JOS\u00C9\u00A0LUIS', 25],
    ['caf\u00E9', 26],
  ])('R4.5 match in any case and any spelling of a letter or space: %s', async (term, number) => {
    expect(await numbersFor(term)).toEqual([number])
  })

  it('S7.16 S9.7 are at most ten, or as many as requested', async () => {
    expect(await numbersFor('a')).toHaveLength(10)
    expect(await numbersFor('a', { more: '&limit=3' })).toEqual((await numbersFor('a')).slice(0, 3))
    expect((await numbersFor('a', { more: '&limit=1000' })).length).toBeGreaterThan(10)
    expect(await numbersFor('a', { more: '&limit=' })).toHaveLength(10)
  })

  it.each([
    ['limit=0', 'limit must be a whole number.'],
    ['limit=-1', 'limit must be a whole number.'],
    ['limit=1.5', 'limit must be a whole number.'],
    ['limit=ten', 'limit must be a whole number.'],
    ['limit=1001', 'limit must be at most 1000.'],
    ['limit=1&limit=2', 'limit may be given once only, as a whole number.'],
    ['term=a&term=b', 'term may be given once only.'],
    [`term=${'x'.repeat(201)}`, 'term may have at most 200 characters.'],
    ['term=a%00b', 'term holds a character that is not allowed.'],
  ])('I05 are refused for %.20s, and agents too', async (query, error) => {
    expect(await failure(administrator, `OrganizationName?county=1&${query}`)).toEqual([400, error])
    expect(await failure(clerk, `AgentNames?${query}`)).toEqual([400, error])
  })

  it('are refused for more than one county', async () => {
    const refused = await failure(administrator, 'OrganizationName?county=1&county=2')
    expect(refused).toEqual([400, 'county may be given once only.'])
  })

  it('are current after every change', async () => {
    expect(await numbersFor('brazos')).toEqual([])
    await addOrganization({ number: 77, firm: 'Brazos Wind', county: reeves, name: 'B' })
    expect(await numbersFor('brazos')).toEqual([77])
    await portal.pool.query(
      "UPDATE organization SET organization_name = 'Sabine Wind' WHERE party_number = 77",
    )
    expect([await numbersFor('brazos'), await numbersFor('sabine')]).toEqual([[], [77]])
    await portal.pool.query("UPDATE county_organization SET name = 'BRAZOS' WHERE party_number = 77")
    expect(await numbersFor('brazos')).toEqual([77])
    await portal.pool.query('DELETE FROM county_organization WHERE party_number = 77')
    expect(await numbersFor('brazos')).toEqual([])
  })
})

const byNumbers = async (person: TestPerson, query: string) =>
  (await ask<Organization[]>(person, `OrganizationName?${query}`)).map(({ Id }) => Id)

describe('organizations by their numbers', () => {
  it('R4.24 are those of the county among up to 50, once each, in the given order', async () => {
    const query = `county=${reeves.CountyID}&partyNumbers=512,9000,100,512,424242`
    expect(await byNumbers(administrator, query)).toEqual([512, 100])
    expect(await byNumbers(clerk, 'partyNumbers=9000,100&term=oil')).toEqual([100])
    expect(await byNumbers(administrator, 'partyNumbers=9000,100')).toEqual([9000, 100])
    expect(await byNumbers(staff, 'partyNumbers=100')).toEqual([])
    expect(await byNumbers(clerk, `partyNumbers=${'1,'.repeat(49)}100`)).toEqual([100])
  })

  it('are the matches of the term if no number is given', async () => {
    expect(await byNumbers(clerk, 'partyNumbers=&term=mesa')).toEqual([100])
  })

  it.each([
    ['partyNumbers=1,x', 'partyNumbers must be whole numbers.'],
    ['partyNumbers=0', 'partyNumbers must be whole numbers.'],
    ['partyNumbers=99999999999', 'partyNumbers must be whole numbers.'],
    [`partyNumbers=${'1,'.repeat(51)}`, 'partyNumbers may name at most 50.'],
    ['partyNumbers=1&partyNumbers=2', 'partyNumbers may be given once only.'],
  ])('R4.24 I05 are refused for %.20s', async (query, error) => {
    expect(await failure(clerk, `OrganizationName?${query}`)).toEqual([400, error])
  })

  it('of another county are refused', async () => {
    expect(await failure(clerk, `OrganizationName?county=${ward.CountyID}&partyNumbers=9000`)).toEqual([
      403,
      'You may only see your own county.',
    ])
  })
})

describe('the county of organizations', () => {
  it('S7.16 R4.4 is an id or the exact name', async () => {
    const byId = await ask<Organization[]>(
      administrator,
      `OrganizationName?county=${ward.CountyID}&term=mesa`,
    )
    expect(byId).toEqual([{ Id: 9000, OrganizationName: 'Mesa of Ward', Name: 'MESA' }])
    expect(await ask(administrator, 'OrganizationName?county=Ward&term=mesa')).toEqual(byId)
    expect(
      await ask(administrator, `OrganizationName?county=${encodeURIComponent('\u00C1lamo')}&term=m`),
    ).toEqual([])
    for (const unknown of ['ward', 'War', '99', '0', '-1', '1 OR true', '99999999999999999999']) {
      const query = `OrganizationName?county=${encodeURIComponent(unknown)}&term=m`
      expect(await failure(administrator, query)).toEqual([404, 'This county does not exist.'])
    }
  })

  it('must be named by administrators without a term', async () => {
    expect(await failure(administrator, 'OrganizationName')).toEqual([400, 'Please name a county.'])
    expect(await failure(administrator, 'OrganizationName?county=&term=')).toEqual([
      400,
      'Please name a county.',
    ])
  })

  it('is optional for administrators with only a term, for documents without a county', async () => {
    expect(await ask(administrator, 'OrganizationName?term=mesa')).toEqual([
      { Id: 9000, OrganizationName: 'Mesa of Ward', Name: 'MESA' },
      { Id: 100, OrganizationName: 'Mesa Oil & Gas LP', Name: 'MESA OIL' },
    ])
    expect(await ask(administrator, 'OrganizationName?county=&term=9000&limit=1')).toEqual([
      { Id: 9000, OrganizationName: 'Mesa of Ward', Name: 'MESA' },
    ])
  })

  it('R4.7 is an ordinary user\u2019s own; another or a nonexistent one is refused alike', async () => {
    expect(await numbersFor('mesa', { person: clerk })).toEqual([100])
    expect(await ask(clerk, 'OrganizationName?county=Reeves&term=mesa')).toHaveLength(1)
    for (const other of [ward.CountyID, 'Ward', 'Nowhere', 99]) {
      expect(await failure(clerk, `OrganizationName?county=${other}&term=m`)).toEqual([
        403,
        'You may only see your own county.',
      ])
    }
  })

  it('is empty for staff without one', async () => {
    expect(await ask(staff, 'OrganizationName?term=mesa')).toEqual([])
    expect(await ask(staff, 'OrganizationName')).toEqual([])
    expect((await failure(staff, `OrganizationName?county=${reeves.CountyID}`))[0]).toBe(403)
  })

  it('R4.6 has all its organizations by name if no term is given', async () => {
    const all = await ask<Organization[]>(clerk, 'OrganizationName?term=%20')
    expect(all).toHaveLength(FIRM.length)
    expect(all.map(({ OrganizationName }) => OrganizationName).slice(0, 4)).toEqual([
      'Abbott Ranch',
      'Back\\slash Energy',
      'Cafe\u0301 Royalty',
      '\u00C9LAN P\u00C9TROLE',
    ])
    expect(all.toSorted((one, other) => one.Id - other.Id)).toEqual(
      FIRM.map(([Id, OrganizationName, Name]) => ({ Id, OrganizationName, Name })).toSorted(
        (one, other) => one.Id - other.Id,
      ),
    )
    expect(await ask(administrator, `OrganizationName?county=${empty.CountyID}`)).toEqual([])
  })
})

const agentsFor = async (person: TestPerson, query: string) =>
  (await ask<Agent[]>(person, `AgentNames?${query}`)).map(({ AgentNbr }) => AgentNbr)

describe('agents', () => {
  it('S3.10 R4.8 contain name, legacy code and number; matches at the start of the name come first', async () => {
    expect(await ask(administrator, 'AgentNames?term=advisors')).toEqual([
      { AgentName: 'Advisors of the Basin', LegacyCode: '00A', AgentNbr: 2 },
      { AgentName: 'Permian Tax Advisors', LegacyCode: '000', AgentNbr: 1 },
      { AgentName: 'Permian Tax Advisors', LegacyCode: '', AgentNbr: 5 },
    ])
  })

  it('R4.8 are of all counties for administrators, of their own for ordinary users, none for people without one', async () => {
    expect(await agentsFor(administrator, '')).toEqual([2, 3, 4, 1, 5])
    expect(await agentsFor(clerk, '')).toEqual([4, 1])
    expect(await agentsFor(clerk, 'term=advisors')).toEqual([1])
    expect(await agentsFor(staff, 'term=a')).toEqual([])
  })

  it('match every character literally, in any case', async () => {
    expect(await agentsFor(administrator, `term=${encodeURIComponent('100%')}`)).toEqual([3])
    expect(await agentsFor(administrator, `term=${encodeURIComponent('%')}`)).toEqual([3])
    expect(await agentsFor(administrator, 'term=_')).toEqual([])
    expect(await agentsFor(administrator, `term=${encodeURIComponent('pe\u00F1a')}`)).toEqual([4])
  })

  it('S7.17 S9.10 are at most fifty, or as many as requested', async () => {
    await portal.pool.query(
      "INSERT INTO agent (agent_number, organization_name) SELECT n, 'Many ' || n FROM generate_series(1000, 1059) AS n",
    )
    expect(await agentsFor(administrator, 'term=many')).toHaveLength(50)
    expect(await agentsFor(administrator, 'term=many&limit=60')).toHaveLength(60)
    expect(await agentsFor(administrator, 'term=many&limit=2')).toEqual([1000, 1001])
  })
})
