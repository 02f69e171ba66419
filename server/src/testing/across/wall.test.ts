import type { Endpoint } from '@portal/contract/endpoint.ts'
import { ROOMS } from '@portal/contract/every-call.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../statements.ts'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { somebody, type Who } from './wall/everybody.ts'
import { lineOf } from './wall/lines.ts'
import { buildPlace, NOWHERE, type Place } from './wall/place.ts'

// The wall between counties, by every call of the contract and by every role but the administrator's. Beside the county
// of those who ask there is another, whose words and numbers stand nowhere else.
//
// Breaches that were planted, one in each room, and that it found:
// - auth: any county may be chosen to work for (chooseCounty)
// - lookups: agents are searched by a term in all counties (listAgents)
// - files: of several documents, those that cannot be opened are told of any county (listUnopenable)
// - edit: agents of any county may be linked (patchAgents, unlinkAgent)
// - recycle-bin: documents of any county are deleted for good as if they were seen (deletePermanently, deleteManyPermanently)
// - owners: the documents of an owner are listed of any county (listOwnerAttachments, viewOwnerAttachment)
// - history: what happened is read of any county that is named (listHistory, exportHistory)

/** In all names and texts of the other county. */
const WORD = 'quixotia'
/** All ids and numbers of the other county begin so. */
const NUMBERS = 880_000_000
const MARKS = /quixotia|88000\d{4}|8q8/iu

let portal: TestPortal
let people: readonly Who[]
let own: Place
let other: Place
/** What the other county has, as its rows tell. */
let otherBefore: string
const answersBefore = new Map<string, Answer>()

beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
  own = await build('midland', { number: 1000, legacyCode: '001', administrator })
  const third = await build('ward', { number: 2000, legacyCode: '002', administrator })
  people = await askers(own, third)
  for (const who of people) {
    for (const [name, request] of readings())
      answersBefore.set(`${who.name} ${name}`, await ask(who, request))
  }
  const setBack = await countFrom(NUMBERS)
  other = await build(WORD, { number: NUMBERS + 5000, legacyCode: '8Q8', administrator })
  await setBack()
  otherBefore = await rowsOfOther()
})
afterAll(() => portal.close())

type Building = { number: number; legacyCode: string; administrator: TestPerson }

async function build(word: string, building: Building): Promise<Place> {
  return (await buildPlace(portal, { word, ...building })).place
}

/** Whoever sees less than all: with every right that others do not have, in one county, in several and in none. */
async function askers(own: Place, third: Place): Promise<Who[]> {
  const one = [own.countyId]
  return [
    await somebody(portal, { role: 'user', where: 'one county', countyIds: one }),
    await somebody(portal, { role: 'user', where: 'no county', countyIds: [] }),
    await somebody(portal, { role: 'manager', where: 'one county', countyIds: one }),
    await somebody(portal, { role: 'staff', where: 'several counties', countyIds: [third.countyId, ...one] }),
    await somebody(portal, { role: 'staff', where: 'no county', countyIds: [] }),
    await somebody(portal, { role: 'reader', where: 'one county', countyIds: one }),
  ]
}

const COUNTED = ['county', 'account', 'document'] as const

