import { getAccount, listOwnActs, patchAccount, type OwnAct } from '@portal/contract/account/account.ts'
import { chooseCounty, logout } from '@portal/contract/sign-in/sign-in.ts'
import { OTHER_ORIGIN } from '@portal/contract/common-errors.ts'
import { NAME_MISLEADING, NAME_NOT_PLAIN, NAME_TOO_LONG } from '@portal/contract/plain-name.ts'
import { uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../engines/http/errors.ts'
import { MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { asProven } from '../../records/access/actor.ts'
import { recordOlder } from '../../testing/older-records.ts'
import { anonymousContext } from '../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { uploadForm } from '../../testing/upload-form.ts'

let portal: TestPortal
let ann: TestPerson
let countyId: number
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  countyId = (await portal.addCounty('Reeves')).CountyID
})
beforeEach(async () => {
  ann = await portal.addPerson({ email: uniqueAddress('ann'), countyId })
})
afterAll(() => portal.close())

const setName = (name: unknown) => portal.call(ann, patchAccount, { payload: { name } })
const nameNow = async () => (await portal.call(ann, getAccount)).json<{ name: string | null }>().name
type Acts = { acts: OwnAct[]; next: string | null }
const actsOf = async (person: TestPerson, before?: string) =>
  (await portal.call(person, listOwnActs, { query: { before } })).json<Acts>()

test('an account returns its address, its name and when its password was last set', async () => {
  expect((await portal.call(ann, getAccount)).json()).toEqual({
    username: ann.email,
    name: null,
    passwordChangedAt: portal.clock.now().toISOString(),
  })
})

test.each([
  ['  Ann   María O’Neill-Smith Jr. ', 'Ann María O’Neill-Smith Jr.'],
  ['Ann\u2003Lee\u00a0\u00a0Bell', 'Ann Lee Bell'],
  ['<b>Ann</b>', '<b>Ann</b>'],
  ['\u{1F6E2}'.repeat(100), '\u{1F6E2}'.repeat(100)],
  ['   ', null],
  [null, null],
])('R2.85 a name is plain text, stored as typed: %j', async (typed, kept) => {
  await setName('Ann')
  const answer = await setName(typed)
  expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ name: kept })])
  expect(await nameNow()).toBe(kept)
})

test.each([
  ['x'.repeat(101), NAME_TOO_LONG],
  ['x'.repeat(5000), NAME_TOO_LONG],
  ['Ann\nBcc: bob@evil.example', NAME_NOT_PLAIN],
  ['Ann\u202Egnp.exe', NAME_NOT_PLAIN],
  ['A\0nn', NAME_NOT_PLAIN],
  ['Ann\u3164Reeves', NAME_NOT_PLAIN],
  ['\u2800', NAME_NOT_PLAIN],
  [7, NAME_NOT_PLAIN],
])('R2.85 an invalid name is 400: %j', async (typed, refusal) => {
  const answer = await setName(typed)
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, refusal.sentence])
  expect(await nameNow()).toBeNull()
})

test.each([
  'admin@staff.example',
  'Ann (admin@staff.example)',
  'admin\uff20staff.example',
  'The command line',
  'the COMMAND-LINE.',
  'Th\u00e9 command line',
  '\uff34he command line',
  'The portal',
  'The portal (receipts)',
  'Somebody',
  'anonymous',
  'drop folder of Loving',
  'mail of ann@reeves.example',
])('R2.88 a name that looks like an address or the portal is refused: %s', async (typed) => {
  const answer = await setName(typed)
  expect([answer.statusCode, answer.json()]).toEqual([400, failure(NAME_MISLEADING).toFailure()])
  expect(await nameNow()).toBeNull()
})

test.each([
  'ThePortal',
  'T h e  p o r t a l',
  'Command-Line',
  'CommandLine',
  'Th\u0435 portal',
  'Ann\u0430 Reeves',
  'Mari\u03b1 Reeves',
  'County Document Portal',
  'the COUNTY document-portal',
  'CountyDocumentPortal',
])(
  'R8.23 a name that matches the portal or the firm without spaces, or mixes alphabets in a word, is refused: %s',
  async (typed) => {
    const answer = await setName(typed)
    expect([answer.statusCode, answer.json()]).toEqual([400, failure(NAME_MISLEADING).toFailure()])
    expect(await nameNow()).toBeNull()
  },
)

test.each(['Анна Reeves', 'Ann Παπά', 'Анна', 'County Documents Ann', 'Theo Portal'])(
  'R8.23 a person may be called %s',
  async (typed) => {
    expect((await setName(typed)).json()).toMatchObject({ name: typed })
  },
)

test.each(['Portalés Line', 'Ann Somebody', 'Maria Command'])(
  'R2.88 a person may be called %s',
  async (typed) => {
    expect((await setName(typed)).json()).toMatchObject({ name: typed })
  },
)

