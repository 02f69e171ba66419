import type { ResultOf } from '@portal/contract/endpoint.ts'
import {
  exportHistory,
  listHistory,
  listKindsOfActs,
  type KindOfAct,
} from '@portal/contract/history/history.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../records/access/actor.ts'
import type { SignedAct } from '../../records/audit/record.ts'
import { recordOlder } from '../../testing/older-records.ts'
import { THREE_COUNTIES } from '../../testing/three-counties.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

/** Times in a month before the portal existed. */
const at = (time: string) => new Date(`2026-02-${time}Z`)

let portal: TestPortal<typeof THREE_COUNTIES>
let midland: number
let ector: number
let administrator: TestPerson
let manager: TestPerson
let clerk: TestPerson
let neighbor: TestPerson

beforeAll(async () => {
  portal = await testPortal({ ...THREE_COUNTIES, now: '2026-04-20T15:00:00Z' })
  ;({ midland, ector } = portal.counties)
  administrator = portal.people.administrator
  manager = await portal.addPerson({ email: 'lead@midland.example', role: 'manager', countyIds: [midland] })
  clerk = await portal.addPerson({ email: 'clerk@midland.example', role: 'user', countyIds: [midland] })
  neighbor = await portal.addPerson({ email: 'clerk@ector.example', role: 'user', countyIds: [ector] })
  await portal.pool.query(`UPDATE account SET full_name = split_part(email, '@', 1) || ' by name'`)
  await record(happenings())
})
afterAll(() => portal.close())

async function record(entries: readonly SignedAct[]): Promise<void> {
  const { kysely } = portal.world.database
  await kysely.transaction().execute((transaction) => recordOlder(transaction, entries))
}

function by({ accountId, email }: TestPerson): Actor {
  const caller = { address: '192.0.2.7', isOfProxy: false, requestId: '' }
  return { kind: 'proven', caller, account: { accountId, email } }
}

const onFile = (id: number, countyId: number) => ({ subject: { kind: 'document' as const, id }, countyId })

/** Entries in the order of their times. */
function happenings(): SignedAct[] {
  const account = { kind: 'account' as const, id: clerk.accountId }
  return [
    {
      at: at('01T05:59:59'),
      actor: by(clerk),
      action: 'document.uploaded',
      ...onFile(17, midland),
      after: { fileName: 'plat.pdf' },
    },
    {
      at: at('01T06:00:00'),
      actor: by(administrator),
      action: 'owner.linked',
      ...onFile(17, midland),
      after: { partyNumber: 101, owner: 'County Owner LP', relationType: 'Owner' },
    },
    {
      at: at('02T05:59:59'),
      actor: by(administrator),
      action: 'document.described',
      ...onFile(17, midland),
      before: { description: 'a secret of the firm' },
      after: { description: 'another secret' },
    },
    {
      at: at('02T06:00:00'),
      actor: by(neighbor),
      action: 'document.uploaded',
      ...onFile(18, ector),
      after: { fileName: 'ector.pdf' },
    },
    { at: at('03T12:00:00'), actor: by(clerk), action: 'session.started', subject: account },
    {
      at: at('04T12:00:00'),
      actor: by(administrator),
      action: 'account.changed',
      subject: account,
      countyId: midland,
      before: { email: clerk.email, role: 'user', countyIDs: [midland] },
      after: { email: clerk.email, role: 'reader', countyIDs: [midland, ector] },
    },
    {
      at: at('05T12:00:00'),
      actor: by(administrator),
      action: 'account.changed',
      subject: { kind: 'account', id: administrator.accountId },
      countyId: midland,
      after: { email: administrator.email, role: 'administrator' },
    },
    {
      at: at('06T12:00:00'),
      actor: { kind: 'command line' },
      action: 'county.changed',
      subject: { kind: 'county', id: midland },
      countyId: midland,
      before: { Name: 'Old Midland' },
      after: { Name: 'Midland' },
    },
  ]
}

