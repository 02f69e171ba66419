import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editCalls, REEVES, type EditCalls } from '../../testing/edit-calls.ts'
import { failureWith } from '../../testing/failure-with.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof REEVES>
let desk: EditCalls
let ward: number

beforeAll(async () => {
  portal = await testPortal(REEVES)
  desk = editCalls(portal)
  const { pool } = portal
  ward = (await portal.addCounty('Ward')).CountyID
  await pool.query(
    `INSERT INTO organization VALUES (100, 'Permian Compression LLC'), (200, 'Caprock Minerals LP')`,
  )
  await pool.query('INSERT INTO county_organization VALUES ($1, 100, $3), ($2, 100, $4), ($2, 200, $5)', [
    portal.counties.reeves,
    ward,
    'PERMIAN COMPR',
    'PERMIAN COMPRESSION',
    'CAPROCK',
  ])
  await pool.query(`INSERT INTO agent VALUES
    (1, 'Lone Star Tax', DEFAULT, '00A', '1 Main St', 'Suite 2', '', 'Pecos', 'Texas', 'TX', '79772'),
    (2, 'Lone Star Tax', DEFAULT, '00B', '', '', '', '', '', '', ''),
    (3, 'Twin Advisors', DEFAULT, '', '', '', '', '', '', '', ''),
    (4, 'Twin Advisors', DEFAULT, '', '', '', '', '', '', '', '')`)
  await pool.query('INSERT INTO county_agent VALUES ($1, 1)', [ward])
})
afterAll(() => portal.close())

const linkOwners = (id: number, ...owners: (readonly [partyNumber: number, relationTypeId: number])[]) =>
  desk.patch(id, 'status', {
    statusId: 1,
    owners: owners.map(([partyNumber, relationTypeId]) => ({ partyNumber, relationTypeId })),
  })
const agent = (agentName: string, legacyCode: string, relationTypeId = 10) => ({
  agentName,
  legacyCode,
  relationTypeId,
})
const linkAgents = (id: number, ...agents: unknown[]) => desk.patch(id, 'agents', { agents })
const list = async (id: number, part: 'owners' | 'agents') => (await desk.read(id, part)).json<unknown>()

const permian = (relationTypeId: number, relationTypeName: string, CADName = 'PERMIAN COMPR') => ({
  partyNumber: 100,
  OrganizationName: 'Permian Compression LLC',
  CADName,
  relationTypeId,
  relationTypeName,
})
const loneStar = {
  AgentNbr: 1,
  OrganizationName: 'Lone Star Tax',
  LegacyCode: '00A',
  relationTypeId: 10,
  relationTypeName: 'Property Tax Consultant',
  Address1: '1 Main St',
  Address2: 'Suite 2',
  Address3: '',
  City: 'Pecos',
  StateName: 'Texas',
  StateAbbreviation: 'TX',
  PostalCode: '79772',
}

describe('owners', () => {
  it("S3.9 S7.35 R4.10 are listed with the firm's name and the county's, and the version as ETag", async () => {
    const id = await desk.upload()
    expect(await list(id, 'owners')).toEqual([])
    await linkOwners(id, [100, 1], [100, 2])
    const answer = await desk.read(id, 'owners')
    expect(answer.json()).toEqual([permian(1, 'Owner'), permian(2, 'Operator')])
    expect(answer.headers.etag).toBe('"2"')
  })

  it('R4.12 of a document without a county may be of any county, with all names that counties use for them', async () => {
    const id = await desk.upload({ countyId: null })
    expect((await linkOwners(id, [100, 1], [200, 1])).statusCode).toBe(200)
    expect(await list(id, 'owners')).toEqual([
      permian(1, 'Owner', 'PERMIAN COMPR / PERMIAN COMPRESSION'),
      {
        partyNumber: 200,
        OrganizationName: 'Caprock Minerals LP',
        CADName: 'CAPROCK',
        relationTypeId: 1,
        relationTypeName: 'Owner',
      },
    ])
  })

  it('S7.36 S7.39 R4.15 are unlinked one relation at a time, with one audit record and a new version', async () => {
    const id = await desk.upload()
    await linkOwners(id, [100, 1], [100, 2])
    const answer = await desk.unlink(id, 'owners/100/1')
    expect(answer.json()).toEqual({ success: true, data: [permian(2, 'Operator')] })
    expect(answer.headers.etag).toBe('"3"')
    expect(await list(id, 'owners')).toEqual([permian(2, 'Operator')])
    expect(await desk.lastChangeOf(id)).toEqual({
      what: 'owner unlinked',
      before: { partyNumber: 100, owner: 'Permian Compression LLC', relationType: 'Owner' },
      after: null,
    })
  })

  it('R4.15 V2.3.1 that are not linked cannot be unlinked', async () => {
    const id = await desk.upload()
    await linkOwners(id, [100, 1])
    for (const link of ['owners/100/2', 'owners/200/1', 'owners/100/40000', 'owners/2000000000/1']) {
      const answer = await desk.unlink(id, link)
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { error: 'This owner is not linked to the file.', code: 'link.owner_not_linked' },
      ])
    }
    expect((await desk.unlink(2_000_000_000, 'owners/100/1')).json()).toEqual({
      error: 'This file does not exist.',
      code: 'document.not_found',
    })
    expect((await desk.unlink(id, 'owners/x/1')).json()).toEqual({
      error: 'The party number must be a whole number.',
      code: 'request.invalid',
    })
  })
})

