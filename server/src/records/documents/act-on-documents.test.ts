import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import type { Right } from '@portal/contract/access/rights.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import type { JobActor } from '../access/actor.ts'
import type { Refusal } from '../access/refusal.ts'
import { actOnDocuments, type Conditions } from './act-on-documents.ts'
import type { DocumentEntry } from './apply-decisions.ts'
import type { DocumentChange } from './document-changes.repository.ts'
import { mayEdit, refuseInBin, refuseOutsideBin, refuseOtherVersion } from './documents.policy.ts'
import type { DocumentRow } from './documents.repository.ts'
import { insertOwnerLink } from './links.repository.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  bin = binCalls(portal)
})
afterAll(() => portal.close())

const MISSING = 2_000_000_000
const HELD: Refusal = {
  code: 'document.held',
  status: 409,
  sentence: 'This file is held until the appeal of 2026 is decided.',
}

const anybody: Conditions = { may: () => null, state: () => null, missing: 'fail' }
const RETENTION: JobActor = { kind: 'job', name: 'retention' }
const aJob = () => ({ ...portal.world, actor: RETENTION })
const anAdministrator = () => contextOfPerson(portal.world, { ...portal.people.administrator, isAdmin: true })

const described = (description: string) => ({ attachmentCategoryId: 1, attachmentTypeId: 1, description })
const entry: DocumentEntry = {
  action: 'document.described',
  before: described('Wells'),
  after: described('Rewritten'),
}
const changing = (change: DocumentChange, entries: readonly DocumentEntry[]) => () => ({
  decide: () => ({ change, entries }),
})
const rewrite = changing({ description: 'Rewritten' }, [entry])
const rewriteSilently = changing({ description: 'Rewritten' }, [])
const recordTwice = changing({}, [entry, entry])
const doNothing = () => ({ decide: () => null, told: 'as it was' })

/** Everything that would show a change of these documents. */
async function seenOf(files: readonly number[]) {
  const { rows } = await portal.pool.query<{ description: string; version: number; records: number }>(
    `SELECT description, version,
       (SELECT count(*)::integer FROM ${AUDIT_AS_TOLD} WHERE document_id = d.id AND what <> 'uploaded') AS records
     FROM document AS d WHERE id = ANY ($1) ORDER BY id`,
    [files],
  )
  return rows
}

const UNTOUCHED = { description: 'Wells', version: 1, records: 0 }
const REWRITTEN = { description: 'Rewritten', version: 2, records: 1 }

const threeFiles = async () => [await bin.store(), await bin.store(), await bin.store()] as const

test('a new kind of act is one call: its change, a version and a record for each document', async () => {
  const files = await threeFiles()
  const { documents } = await actOnDocuments(aJob(), files.toReversed(), anybody, rewrite)
  expect(documents.map(({ id, version, description }) => [id, version, description])).toEqual(
    files.map((file) => [file, 2, 'Rewritten']),
  )
  expect(await seenOf(files)).toEqual([REWRITTEN, REWRITTEN, REWRITTEN])
})

test('a policy gives its reason: one refused document of many leaves all unchanged', async () => {
  const files = await threeFiles()
  const may = ({ id }: DocumentRow) => (id === files[1] ? HELD : null)
  const acting = actOnDocuments(aJob(), files, { ...anybody, may }, rewrite)
  await expect(acting).rejects.toMatchObject({ status: 409, message: HELD.sentence, current: undefined })
  expect(await seenOf(files)).toEqual([UNTOUCHED, UNTOUCHED, UNTOUCHED])
})

test('one document in another state leaves all unchanged', async () => {
  const files = await threeFiles()
  const acting = actOnDocuments(aJob(), files, { ...anybody, state: refuseOutsideBin }, rewrite)
  await expect(acting).rejects.toMatchObject({ status: 409 })
  expect(await seenOf(files)).toEqual([UNTOUCHED, UNTOUCHED, UNTOUCHED])
})

test('a missing right is reported before a wrong state', async () => {
  const [listed, held] = await threeFiles()
  const may = ({ id }: DocumentRow) => (id === held ? HELD : null)
  const conditions = { ...anybody, may, state: refuseOutsideBin }
  await expect(actOnDocuments(aJob(), [listed, held], conditions, rewrite)).rejects.toThrow(HELD.sentence)
})