type Page = ResultOf<typeof listHistory>
type Query = Readonly<Record<string, string | number>>

async function list(as: TestPerson, query: Query = {}): Promise<Page> {
  const answer = await portal.call(as, listHistory, { query })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<Page>()
}

async function kindsFor(as: TestPerson): Promise<string[]> {
  return (await portal.call(as, listKindsOfActs)).json<KindOfAct[]>().map(({ kind }) => kind)
}

/** Before the portal existed. */
const then = (query: Query = {}): Query => ({ to: '2026-03-01', ...query })
const filesOf = ({ happenings: told }: Page) => told.map(({ FileID }) => FileID)
const sentences = ({ happenings: told }: Page) => told.map(({ who, what }) => `${who} ${what}`)

const UPLOADED = 'clerk@midland.example uploaded file 17 (plat.pdf)'
const LINKED = 'admin@staff.example linked owner County Owner LP (101) to file 17'
const DESCRIBED = 'admin@staff.example changed description or type of file 17'
const ELSEWHERE = 'clerk@ector.example uploaded file 18 (ector.pdf)'
const SIGNED_IN = 'clerk@midland.example signed in'
const BECAME =
  'admin@staff.example changed the account clerk@midland.example: County user became Reader, added to Ector'
const OF_THE_FIRM =
  'admin@staff.example changed the account admin@staff.example: another role became Administrator'
const RENAMED = 'System administrator (command line) renamed county Old Midland to Midland'

test('R9.1 an administrator reads the activity in sentences, newest first, with county, file and origin', async () => {
  const page = await list(administrator, then())
  expect(sentences(page)).toEqual([
    RENAMED,
    OF_THE_FIRM,
    BECAME,
    SIGNED_IN,
    ELSEWHERE,
    DESCRIBED,
    LINKED,
    UPLOADED,
  ])
  expect(page.next).toBeNull()
  expect(page.happenings.at(-1)).toEqual({
    id: expect.stringMatching(/^\d+$/),
    at: '2026-02-01T05:59:59.000Z',
    who: clerk.email,
    name: 'clerk by name',
    what: 'uploaded file 17 (plat.pdf)',
    kind: 'document.uploaded',
    FileID: 17,
    CountyID: midland,
    countyName: 'Midland',
    from: '192.0.2.7',
  })
})

test.each([
  [
    'a person: what they did, and what was done to their account',
    { person: 'Clerk@midland.example' },
    [BECAME, SIGNED_IN, UPLOADED],
  ],
  ['a county', { county: 'ector' }, [BECAME, ELSEWHERE]],
  ['a document', { fileId: 17 }, [DESCRIBED, LINKED, UPLOADED]],
  ['a document and a person', { fileId: 17, person: 'clerk@midland.example' }, [UPLOADED]],
  ['a kind', { kind: 'document.uploaded' }, [ELSEWHERE, UPLOADED]],
  ['a county and a kind', { county: 'midland', kind: 'document.uploaded' }, [UPLOADED]],
  ['a kind that there is not', { kind: 'document.burnt' }, []],
  [
    'days of the zone of the portal, both included',
    { from: '2026-02-01', to: '2026-02-01' },
    [DESCRIBED, LINKED],
  ],
])(
  'R9.1 the activity can be filtered by %s',
  async (_by, { county, ...query }: Record<string, string | number>, found) => {
    const named: Query = county === undefined ? {} : { countyId: county === 'ector' ? ector : midland }
    expect(sentences(await list(administrator, then({ ...query, ...named })))).toEqual(found)
  },
)

test.each([
  ['from', '2026-02-30'],
  ['to', '0000-01-01'],
  ['to', 'yesterday'],
])('an invalid day is refused in a sentence: %s=%s', async (field, value) => {
  const answer = await portal.call(administrator, listHistory, { query: { [field]: value } })
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
    400,
    `${field} must be a date such as 2024-04-01.`,
  ])
})

