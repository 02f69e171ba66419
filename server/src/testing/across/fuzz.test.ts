import type { Endpoint } from '@portal/contract/endpoint.ts'
import { ROOMS } from '@portal/contract/every-call.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { seededRandom, type Random } from '../../demo/random.ts'
import { expectInvariants } from '../invariants.ts'
import { SAMPLE_FILES } from '../sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { uploadForm } from '../upload-form.ts'

const ROUNDS = 30
/** Another seed tries other input. A failure names the call. */
const SEED = 20_261_121

/** Numbers and texts that have broken programs before. */
const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '2147483648',
  '9223372036854775808',
  '1e400',
  'NaN',
  '0x10',
  '١',
  '1 or 1=1',
  `'; DROP TABLE document; --`,
  '%',
  '_\\',
  '(((.*',
  '%2531',
  '../../etc/passwd',
  'a\0b',
  'a\r\nBcc: b@evil.example',
  '\u202Egnp.exe',
  '\uD800',
  '\u{1F6E2}'.repeat(300),
  'x'.repeat(20_000),
  '(a+)+$',
  '__proto__',
  '{{7*7}}${7*7}',
  '2026-02-30',
  '0001-01-01',
]
const HOSTILE_JSON = [...HOSTILE, -1, 0, 2 ** 31, 2 ** 53, 1.5, 1e300, null, true, [], {}, [[]], [null]]
const PLAIN = ['1', '2', '3', '2026', 'a', 'clerk@staff.example', 'Rendition.pdf']

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}
const shapeOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** A random value of that shape, in which any part may be invalid. */
function nonsense(random: Random, { type, properties, items, anyOf }: JsonSchema): unknown {
  if (random.chance(25)) return random.pick(HOSTILE_JSON)
  if (anyOf) return nonsense(random, random.pick(anyOf))
  if (properties) {
    const named = Object.entries(properties).filter(() => random.chance(90))
    return Object.fromEntries(named.map(([name, shape]) => [name, nonsense(random, shape)]))
  }
  if (items) return Array.from({ length: random.below(4) }, () => nonsense(random, items))
  if (type === 'boolean') return random.chance(50)
  return type === 'integer' || type === 'number' ? random.below(4) : random.pick(PLAIN)
}

const word = (random: Random) => random.pick(random.chance(50) ? HOSTILE : PLAIN)
/** A lone surrogate cannot be in an address. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function callOf(random: Random, { method, path, query, body, payload: kind }: Endpoint): InjectOptions {
  const place = path.replaceAll(/:\w+/g, () => encoded(word(random)) || '1')
  const names = query ? Object.keys(shapeOf(query).properties ?? {}) : []
  const asked = names.filter(() => random.chance(70)).map((name) => `${name}=${encoded(word(random))}`)
  const url = `/api${place}?${asked.join('&')}`
  const headers = random.chance(30) ? { 'if-match': random.pick(['"1"', 'W/"2"', '*', '"', 'x']) } : {}
  if (kind === 'upload') return { method, url, ...aForm(random) }
  if (!body) return { method, url, headers }
  const payload = JSON.stringify(nonsense(random, shapeOf(body))) ?? ''
  return { method, url, payload, headers: { ...headers, 'content-type': 'application/json' } }
}

function aForm(random: Random) {
  return uploadForm({
    fileName: `${word(random).slice(0, 2000)}.pdf`,
    bytes: SAMPLE_FILES.pdf,
    categoryId: random.below(3),
    typeId: random.below(3),
    description: word(random),
    countyId: random.below(3),
  })
}

/** Calls that may sign their callers out. */
const ENDING_SESSIONS = new Set(['logout', 'endSession'])

let portal: TestPortal
let people: TestPerson[]

beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const countyId = (await portal.addCounty('Reeves')).CountyID
  people = [
    await portal.addPerson({ email: 'admin@staff.example', isAdmin: true }),
    await portal.addPerson({ email: 'clerk@reeves.example', countyId }),
  ]
})
afterAll(() => portal.close())

/** Internals that a program may reveal when it breaks. */
const INSIDE = /\bat \S+ \(|node_modules|syntax error|violates|relation "|invalid byte sequence|ECONN/

it(`I07 V1.2.4 V1.3.12 V2.2.1 V15.3.5 no random input in any part of any call is a failure of the portal (${ROUNDS} times each), and its data stays sound`, async () => {
  const random = seededRandom(SEED)
  const calls = ROOMS.flatMap((room) => room.calls).filter(({ name }) => !ENDING_SESSIONS.has(name))
  const failures: string[] = []
  const statuses = new Set<number>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const endpoint of calls) {
      const call = callOf(random, endpoint)
      const answer = await portal.as(people[round % people.length] ?? null)(call)
      statuses.add(answer.statusCode)
      const isBroken = answer.statusCode >= 500 || INSIDE.test(answer.body.slice(0, 2000))
      if (isBroken) failures.push(`${endpoint.name} ${JSON.stringify(call).slice(0, 400)}: ${answer.body}`)
    }
  }
  expect(failures).toEqual([])
  // Some inputs were valid enough to get through.
  expect([200, 400, 401, 403, 404].filter((status) => !statuses.has(status))).toEqual([])
  await expectInvariants(portal)
  // Each log line stays JSON, so no input appears as more than a value; no line contains a session.
  for (const line of portal.log) expect(JSON.parse(line)).toHaveProperty('level')
  const sessions = people.map(({ cookie }) => cookie.split('=')[1] ?? '')
  expect(portal.log.filter((line) => sessions.some((session) => line.includes(session)))).toEqual([])
}, 120_000)
