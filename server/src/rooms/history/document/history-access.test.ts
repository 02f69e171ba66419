import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Role } from '@portal/contract/access/roles.ts'
import { getDocumentHistory, type DocumentEvent } from '@portal/contract/history/document-history.ts'
import { listReceiptsOfFile, makeReceipts } from '@portal/contract/receipts/receipts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessOf } from '../../../records/access/rights.ts'
import type { Actor } from '../../../records/access/actor.ts'
import type { PersonContext } from '../../../records/context.ts'
import { changeAsSuperuser } from '../../../testing/change-as-superuser.ts'
import { recordOlder } from '../../../testing/older-records.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { storeDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { THREE_COUNTIES } from '../../../testing/three-counties.ts'
import { exportDocumentHistory } from './export-document-history.usecases.ts'
import { documentHistoryPdf } from './pdf/history-pdf.usecases.ts'
import { walkDocumentHistory } from './walk-document-history.ts'

let portal: TestPortal<typeof THREE_COUNTIES>
let clerk: TestPerson
let manager: TestPerson
beforeAll(async () => {
  portal = await testPortal({ ...THREE_COUNTIES, now: '2026-04-20T15:00:00Z' })
  const own = { countyIds: [portal.counties.midland] }
  clerk = await portal.addPerson({ email: 'clerk@midland.example', ...own })
  manager = await portal.addPerson({ email: 'lead@midland.example', role: 'manager', ...own })
})
afterAll(() => portal.close())

/** A new person of Midland with the context of their own session. */
async function newcomer(role: Role): Promise<{ person: TestPerson; context: PersonContext }> {
  const countyIds = [portal.counties.midland]
  const person = await portal.addPerson({ role, countyIds })
  const context = contextOfPerson(portal.world, { ...person, role })
  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM session WHERE account_id = $1', [
    person.accountId,
  ])
  const { actor } = context
  const session = { id: rows[0]?.id ?? 0, provenAt: null }
  const access = accessOf({ role, countyIds })
  return {
    person,
    context: { ...context, actor: { ...actor, session, person: { ...actor.person, ...access } } },
  }
}

type Recorded = { readonly action: string; readonly actor: Actor }

/** Adds records of a document, a second apart, the first one oldest. */
async function record(fileId: number, acts: readonly Recorded[]): Promise<void> {
  await portal.world.database.kysely.transaction().execute((transaction) =>
    recordOlder(
      transaction,
      acts.map((act, n) => ({
        ...act,
        at: new Date(Date.UTC(2025, 0, 1, 0, 0, n)),
        subject: { kind: 'document', id: fileId },
        countyId: portal.counties.midland,
      })),
    ),
  )
}

function readBy({ accountId, email }: TestPerson, address = '192.0.2.7'): Recorded {
  const caller = { address, isOfProxy: false, requestId: '' }
  return { action: 'document.viewed', actor: { kind: 'proven', caller, account: { accountId, email } } }
}

async function history(person: TestPerson, fileId: number): Promise<DocumentEvent[]> {
  const answer = await portal.call(person, getDocumentHistory, { params: { fileId } })
  return answer.json<{ events: DocumentEvent[] }>().events
}

const store = (fileName: string) => storeDocument(portal, clerk, { fileName })

test('R8.57 V8.3.2 a long history ends for a reader who gets another county between its portions', async () => {
  const fileId = await store('moved.pdf')
  const { person, context } = await newcomer('reader')
  await record(
    fileId,
    Array.from({ length: 600 }, () => readBy(person)),
  )
  const walk = walkDocumentHistory(context, { fileId })
  expect((await walk.next()).value).toHaveLength(500)
  await portal.pool.query('UPDATE account SET county_id = $2 WHERE id = $1', [
    person.accountId,
    portal.counties.ector,
  ])
  await expect(walk.next()).rejects.toMatchObject({ status: 404 })
})

test('R8.52 R8.57 V8.3.2 a manager who loses the activity between two portions reads no more reads of others', async () => {
  const fileId = await store('demoted.pdf')
  const { person, context } = await newcomer('manager')
  await record(
    fileId,
    Array.from({ length: 600 }, () => readBy(clerk)),
  )
  const walk = walkDocumentHistory(context, { fileId })
  const first = await walk.next()
  expect((first.value ?? []).filter(({ who }: DocumentEvent) => who === clerk.email)).toHaveLength(500)
  await portal.pool.query(`UPDATE account SET role = 'user' WHERE id = $1`, [person.accountId])
  expect(await walk.next()).toEqual({ done: true, value: undefined })
})

