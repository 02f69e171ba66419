import { ROOMS, type NamedCall } from '@portal/contract/every-call.ts'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { readPdf } from '../../read-pdf.ts'
import { statementsOf } from '../../statements.ts'
import type { TestPerson, TestPortal } from '../../test-portal.ts'
import { somebody, type Who } from './everybody.ts'
import { lineOf } from './lines.ts'
import { buildPlace, NOWHERE, type Place } from './place.ts'

/** In all names and texts of the other county. */
const WORD = 'quixotia'
/** All ids and numbers of the other county begin with this. */
const NUMBERS = 880_000_000
/** The legacy code stands alone: random codes and sealed positions may have its characters. */
export const MARKS = /quixotia|88000\d{4}|(?<![\w-])8q8(?![\w-])/iu

/** Everything by which a caller can distinguish two responses. */
type Answer = {
  readonly status: number
  readonly headers: string
  readonly body: string
  /** The readable text of the body. */
  readonly text: string
}

/** The callers' own county, and another whose words and numbers appear nowhere else. */
export type TwoCounties = {
  readonly portal: TestPortal
  /** Callers who do not see everything. */
  readonly people: readonly Who[]
  readonly own: Place
  readonly other: Place
  /** The responses that each of them got before the other county existed, by person and call. */
  readonly answersBefore: ReadonlyMap<string, Answer>
}

export async function buildTwoCounties(portal: TestPortal): Promise<TwoCounties> {
  const administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
  const own = await build(portal, 'midland', { number: 1000, legacyCode: '001', administrator })
  const third = await build(portal, 'ward', { number: 2000, legacyCode: '002', administrator })
  const people = await askers(portal, own, third)
  const answersBefore = new Map<string, Answer>()
  for (const who of people) {
    for (const [name, request] of readings(WALLED, own))
      answersBefore.set(`${who.name} ${name}`, await ask(portal, who, request))
  }
  const setBack = await countFrom(portal, NUMBERS)
  const other = await build(portal, WORD, { number: NUMBERS + 5000, legacyCode: '8Q8', administrator })
  await setBack()
  return { portal, people, own, other, answersBefore }
}

type Building = { number: number; legacyCode: string; administrator: TestPerson }

async function build(portal: TestPortal, word: string, building: Building): Promise<Place> {
  return (await buildPlace(portal, { word, ...building })).place
}

/** Callers who do not see everything, with every restricted right, in one county, in several and in none. */
async function askers(portal: TestPortal, own: Place, third: Place): Promise<Who[]> {
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

const COUNTED = ['county', 'account', 'document', 'saved_view', 'document_comment'] as const

async function setLastId({ pool }: TestPortal, table: string, id: number): Promise<void> {
  await pool.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`, [table, id])
}

/** Makes the next ids begin at this number. Returns a function that restores the sequences. */
async function countFrom(portal: TestPortal, first: number): Promise<() => Promise<void>> {
  const were: (readonly [string, number])[] = []
  for (const table of COUNTED) {
    const { rows } = await portal.pool.query<{ last: number }>(
      `SELECT nextval(pg_get_serial_sequence($1, 'id'))::integer AS last`,
      [table],
    )
    were.push([table, rows[0]?.last ?? 1])
    await setLastId(portal, table, first)
  }
  return async () => {
    for (const [table, value] of were) await setLastId(portal, table, value)
  }
}

/** The mark of a browser is as random as a session. */
const RANDOM_COOKIE = /(?<=portal_browser=)[\w-]+/u
/** So is the challenge that a device signs. */
const RANDOM_CHALLENGE = /(?<="challenge":")[\w-]+/u

async function ask(portal: TestPortal, { name, person }: Who, request: InjectOptions): Promise<Answer> {
  const { statusCode: status, headers, body, rawPayload } = await portal.as(person)(request)
  if (status >= 500) throw new Error(`A call broke for ${name}: ${body}`)
  const told = body.replace(RANDOM_CHALLENGE, '')
  // Compressed bytes say nothing, and may contain a mark by chance.
  const isPdf = headers['content-type'] === 'application/pdf'
  const text = isPdf ? JSON.stringify(await readPdf(rawPayload)) : told
  const { date: _date, 'x-request-id': _id, ...others } = headers
  return {
    status,
    headers: JSON.stringify(others).replace(RANDOM_COOKIE, ''),
    body: told,
    text,
  }
}

/** Every call except those that change a session, by room. The permission tests cover those. */
export const WALLED_ROOMS = ROOMS.map(({ name, calls }) => ({
  name,
  calls: calls.filter((call) => !lineOf(call).changesSession),
}))

const WALLED = WALLED_ROOMS.flatMap(({ calls }) => calls)

/** The reading calls on the own place, alone and with names of objects in another. */
function readings(calls: readonly NamedCall[], own: Place): [name: string, request: InjectOptions][] {
  const reading = calls.filter((call) => {
    const { onlyReads, tellsOwnActs } = lineOf(call)
    return (call.method === 'GET' || onlyReads) && !tellsOwnActs
  })
  return reading.flatMap((call) => {
    const { ask: asked, across } = lineOf(call)
    const one: [string, InjectOptions] = [call.name, asked(own)]
    return across ? [one, [`${call.name}, across`, across(own, own)]] : [one]
  })
}

/** Expects that a call treats objects of the other county as nonexistent, by response and by work. */
export async function expectHidden(two: TwoCounties, endpoint: NamedCall): Promise<void> {
  const { people, own, other } = two
  const { ask: asked, across } = lineOf(endpoint)
  for (const who of people) {
    await expectSame(two, who, [asked(other), asked(NOWHERE)])
    if (across) await expectSame(two, who, [across(own, other), across(own, NOWHERE)])
  }
}

/** Expects that these calls return the same in the own county as before there was another. */
export async function expectAsBefore(
  { portal, people, own, answersBefore }: TwoCounties,
  calls = WALLED,
): Promise<void> {
  for (const who of people) {
    for (const [name, request] of readings(calls, own)) {
      const answer = await ask(portal, who, request)
      expect(answer, `${name}, ${who.name}`).toEqual(answersBefore.get(`${who.name} ${name}`))
      expect(`${answer.headers} ${answer.text}`, `${name}, ${who.name}`).not.toMatch(MARKS)
    }
  }
}

type Pair = readonly [hidden: InjectOptions, missing: InjectOptions]

/** Expects equal responses, and equal work behind them. */
async function expectSame({ portal }: TwoCounties, who: Who, [hidden, missing]: Pair): Promise<void> {
  const one = await askAndCount(portal, who, hidden)
  const two = await askAndCount(portal, who, missing)
  expect(one.answer, `for ${who.name}`).toEqual(two.answer)
  expect(`${one.answer.headers} ${one.answer.text}`, `for ${who.name}`).not.toMatch(MARKS)
  const work = [one.statements, two.statements]
  // A cached value may have been read again for one of them.
  for (let tries = 0; tries < 4 && work[0] !== work[1]; tries += 1) {
    work[0] = Math.min(work[0] ?? 0, (await askAndCount(portal, who, hidden)).statements)
    work[1] = Math.min(work[1] ?? 0, (await askAndCount(portal, who, missing)).statements)
  }
  expect(work[0], `statements for ${who.name}`).toBe(work[1])
}

async function askAndCount(
  portal: TestPortal,
  who: Who,
  request: InjectOptions,
): Promise<{ answer: Answer; statements: number }> {
  const answers: Answer[] = []
  const statements = await statementsOf(async () => answers.push(await ask(portal, who, request)))
  const [answer] = answers
  if (!answer) throw new Error('There was no answer.')
  return { answer, statements: statements.length }
}