test('a name change is recorded with the old name, and the same name again changes nothing', async () => {
  for (const name of ['Ann', 'Ann', 'Ann Reeves']) await setName(name)
  const { rows } = await portal.pool.query(
    `SELECT before, after FROM audit_record WHERE action = 'account.named' AND account_id = $1 ORDER BY id`,
    [ann.accountId],
  )
  expect(rows).toEqual([
    { before: { name: '' }, after: { name: 'Ann' } },
    { before: { name: 'Ann' }, after: { name: 'Ann Reeves' } },
  ])
})

test('G20 another site sets no name', async () => {
  const headers = { origin: 'https://evil.example' }
  const answer = await portal.call(ann, patchAccount, { payload: { name: 'Evil' }, headers })
  expect([answer.statusCode, answer.json()]).toEqual([403, failure(OTHER_ORIGIN).toFailure()])
  expect(await nameNow()).toBeNull()
})

test('R2.86 people read their own activity in sentences, newest first, and no one else’s', async () => {
  const bob = await portal.addPerson({ email: uniqueAddress('bob'), countyId })
  portal.clock.advance(MINUTE_MS)
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  const uploaded = await portal.call(ann, uploadFile, { ...form, remoteAddress: '198.51.100.7' })
  const { FileID } = uploaded.json<{ file: Upload }>().file
  portal.clock.advance(MINUTE_MS)
  await setName('Ann')
  const { acts, next } = await actsOf(ann)
  expect(acts.map(({ what, from }) => [what, from])).toEqual([
    ['Changed your own name: Ann', '127.0.0.1'],
    [`Uploaded file ${FileID} (r.pdf)`, '198.51.100.7'],
    ['Signed in', '127.0.0.1'],
  ])
  expect(acts[0]?.at).toBe(portal.clock.now().toISOString())
  expect(next).toBeNull()
  expect((await actsOf(bob)).acts.map(({ what }) => what)).toEqual(['Signed in'])
})

test('activity on other people shows their names at that time, or else their current names', async () => {
  const bob = await portal.addPerson({ email: uniqueAddress('bob'), countyId })
  const { actor } = asProven(anonymousContext(portal.world), ann)
  const signed = { actor, at: portal.clock.now() }
  const account = { kind: 'account', id: bob.accountId } as const
  const county = { kind: 'county', id: countyId } as const
  await portal.world.database.kysely.transaction().execute((transaction) =>
    recordOlder(transaction, [
      { ...signed, action: 'account.link_sent', subject: account },
      {
        ...signed,
        action: 'account.added',
        subject: account,
        after: { email: 'then@reeves.example', role: 'reader' },
      },
      { ...signed, action: 'county.closed', subject: county, countyId },
      {
        ...signed,
        action: 'county.changed',
        subject: county,
        countyId,
        before: { Name: 'Then' },
        after: { Name: 'Reeves' },
      },
    ]),
  )
  expect((await actsOf(ann)).acts.map(({ what }) => what).toReversed()).toEqual([
    'Signed in',
    `Sent ${bob.email} a password link`,
    'Added the account then@reeves.example as Reader',
    'Closed county Reeves',
    'Renamed county Then to Reeves',
  ])
})

test('R2.86 activity comes in pages of fifty; a position continues it without repeats or gaps', async () => {
  const { actor } = asProven(anonymousContext(portal.world), ann)
  const at = portal.clock.now()
  const subjects = Array.from({ length: 149 }, (_, n) => ({ kind: 'document', id: n + 1 }) as const)
  // All at one moment, so that the order needs another key.
  await portal.world.database.kysely.transaction().execute((transaction) =>
    recordOlder(
      transaction,
      subjects.map((subject) => ({ at, actor, action: 'document.downloaded', subject })),
    ),
  )
  const told: string[] = []
  const sizes: number[] = []
  let next: string | null | undefined = undefined
  do {
    const page: Acts = await actsOf(ann, next)
    told.push(...page.acts.map(({ what }) => what))
    sizes.push(page.acts.length)
    next = page.next ?? undefined
  } while (next)
  // The last page is full, and no empty one follows it.
  expect(sizes).toEqual([50, 50, 50])
  expect(new Set(told).size).toBe(150)
  expect(told[0]).toBe('Downloaded file 149')
})

test.each(['x', '1', '-1-1', '1-1; DROP TABLE account', `1-${'9'.repeat(30)}`])(
  'an invented position is 400: %s',
  async (before) => {
    const answer = await portal.call(ann, listOwnActs, { query: { before } })
    expect(answer.statusCode).toBe(400)
  },
)

test('a call without a session is 401, also with an ended session', async () => {
  await portal.call(ann, logout)
  for (const call of [getAccount, listOwnActs, chooseCounty]) {
    expect((await portal.call(ann, call, { payload: { countyId } })).statusCode).toBe(401)
  }
})