test('R8.56 V8.2.2 a receipt of another county is named neither in the history nor beside the file', async () => {
  const fileId = await store('receipt.pdf')
  const made = await portal.call(clerk, makeReceipts, { payload: { batch: 'a', fileIds: [fileId] } })
  const [{ Number: number } = { Number: '' }] = made.json<{ receipts: { Number: string }[] }>().receipts
  const namedTo = async (person: TestPerson) => {
    const beside = await portal.call(person, listReceiptsOfFile, { params: { fileId } })
    return [
      (await history(person, fileId)).flatMap(({ receipts }) => receipts),
      beside.json<{ receipts: { Number: string }[] }>().receipts.map(({ Number: each }) => each),
    ]
  }
  expect(await namedTo(manager)).toEqual([[number], [number]])
  const { ward } = portal.counties
  await changeAsSuperuser(portal.pool, `UPDATE receipt SET county_id = ${ward} WHERE number = '${number}'`)
  expect(await namedTo(manager)).toEqual([[], []])
  for (const person of [clerk, portal.people.administrator])
    expect(await namedTo(person)).toEqual([[number], [number]])
})

test('R8.54 reads from another address are another entry only for those who see addresses', async () => {
  const fileId = await store('addresses.pdf')
  await record(fileId, [readBy(clerk), readBy(clerk, '192.0.2.8'), readBy(clerk, '192.0.2.8')])
  const timesFor = async (person: TestPerson) =>
    (await history(person, fileId)).filter(({ group }) => group === 'read').map(({ times }) => times)
  expect(await timesFor(portal.people.administrator)).toEqual([2, 1])
  expect(await timesFor(manager)).toEqual([3])
})

test.each([
  ['mailbox', 'by e-mail'],
  ['drop folder', 'through the drop folder'],
] as const)('R8.56 the history says how a document was received: %s', async (door, how) => {
  const fileId = await store('received.pdf')
  const actor = { kind: 'door', name: 'a folder', door } as const
  await record(fileId, [{ action: 'document.uploaded', actor }])
  const [, received] = await history(portal.people.administrator, fileId)
  expect(received?.what).toBe(`delivered this file ${how}`)
})

test('R8.57 a person loads one history as CSV at a time: the next one waits', async () => {
  const fileId = await store('turns.pdf')
  const { context } = await newcomer('user')
  const first = await exportDocumentHistory(context, { fileId, method: 'GET' })
  let isSecondOpen = false
  const second = exportDocumentHistory(context, { fileId, method: 'GET' }).then((result) => {
    isSecondOpen = true
    return result
  })
  // Another person does not wait.
  const other = await exportDocumentHistory((await newcomer('user')).context, { fileId, method: 'GET' })
  other.onceSent?.()
  await nextTurn()
  expect(isSecondOpen).toBe(false)
  first.onceSent?.()
  ;(await second).onceSent?.()
})

test('R8.59 a server prints two histories at a time, one for each person, each recorded for its county', async () => {
  const fileId = await store('printed.pdf')
  const readers = [await newcomer('user'), await newcomer('user'), await newcomer('user')]
  const [first, second, third] = readers.map(
    ({ context }) =>
      () =>
        documentHistoryPdf(context, { fileId, method: 'GET' }),
  )
  if (!first || !second || !third) throw new Error('There are three.')
  const open = [await first(), await second()]
  await expect(third()).rejects.toMatchObject({ code: 'history.printing_busy', status: 429 })
  let isAgainOpen = false
  const again = first().then((result) => {
    isAgainOpen = true
    return result
  })
  open[1]?.onceSent?.()
  const free = await third()
  await nextTurn()
  expect(isAgainOpen).toBe(false)
  free.onceSent?.()
  open[0]?.onceSent?.()
  ;(await again).onceSent?.()
  const { rows } = await portal.pool.query<{ account_id: number; county_id: number; after: object }>(
    `SELECT account_id, county_id, after FROM audit_record
     WHERE action = 'document.history_exported' AND subject_id = $1 ORDER BY id`,
    [String(fileId)],
  )
  const printed = [readers[0], readers[1], readers[2], readers[0]]
  expect(rows).toEqual(
    printed.map((reader) => ({
      account_id: reader?.person.accountId,
      county_id: portal.counties.midland,
      after: { fileName: 'printed.pdf' },
    })),
  )
})
