import type { Endpoint } from '@portal/contract/endpoint.ts'
import { ROOMS } from '@portal/contract/every-call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SAMPLE_FILES } from '../sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { uploadForm } from '../upload-form.ts'

/** What PostgreSQL cannot store in text (NUL) and in JSON (half of a character). */
const UNSTORABLE = { NUL: 'a\0b', 'half of a character': 'a\ud800b' }

/** Valid values of fields, so that a call reaches the invalid one. Other fields get a word. */
const GOOD: Readonly<Record<string, string>> = {
  number: '977',
  emailDomains: 'pecos.example',
  emailAddresses: 'clerk@pecos.example',
  email: 'clerk@pecos.example',
  query: 'statusId=1',
  key: 'FileName',
}

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  const?: unknown
  enum?: unknown[]
}

/** Bodies of a shape, each with `text` in one of its texts. The last one is valid. */
function bodiesWith(text: string, shape: JsonSchema, name = ''): unknown[] {
  const [chosen = shape] = shape.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (chosen.const !== undefined) return [chosen.const]
  if (chosen.enum) return [chosen.enum[0]]
  if (chosen.type === 'string') return [text, GOOD[name] ?? 'word']
  if (chosen.type === 'integer' || chosen.type === 'number') return [1]
  if (chosen.type === 'boolean') return [true]
  if (chosen.type === 'array') return bodiesWith(text, chosen.items ?? {}, name).map((item) => [item])
  const fields = Object.entries(chosen.properties ?? {}).map(
    ([field, of]) => [field, bodiesWith(text, of, field)] as const,
  )
  const good = Object.fromEntries(fields.map(([field, values]) => [field, values.at(-1)]))
  const wrong = fields.flatMap(([field, values]) =>
    values.slice(0, -1).map((value) => ({ ...good, [field]: value })),
  )
  return [...wrong, good]
}

/** Calls that sign their callers out. */
const ENDING_SESSIONS = new Set(['logout', 'endSession', 'endOtherSessions', 'changePassword'])
const CALLS = ROOMS.flatMap((room) => room.calls).filter(({ name }) => !ENDING_SESSIONS.has(name))

let portal: TestPortal
let administrator: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const countyId = (await portal.addCounty('Reeves')).CountyID
  administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  const form = uploadForm({ fileName: 'a.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1, countyId })
  const { statusCode } = await portal.as(administrator)({ method: 'POST', url: '/api/files/upload', ...form })
  if (statusCode !== 200) throw new Error(`The document was not stored: ${statusCode}.`)
})
afterAll(() => portal.close())

/** The responses of a call to each of its texts and path parts, in turn. */
async function answersTo({ method, path, body }: Endpoint, text: string): Promise<string[]> {
  const shape = body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  const bodies = shape ? bodiesWith(text, shape).slice(0, -1) : []
  const parts = path.match(/:\w+/g) ?? []
  const paths = parts.map((part) => path.replace(part, encodeURIComponent(text.toWellFormed())))
  const calls = [
    ...bodies.map((payload) => ({ url: path, payload: JSON.stringify(payload) })),
    ...paths.map((url) => ({ url, payload: body ? '{}' : '' })),
  ]
  const answers: string[] = []
  for (const { url, payload } of calls) {
    const answer = await portal.as(administrator)({
      method,
      url: `/api${url.replaceAll(/:\w+/g, '1')}`,
      ...(payload !== '' && { payload, headers: { 'content-type': 'application/json' } }),
    })
    answers.push(`${answer.statusCode} to ${url} ${payload}`)
  }
  return answers
}

describe.each(Object.entries(UNSTORABLE))('R3.27 a text with %s', (_what, text) => {
  test('makes no call fail', async () => {
    const answers: string[] = []
    for (const call of CALLS) answers.push(...(await answersTo(call, text)))
    expect(answers.filter((answer) => answer.startsWith('5'))).toEqual([])
  })
})
