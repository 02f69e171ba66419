import { EVENTS_POSITION_GONE, EVENTS_POSITION_INVALID, listEvents } from '@portal/contract/history/events.ts'
import { downloadUpload, deleteUpload } from '@portal/contract/files/files.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { COMMAND_LINE } from '../../../records/access/actor.ts'
import { recordAudits } from '../../../records/audit/record.ts'
import { changeAsSuperuser } from '../../../testing/change-as-superuser.ts'
import { storeDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tokenCalls } from '../../../testing/token-calls.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'

type Page = ResultOf<typeof listEvents>

let portal: TestPortal<typeof TWO_COUNTIES>
let manager: TestPerson
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  manager = await portal.addPerson({ role: 'manager', countyId: portal.counties.loving })
})
afterAll(() => portal.close())

const ask = (person: TestPerson, query: { after?: string; limit?: number } = {}) =>
  portal.call(person, listEvents, { query: { ...query, ...(query.limit && { limit: String(query.limit) }) } })
const read = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json<Page>()
const told = ({ events }: Page) => events.map(({ FileID, kind }) => `${FileID} ${kind}`)
const now = async (person: TestPerson) => (await read(person, { after: 'now' })).next
const setStatus = (id: number) =>
  portal.call(portal.people.administrator, patchStatus, {
    params: { id },
    payload: { statusId: 2, owners: [] },
  })

/** Writes records that the clerk may not know, in one transaction. */
async function recordHidden(count: number): Promise<void> {
  const context = { ...portal.world, actor: COMMAND_LINE }
  await portal.world.database.kysely.transaction().execute((transaction) =>
    recordAudits(
      transaction,
      context,
      Array.from({ length: count }, () => ({
        action: 'password.reset_requested' as const,
        subject: { kind: 'address' as const, id: 'somebody@loving.example' },
        after: { email: 'somebody@loving.example' },
      })),
    ),
  )
}

test('R27.20 the feed has each event of the documents that a person sees once, oldest first', async () => {
  const { clerk, colleague, neighbor } = portal.people
  let after = await now(clerk)
  const id = await storeDocument(portal, clerk)
  const other = await storeDocument(portal, neighbor)
  await setStatus(id)
  await setStatus(other)
  const first = await read(clerk, { after })
  expect(told(first)).toEqual([`${id} document.uploaded`, `${id} document.status_set`])
  expect(first.events[1]).toMatchObject({
    who: portal.people.administrator.email,
    name: null,
    what: 'changed Status',
    group: 'changed',
    changes: [{ field: 'Status', before: 'New', after: 'Completed' }],
    CountyID: portal.counties.loving,
    from: null,
  })
  after = first.next
  expect(told(await read(clerk, { after }))).toEqual([])
  const later = await storeDocument(portal, colleague)
  expect(told(await read(clerk, { after }))).toEqual([`${later} document.uploaded`])
  // The same position has the same events again.
  expect(told(await read(clerk, { after }))).toEqual([`${later} document.uploaded`])
  const everything = told(await read(clerk))
  expect(everything.slice(-3)).toEqual([
    `${id} document.uploaded`,
    `${id} document.status_set`,
    `${later} document.uploaded`,
  ])
})

test('R27.21 an event that is committed late is not left out', async () => {
  const { clerk } = portal.people
  const [slow, fast] = [await storeDocument(portal, clerk), await storeDocument(portal, clerk)]
  let after = await now(clerk)
  const record = (documentId: number) =>
    ({
      action: 'document.binned',
      subject: { kind: 'document', id: documentId },
      countyId: portal.counties.loving,
      before: { fileName: 'rendition.pdf' },
    }) as const
  const context = { ...portal.world, actor: COMMAND_LINE }
  const isWritten = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const late = portal.world.database.kysely.transaction().execute(async (transaction) => {
    await recordAudits(transaction, context, [record(slow)])
    isWritten.resolve()
    await mayCommit.promise
  })
  await isWritten.promise
  await portal.world.database.kysely
    .transaction()
    .execute((transaction) => recordAudits(transaction, context, [record(fast)]))
  const first = await read(clerk, { after })
  expect(told(first)).toEqual([`${fast} document.binned`])
  after = first.next
  mayCommit.resolve()
  await late
  const second = await read(clerk, { after })
  expect(told(second)).toEqual([`${slow} document.binned`])
  expect(Number(second.events[0]?.id)).toBeLessThan(Number(first.events[0]?.id))
})