test.each([['does not exist'], ['is not to be seen']])(
  'a document that %s fails the act, or counts as gone if the call says so',
  async (how) => {
    const [one, other, hidden] = await threeFiles()
    const may = ({ id }: DocumentRow) => (id === hidden ? FILE_NOT_FOUND : null)
    const files = [one, other, how === 'does not exist' ? MISSING : hidden]
    await expect(actOnDocuments(aJob(), files, { ...anybody, may }, rewrite)).rejects.toMatchObject({
      status: 404,
    })
    expect(await seenOf([one, other])).toEqual([UNTOUCHED, UNTOUCHED])
    const conditions = { ...anybody, may, missing: 'skip' } as const
    const { documents } = await actOnDocuments(aJob(), files, conditions, rewrite)
    expect(documents.map(({ id }) => id)).toEqual([one, other])
    expect(await seenOf([one, other, hidden])).toEqual([REWRITTEN, REWRITTEN, UNTOUCHED])
  },
)

test('an act that fails after it has written leaves nothing', async () => {
  const [file] = await threeFiles()
  await portal.pool.query(`INSERT INTO organization VALUES (70, 'Sandhill') ON CONFLICT DO NOTHING`)
  const acting = actOnDocuments(aJob(), [file], anybody, async (documents, transaction) => {
    const link = { partyNumber: 70, relationTypeId: 1 }
    const origin = { linkedAt: portal.clock.now(), linkedBy: portal.people.clerk.accountId }
    for (const document of documents) await insertOwnerLink(transaction, document, { ...link, ...origin })
    throw new Error('too late')
  })
  await expect(acting).rejects.toThrow('too late')
  expect((await portal.pool.query('SELECT FROM document_owner')).rowCount).toBe(0)
  expect(await seenOf([file])).toEqual([UNTOUCHED])
})

test('a change without a record leaves nothing', async () => {
  const [file] = await threeFiles()
  await expect(actOnDocuments(aJob(), [file], anybody, rewriteSilently)).rejects.toThrow('record')
  expect(await seenOf([file])).toEqual([UNTOUCHED])
})

test('R1.108 a record with a fact that its event does not define leaves nothing', async () => {
  const [file] = await threeFiles()
  const facts = { ...described('Rewritten'), secret: 'x' }
  const revealing = changing({ description: 'Rewritten' }, [{ ...entry, after: facts }])
  await expect(actOnDocuments(aJob(), [file], anybody, revealing)).rejects.toThrow('no fact secret')
  expect(await seenOf([file])).toEqual([UNTOUCHED])
})

test('an act without a change leaves no version and no record', async () => {
  const [file] = await threeFiles()
  const { decision } = await actOnDocuments(aJob(), [file], anybody, doNothing)
  expect(decision.told).toBe('as it was')
  expect(await seenOf([file])).toEqual([UNTOUCHED])
})

test('one status for many: documents that have it already get no version or record', async () => {
  const files = await bin.addInBin(20)
  const [completed] = files
  await portal.pool.query('UPDATE document SET status_id = 2 WHERE id = $1', [completed])
  const complete: DocumentEntry = {
    action: 'document.status_set',
    before: { status: 'New' },
    after: { status: 'Completed' },
  }
  const { documents } = await actOnDocuments(aJob(), files, anybody, () => ({
    decide: ({ status_id }) => (status_id === 2 ? null : { change: { status_id: 2 }, entries: [complete] }),
  }))
  expect(documents.map(({ id, status_id }) => [id, status_id])).toEqual(files.map((file) => [file, 2]))
  const changed = { version: 2, records: 1 }
  expect(await seenOf(files)).toMatchObject([
    { version: 1, records: 0 },
    ...files.slice(1).map(() => changed),
  ])
})

test('several records of one act are one version, with the actor and the county', async () => {
  const [file] = await threeFiles()
  await actOnDocuments(anAdministrator(), [file], anybody, recordTwice)
  expect(await seenOf([file])).toEqual([{ description: 'Wells', version: 2, records: 2 }])
  const { rows } = await portal.pool.query(
    `SELECT who, county_id FROM ${AUDIT_AS_TOLD} WHERE document_id = $1 AND what <> 'uploaded'`,
    [file],
  )
  expect(rows).toEqual(
    Array.from({ length: 2 }, () => ({ who: portal.people.administrator.email, county_id: 1 })),
  )
})

test('a decision on another version is refused with the current document', async () => {
  const [file] = await threeFiles()
  const conditions: Conditions = {
    ...anybody,
    state: (document) => refuseInBin(document) ?? refuseOtherVersion(document, ['1']),
    current: ({ description }) => ({ description }),
  }
  await actOnDocuments(aJob(), [file], conditions, rewrite)
  await expect(actOnDocuments(aJob(), [file], conditions, rewrite)).rejects.toMatchObject({
    status: 409,
    message: 'Someone else changed this file.',
    current: { description: 'Rewritten' },
    headers: { etag: '"2"' },
  })
  expect(await seenOf([file])).toEqual([REWRITTEN])
})

const TOMBSTONE = { fileName: 'old.pdf', bytes: 1, owners: [], agents: [] }

