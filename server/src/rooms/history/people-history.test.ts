import type { ResultOf } from '@portal/contract/endpoint.ts'
import { exportHistory, listHistory } from '@portal/contract/history/history.ts'
import { endSessionsOf } from '@portal/contract/people/person-acts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount, type AccountChange } from '../../records/accounts/accounts.usecases.ts'
import { THREE_COUNTIES } from '../../testing/three-counties.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof THREE_COUNTIES>
let midland: number
let ector: number
let administrator: TestPerson
/** People of Midland, of Ector, and of both. */
let ofMidland: TestPerson
let ofEctor: TestPerson
let ofBoth: TestPerson

beforeAll(async () => {
  portal = await testPortal({ ...THREE_COUNTIES, now: '2026-04-20T15:00:00Z' })
  ;({ midland, ector } = portal.counties)
  administrator = portal.people.administrator
  const manager = (email: string, countyIds: number[]) =>
    portal.addPerson({ email, role: 'manager', countyIds })
  ofMidland = await manager('lead@midland.example', [midland])
  ofEctor = await manager('lead@ector.example', [ector])
  ofBoth = await manager('lead@both.example', [ector, midland])
})
afterAll(() => portal.close())

const change = (email: string, wanted: AccountChange) =>
  changeAccount({ ...portal.world, actor: COMMAND_LINE }, email, wanted)

/** The types of the entries that a reader sees about a person, oldest first. */
async function readBy(reader: TestPerson, person: string, countyId?: number): Promise<string[]> {
  const query = { person, ...(countyId !== undefined && { countyId }) }
  const answer = await portal.call(reader, listHistory, { query })
  const { happenings } = answer.json<ResultOf<typeof listHistory>>()
  return happenings.map(({ kind }) => kind).toReversed()
}

async function sentencesTo(reader: TestPerson, person: string): Promise<string[]> {
  const answer = await portal.call(reader, listHistory, { query: { person } })
  return answer
    .json<ResultOf<typeof listHistory>>()
    .happenings.map(({ what }) => what)
    .toReversed()
}

test('R9.2 V8.4.1 activity on a person of two counties appears in both, once, whichever county they work for', async () => {
  const email = 'two@both.example'
  const { accountId } = await portal.addPerson({ email, role: 'user', countyIds: [midland, ector] })
  await change(email, { role: 'reader' })
  await change(email, { isDisabled: true })
  await change(email, { isDisabled: false })
  await portal.call(administrator, endSessionsOf, { params: { userId: accountId } })
  const acts = [
    'account.added',
    ...Array.from({ length: 3 }, () => 'account.changed'),
    'account.sessions_ended',
  ]
  for (const reader of [ofMidland, ofEctor, ofBoth]) expect(await readBy(reader, email)).toEqual(acts)
  const told = (await readBy(administrator, email)).filter((kind) => kind.startsWith('account.'))
  expect(told).toEqual(acts)
  for (const countyId of [midland, ector])
    expect((await readBy(administrator, email, countyId)).toSorted()).toEqual(acts.toSorted())
})

test('R9.2 V8.4.1 activity on a person who moved appears in the old county until then, and in the new one from then on', async () => {
  const email = 'moved@midland.example'
  await portal.addPerson({ email, role: 'user', countyIds: [midland] })
  await change(email, { isDisabled: true })
  await change(email, { countyIds: [ector] })
  await change(email, { isDisabled: false })
  await change(email, { role: 'reader' })
  const changed = 'account.changed'
  expect(await readBy(ofMidland, email)).toEqual(['account.added', changed, changed])
  expect(await readBy(ofEctor, email)).toEqual([changed, changed, changed])
  expect(await readBy(ofBoth, email)).toEqual(['account.added', changed, changed, changed, changed])
})

test('R9.2 V8.4.1 managers read nothing about a person who has joined the firm', async () => {
  const email = 'risen@midland.example'
  await portal.addPerson({ email, role: 'user', countyIds: [midland, ector] })
  await change(email, { role: 'administrator' })
  expect(await readBy(ofMidland, email)).toEqual([])
  expect(await readBy(ofEctor, email)).toEqual([])
})

test('R9.2 V8.4.1 a manager reads the activity on their people, with the names of no county but their own', async () => {
  const email = 'told@midland.example'
  await portal.addPerson({ email, role: 'user', countyIds: [midland] })
  await change(email, { isDisabled: true })
  await change(email, { isDisabled: false, countyIds: [midland, ector] })
  await change(email, { countyIds: [ector] })
  const told = (reader: TestPerson) => sentencesTo(reader, email)
  expect(await told(ofMidland)).toEqual([
    `added the account ${email} as County user`,
    `changed the account ${email}: disabled`,
    `changed the account ${email}: enabled`,
    `changed the account ${email}: removed from Midland`,
  ])
  expect(await told(ofEctor)).toEqual([
    `changed the account ${email}: enabled, added to Ector`,
    `changed the account ${email}`,
  ])
  expect(await told(administrator)).toContain(`changed the account ${email}: removed from Midland`)
})

test('R8.49 an event on a person names no county but the reader’s, in the list and in its CSV', async () => {
  const email = 'named@both.example'
  const { accountId } = await portal.addPerson({ email, role: 'user', countyIds: [midland, ector] })
  await portal.call(administrator, endSessionsOf, { params: { userId: accountId } })
  const asked = { query: { person: email } }
  const countiesFor = async (reader: TestPerson) => {
    const answer = await portal.call(reader, listHistory, asked)
    const { happenings } = answer.json<ResultOf<typeof listHistory>>()
    return happenings.map(({ CountyID, countyName }) => [CountyID, countyName])
  }
  const [ofRecords] = await countiesFor(ofMidland)
  expect(ofRecords).toEqual([midland, 'Midland'])
  expect(await countiesFor(ofEctor)).toEqual([
    [null, null],
    [null, null],
  ])
  expect((await portal.call(ofMidland, exportHistory, asked)).body).toContain('Midland')
  expect((await portal.call(ofEctor, exportHistory, asked)).body).not.toContain('Midland')
  expect((await countiesFor(administrator)).flat()).toContain(midland)
})