test('R27.22 a page has as many events as asked for, and passes over a thousand others', async () => {
  const { clerk } = portal.people
  let after = await now(clerk)
  const ids: number[] = []
  for (let count = 0; count < 3; count += 1) ids.push(await storeDocument(portal, clerk))
  await recordHidden(1500)
  ids.push(await storeDocument(portal, clerk))
  const seen: string[] = []
  let pages = 0
  for (let hasMore = true; hasMore; pages += 1) {
    const page = await read(clerk, { after, limit: 2 })
    expect(page.events.length).toBeLessThanOrEqual(2)
    seen.push(...told(page))
    after = page.next
    hasMore = page.hasMore
  }
  expect(seen).toEqual(ids.map((id) => `${id} document.uploaded`))
  expect(pages).toBe(3)
  expect((await ask(clerk, { limit: 201 })).statusCode).toBe(400)
})

test('R27.23 a position that the portal did not give out is refused, and so is one that a restored backup does not have', async () => {
  const { clerk } = portal.people
  await storeDocument(portal, clerk)
  const after = await now(clerk)
  for (const wrong of ['17', `${after.slice(0, -2)}AA`]) {
    const answer = await ask(clerk, { after: wrong })
    expect([answer.statusCode, answer.json()]).toEqual([400, failure(EVENTS_POSITION_INVALID).toFailure()])
  }
  // As a backup that is older than this record.
  await changeAsSuperuser(
    portal.pool,
    `UPDATE audit_record SET hash = sha256(hash) WHERE id = (SELECT max(id) FROM audit_record)`,
  )
  const answer = await ask(clerk, { after })
  expect([answer.statusCode, answer.json()]).toEqual([409, failure(EVENTS_POSITION_GONE).toFailure()])
})

test('R27.24 reads of others and files in the bin of others are left out, but not that a file left the list', async () => {
  const { clerk, colleague, administrator } = portal.people
  const id = await storeDocument(portal, clerk)
  const own = await storeDocument(portal, colleague)
  const after = await now(colleague)
  await portal.call(clerk, downloadUpload, { params: { fileId: id } })
  await portal.call(colleague, downloadUpload, { params: { fileId: own } })
  await setStatus(id)
  expect(told(await read(manager, { after }))).toContain(`${id} document.downloaded`)
  await portal.call(clerk, deleteUpload, { params: { fileId: id } })
  expect(told(await read(colleague, { after }))).toEqual([
    `${own} document.downloaded`,
    `${id} document.binned`,
  ])
  await portal.call(administrator, deletePermanently, { params: { fileId: id } })
  expect(told(await read(colleague, { after }))).toEqual([
    `${own} document.downloaded`,
    `${id} document.deleted`,
  ])
  expect(told(await read(portal.people.neighbor, { after }))).toEqual([])
})

test('R27.25 a token reads the feed of its counties', async () => {
  const { administrator, clerk, neighbor } = portal.people
  const at = tokenCalls(portal)
  administrator.cookie = await portal.signIn(administrator.email, administrator.password)
  const { secret } = await at.create(administrator, { countyIds: [portal.counties.winkler] })
  const after = (await at.call(secret, listEvents, { query: { after: 'now' } })).json<Page>().next
  await storeDocument(portal, clerk)
  const id = await storeDocument(portal, neighbor)
  const page = (await at.call(secret, listEvents, { query: { after } })).json<Page>()
  expect(told(page)).toEqual([`${id} document.uploaded`])
})

test('R27.23 a cursor of another list, and sealed text that is no position, are 400', async () => {
  const { cursorSeal } = portal.world
  const position = JSON.stringify({ chains: [], newest: null })
  for (const after of [
    await cursorSeal.seal('documents', 'Pecos Oil'),
    await cursorSeal.seal('people', position),
    await cursorSeal.seal('events', 'Pecos Oil'),
  ]) {
    const answer = await ask(portal.people.clerk, { after })
    expect([answer.statusCode, answer.json()]).toEqual([400, failure(EVENTS_POSITION_INVALID).toFailure()])
  }
})