test('a job without a person removes what its own policy allows, and is recorded as the actor', async () => {
  const files = await bin.addInBin(3)
  const keys = await Promise.all(files.map((file) => bin.storageKeyOf(file)))
  await actOnDocuments(aJob(), files, { ...anybody, state: refuseOutsideBin }, () => ({
    decide: () => ({ change: 'remove' }),
  }))
  expect(await bin.placesOf(files)).toEqual(['gone', 'gone', 'gone'])
  expect(await bin.recordsOf(files[0] ?? 0)).toMatchObject([
    { who: 'retention', what: 'permanently deleted', before: TOMBSTONE },
  ])
  const signature = await portal.pool.query(
    `SELECT DISTINCT actor_kind, account_id, came_from FROM audit_record WHERE actor_name = 'retention' AND action = $1`,
    ['document.deleted'],
  )
  expect(signature.rows).toEqual([{ actor_kind: 'job', account_id: null, came_from: 'background' }])
  const { rows } = await portal.pool.query<{ key: string }>(
    `SELECT key FROM stored_object WHERE state = 'removing'`,
  )
  expect(rows.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
})

test('V15.4.3 acts on overlapping documents in any order wait for each other, and none is lost', async () => {
  const files = await bin.addInBin(40)
  const [rounds, atOnce] = [20, 6]
  for (let round = 0; round < rounds; round++) {
    const acts = Array.from({ length: atOnce }, (_, at) => {
      const some = files.slice(3 * at, 3 * at + 25)
      return actOnDocuments(aJob(), at % 2 === 0 ? some : some.toReversed(), anybody, rewrite)
    })
    await Promise.all(acts)
  }
  const spans = Array.from({ length: atOnce }, (_, at) => files.slice(3 * at, 3 * at + 25))
  const changes = files.map((file) => rounds * spans.filter((span) => span.includes(file)).length)
  expect((await seenOf(files)).map(({ version, records }) => [version, records])).toEqual(
    changes.map((count) => [1 + count, count]),
  )
})

test('a right covers only the counties of its person', async () => {
  const [own, foreign] = [await bin.store(), await bin.store(portal.people.neighbor)]
  const administrator = anAdministrator().actor.person
  const ofLoving = { ...administrator, counties: [1] }
  const conditions = { ...anybody, may: (document: DocumentRow) => mayEdit(ofLoving, document) }
  await actOnDocuments(aJob(), [own], conditions, rewrite)
  await expect(actOnDocuments(aJob(), [own, foreign], conditions, rewrite)).rejects.toMatchObject({
    status: 404,
    message: 'This file does not exist.',
  })
  const withoutRight = { ...ofLoving, rights: new Set<Right>() }
  expect(mayEdit(withoutRight, { county_id: 1, uploaded_by: 1 })).toMatchObject({ status: 403 })
  // A caller without the right to edit learns nothing about hidden documents.
  expect(mayEdit(withoutRight, { county_id: 2, uploaded_by: 1 })).toMatchObject({ status: 404 })
})

test('an act does not lock documents that its actor may not see', async () => {
  const [own, foreign] = [await bin.store(), await bin.store(portal.people.neighbor)]
  const ofLoving = { ...anAdministrator().actor.person, counties: [1] }
  const may = (document: DocumentRow) => mayEdit(ofLoving, document)
  const conditions: Conditions = { ...anybody, may, missing: 'skip' }
  const other = await portal.pool.connect()
  const free: unknown[] = []
  await actOnDocuments(aJob(), [own, foreign], conditions, async () => {
    const locking = 'SELECT id FROM document WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED'
    free.push(...(await other.query(locking, [[own, foreign]])).rows)
    return { decide: () => null }
  })
  other.release()
  expect(free).toEqual([{ id: foreign }])
})

test('one act can change documents differently, and remove some', async () => {
  const [one, other, removed, kept] = await bin.addInBin(4)
  const files = [one, other, removed, kept].map(Number)
  const decide = ({ id }: DocumentRow) => {
    if (id === kept) return null
    if (id === removed) return { change: 'remove' as const }
    return { change: { description: `Of ${id === one ? 'Ada' : 'Ben'}` }, entries: [entry] }
  }
  const { documents } = await actOnDocuments(aJob(), files, anybody, () => ({ decide }))
  expect(documents.map(({ id, description }) => [id, description])).toEqual([
    [one, 'Of Ada'],
    [other, 'Of Ben'],
    [removed, ''],
    [kept, ''],
  ])
  expect(await seenOf(files)).toEqual([
    { description: 'Of Ada', version: 2, records: 1 },
    { description: 'Of Ben', version: 2, records: 1 },
    { description: '', version: 1, records: 0 },
  ])
})