async function setLastId(table: string, id: number): Promise<void> {
  await portal.pool.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`, [table, id])
}

/** Has the next ids begin at this number; returns what has them go on where they were. */
async function countFrom(first: number): Promise<() => Promise<void>> {
  const were: (readonly [string, number])[] = []
  for (const table of COUNTED) {
    const { rows } = await portal.pool.query<{ last: number }>(
      `SELECT nextval(pg_get_serial_sequence($1, 'id'))::integer AS last`,
      [table],
    )
    were.push([table, rows[0]?.last ?? 1])
    await setLastId(table, first)
  }
  return async () => {
    for (const [table, value] of were) await setLastId(table, value)
  }
}

async function rowsOfOther(): Promise<string> {
  const { rows } = await portal.pool.query<{ told: string }>(
    `SELECT jsonb_agg(to_jsonb(d) ORDER BY d.id)::text
       || (SELECT count(*) FROM document_owner WHERE document_id = ANY (array_agg(d.id)))
       || (SELECT count(*) FROM document_agent WHERE document_id = ANY (array_agg(d.id))) AS told
     FROM document AS d WHERE county_id = $1`,
    [other.countyId],
  )
  return rows[0]?.told ?? ''
}

/** The mark of a browser is as random as a session. */
const RANDOM_COOKIE = /(?<=portal_browser=)[\w-]+/u
/** So is what a device is to sign. */
const RANDOM_CHALLENGE = /(?<="challenge":")[\w-]+/u

type Answer = { readonly status: number; readonly headers: string; readonly body: string }

/** What anybody can tell two answers apart by. */
async function ask({ person }: Who, request: InjectOptions): Promise<Answer> {
  const { statusCode: status, headers, body } = await portal.as(person)(request)
  const { date: _date, 'x-request-id': _id, ...told } = headers
  return {
    status,
    headers: JSON.stringify(told).replace(RANDOM_COOKIE, ''),
    body: body.replace(RANDOM_CHALLENGE, ''),
  }
}

/** Calls that change a session are tried where it is asked who may make them. */
const CALLS = ROOMS.map(({ name, calls }) => ({
  name,
  calls: calls.filter((call) => !lineOf(call).changesSession),
}))

/** The reading calls on the own place, as themselves and as they are where they name what is of another. */
function readings(): [name: string, request: InjectOptions][] {
  const reading = CALLS.flatMap(({ calls }) => calls).filter(
    (call) => call.method === 'GET' && !lineOf(call).tellsOwnActs,
  )
  return reading.flatMap((call) => {
    const { ask: asked, across } = lineOf(call)
    const one: [string, InjectOptions] = [call.name, asked(own)]
    return across ? [one, [`${call.name}, across`, across(own, own)]] : [one]
  })
}

describe.each(CALLS)('V8.2.2 V8.4.1 F01 the wall between counties, room $name', ({ calls }) => {
  it.each(calls.map((call): [string, Endpoint] => [call.name, call]))(
    '%s answers what is of another county as what does not exist, and changes nothing there',
    async (_name, endpoint) => {
      const { ask: asked, across } = lineOf(endpoint)
      for (const who of people) {
        await expectSame(who, asked(other), asked(NOWHERE))
        if (across) await expectSame(who, across(own, other), across(own, NOWHERE))
      }
      expect(await rowsOfOther()).toBe(otherBefore)
    },
  )
})

/** The answers tell nothing apart, nor does the work behind them. */
async function expectSame(who: Who, hidden: InjectOptions, missing: InjectOptions): Promise<void> {
  const one = await askAndCount(who, hidden)
  const two = await askAndCount(who, missing)
  expect(one.answer, `for ${who.name}`).toEqual(two.answer)
  expect(`${one.answer.headers} ${one.answer.body}`, `for ${who.name}`).not.toMatch(MARKS)
  const work = [one.statements, two.statements]
  // What is kept in memory for a while was perhaps read again for one of them.
  for (let tries = 0; tries < 4 && work[0] !== work[1]; tries += 1) {
    work[0] = Math.min(work[0] ?? 0, (await askAndCount(who, hidden)).statements)
    work[1] = Math.min(work[1] ?? 0, (await askAndCount(who, missing)).statements)
  }
  expect(work[0], `statements for ${who.name}`).toBe(work[1])
}

async function askAndCount(
  who: Who,
  request: InjectOptions,
): Promise<{ answer: Answer; statements: number }> {
  const answers: Answer[] = []
  const statements = await statementsOf(async () => answers.push(await ask(who, request)))
  const [answer] = answers
  if (!answer) throw new Error('There was no answer.')
  return { answer, statements: statements.length }
}

it('F09 V8.2.2 no list, count, page, tag or suggestion is another because another county has been filled', async () => {
  for (const who of people) {
    for (const [name, request] of readings()) {
      const answer = await ask(who, request)
      expect(answer, `${name}, ${who.name}`).toEqual(answersBefore.get(`${who.name} ${name}`))
      expect(`${answer.headers} ${answer.body}`, `${name}, ${who.name}`).not.toMatch(MARKS)
    }
  }
})

it('an administrator reads in every list of the other county what nobody else finds', async () => {
  const email = 'sees-all@people.example'
  const person = await portal.addPerson({ email, role: 'administrator' })
  for (const name of [
    'listUploads',
    'listOrganizations',
    'listAgents',
    'listOwners',
    'listOwnerAttachments',
  ]) {
    const { body } = await portal.as(person)(lineOf({ name }).ask(other))
    expect(body, `of ${name}`).toMatch(MARKS)
  }
})