it('B12 linked and unlinked many times at once fail for no one, and each change has one record', async () => {
  const id = await desk.upload()
  await linkOwners(id, [100, 1])
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_call, at) =>
      at % 3 === 0 ? linkOwners(id, [100, 1]) : desk.unlink(id, 'owners/100/1'),
    ),
  )
  expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 404)).toBe(true)
  const unlinked = answers.filter(({ statusCode }, at) => at % 3 !== 0 && statusCode === 200).length
  const actions = await desk.auditActionsOf(id)
  const count = (deed: string) => actions.filter((each) => each === deed).length
  const isLinked = (await list(id, 'owners')) as unknown[]
  expect(count('owner unlinked')).toBe(unlinked)
  expect(count('owner linked') - count('owner unlinked')).toBe(isLinked.length)
})

describe('agents', () => {
  it('S3.12 S7.37 S7.38 R4.13 are found by legacy code and name in any county, and listed with all their fields', async () => {
    const id = await desk.upload()
    expect(await list(id, 'agents')).toEqual([])
    const answer = await linkAgents(id, agent('Lone Star Tax', '00A'))
    expect(answer.json()).toEqual({ success: true, data: [loneStar] })
    expect(answer.headers.etag).toBe('"2"')
    expect((await desk.read(id, 'agents')).headers.etag).toBe('"2"')
    expect(await list(id, 'agents')).toEqual([loneStar])
    expect(await desk.lastChangeOf(id)).toEqual({
      what: 'agent linked',
      before: null,
      after: {
        agentNumber: 1,
        agent: 'Lone Star Tax',
        legacyCode: '00A',
        relationType: 'Property Tax Consultant',
      },
    })
    const { rows } = await portal.pool.query('SELECT county_id, agent_number FROM county_agent')
    expect(rows, 'a link brings no agent into a county').toEqual([{ county_id: ward, agent_number: 1 }])
  })

  it('R4.14 are linked once, however often they are sent', async () => {
    const id = await desk.upload()
    const answers = await Promise.all([1, 2, 3].map(() => linkAgents(id, agent('Lone Star Tax', '00A'))))
    expect(answers.map((answer) => [answer.statusCode, answer.headers.etag])).toEqual(
      Array.from({ length: 3 }, () => [200, '"2"']),
    )
    expect(await desk.auditActionsOf(id)).toEqual(['uploaded', 'agent linked'])
  })

  const known = agent('Lone Star Tax', '00A')
  it.each([
    [
      'a name that nobody has',
      [known, agent('Nobody', '00A')],
      409,
      'No agent has this name and legacy code.',
    ],
    ['another code', [known, agent('Lone Star Tax', '')], 409, 'No agent has this name and legacy code.'],
    ['another case', [known, agent('lone star tax', '00A')], 409, 'No agent has this name and legacy code.'],
    ['two alike', [known, agent('Twin Advisors', '')], 409, 'Several agents have this name and legacy code.'],
    [
      'an unknown relation',
      [known, agent('Lone Star Tax', '00B', 99)],
      400,
      'This relation type does not exist.',
    ],
    [
      'no relation',
      [known, { agentName: 'Lone Star Tax', legacyCode: '00B' }],
      400,
      "The value of 'agents.1.relationTypeId' is not valid.",
    ],
  ])('R4.11 all stay unchanged for %s', async (_what, agents, status, error) => {
    const id = await desk.upload()
    const answer = await linkAgents(id, ...agents)
    expect([answer.statusCode, answer.json()]).toEqual([status, failureWith(error)])
    expect(await list(id, 'agents')).toEqual([])
    expect(await desk.auditActionsOf(id)).toEqual(['uploaded'])
  })

  it('S7.36 S7.39 R4.15 are unlinked one relation at a time, with one audit record and a new version', async () => {
    const id = await desk.upload()
    await linkAgents(id, agent('Lone Star Tax', '00A'), agent('Lone Star Tax', '00A', 11))
    const answer = await desk.unlink(id, 'agents/1/11')
    expect(answer.json()).toEqual({ success: true, data: [loneStar] })
    expect(answer.headers.etag).toBe('"3"')
    expect(await desk.lastChangeOf(id)).toEqual({
      what: 'agent unlinked',
      before: { agentNumber: 1, agent: 'Lone Star Tax', legacyCode: '00A', relationType: 'Attorney' },
      after: null,
    })
    for (const link of ['agents/1/11', 'agents/2/10', 'agents/1/40000']) {
      const refused = await desk.unlink(id, link)
      expect([refused.statusCode, refused.json()]).toEqual([
        404,
        { error: 'This agent is not linked to the file.', code: 'link.agent_not_linked' },
      ])
    }
  })
})

describe('versions', () => {
  it('R4.16 of owners and agents: a change on an older one is refused, with the current links', async () => {
    const id = await desk.upload()
    await linkOwners(id, [100, 1])
    await linkAgents(id, agent('Lone Star Tax', '00A'))
    const error = 'Someone else changed this file.'
    const late = [
      await desk.unlink(id, 'owners/100/1', '"2"'),
      await desk.unlink(id, 'agents/1/10', '"2"'),
      await desk.patch(id, 'agents', { agents: [] }, '"2"'),
    ]
    expect(late.map((answer) => [answer.statusCode, answer.headers.etag, answer.json()])).toEqual([
      [409, '"3"', { error, code: 'document.changed', current: [permian(1, 'Owner')] }],
      [409, '"3"', { error, code: 'document.changed', current: [loneStar] }],
      [409, '"3"', { error, code: 'document.changed', current: [loneStar] }],
    ])
    expect((await desk.unlink(id, 'owners/100/1', 'W/"3"')).headers.etag).toBe('"4"')
  })
})