describe('R9.2 V8.2.2 V8.4.1 a manager', () => {
  test('R9.2 reads the activity in their counties, without facts that their screens hide', async () => {
    const page = await list(manager, then())
    expect(sentences(page)).toEqual([
      RENAMED,
      'admin@staff.example changed the account clerk@midland.example: County user became Reader',
      DESCRIBED,
      LINKED,
      UPLOADED,
    ])
    expect(page.happenings.map(({ from }) => from)).toEqual([null, null, null, null, null])
    // Names of their own people, but not of the firm's.
    expect(page.happenings.map(({ name }) => name)).toEqual([null, null, null, null, 'clerk by name'])
  })

  test('R9.2 reads nothing of another county, by any filter', async () => {
    for (const query of [{ person: neighbor.email }, { fileId: 18 }, { kind: 'session.started' }])
      expect(sentences(await list(manager, then(query)))).toEqual([])
    const answer = await portal.call(manager, listHistory, { query: { countyId: ector } })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'county.not_yours'])
  })

  test('can filter by the types that they may read, an administrator by all', async () => {
    expect(await kindsFor(manager)).toContain('document.binned')
    expect(await kindsFor(manager)).not.toContain('session.started')
    expect(await kindsFor(administrator)).toContain('session.started')
  })
})

describe('many', () => {
  const COUNT = 1130

  beforeAll(async () => {
    // Several per moment, so that positions must tell them apart.
    const entries = Array.from({ length: COUNT }, (_, n): SignedAct => ({
      at: new Date(Date.UTC(2025, 0, 1, 0, 0, Math.floor(n / 7))),
      actor: by(clerk),
      action: 'document.downloaded',
      ...onFile(n + 1, n % 2 === 0 ? midland : ector),
      after: { fileName: n === 0 ? '=HYPERLINK("x"), once' : 'a.pdf' },
    }))
    await record(entries)
  })

  const all = { to: '2025-12-31' }

  test('R9.1 pages of 50 neither skip nor repeat an entry while more is recorded', async () => {
    const found: (number | null)[] = []
    let before = ''
    for (;;) {
      const page = await list(administrator, { ...all, before })
      found.push(...filesOf(page))
      await record([
        {
          ...onFile(5000, midland),
          at: new Date('2025-11-11'),
          actor: by(clerk),
          action: 'document.downloaded',
        },
      ])
      if (page.next === null) break
      before = page.next
    }
    expect(found).toEqual(Array.from({ length: COUNT }, (_, n) => COUNT - n))
  })

  test('a manager of several counties reads them in one order', async () => {
    const both = await portal.addPerson({
      email: 'lead@both.example',
      role: 'manager',
      countyIds: [midland, ector],
    })
    const page = await list(both, { to: '2025-06-30' })
    expect(filesOf(page)).toEqual(Array.from({ length: 50 }, (_, n) => COUNT - n))
  })

  test('R9.3 V1.2.10 the CSV has every entry that matches the filters, and nothing in it runs as a formula', async () => {
    const query = { to: '2025-06-30', countyId: midland }
    const { headers, body } = await portal.call(administrator, exportHistory, { query })
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining("UTF-8''activity_Midland_2026-04-20.csv"),
    })
    expect(body.startsWith('\uFEFFWhen (America/Chicago),Who,Name,What,Kind,County,File,From\r\n')).toBe(true)
    const lines = body.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(COUNT / 2)
    expect(lines.at(-1)).toBe(
      '2024-12-31 18:00:00,clerk@midland.example,clerk by name,"downloaded file 1 (=HYPERLINK(""x""), once)",document.downloaded,Midland,1,192.0.2.7',
    )
    const named = await portal.call(manager, exportHistory, { query })
    expect(named.body.trimEnd().split('\r\n')).toHaveLength(COUNT / 2 + 1)
    expect(named.body).not.toContain('192.0.2.7')
  })
})
