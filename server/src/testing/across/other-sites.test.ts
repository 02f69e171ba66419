import { ROOMS, type NamedCall } from '@portal/contract/every-call.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { lineOf } from './wall/lines.ts'
import { NOWHERE } from './wall/place.ts'

// Another site can make a signed-in browser send any call, without reading the response. So none may have an effect.

let portal: TestPortal
let administrator: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterAll(() => portal.close())

const CHANGING = ROOMS.flatMap(({ calls }) => calls).filter(
  ({ method }) => method !== 'GET' && method !== 'OPTIONS',
)

it.each(CHANGING.map((call): [string, NamedCall] => [call.name, call]))(
  'G20 V3.5.1 %s is refused to every other site',
  async (_name, endpoint) => {
    for (const foreign of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ]) {
      const request = lineOf(endpoint).ask(NOWHERE)
      const headers = { ...request.headers, ...foreign }
      const answer = await portal.as(administrator)({ ...request, headers })
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'request.other_origin'])
    }
  },
)
