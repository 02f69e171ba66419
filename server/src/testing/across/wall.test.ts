import type { NamedCall } from '@portal/contract/every-call.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPortal } from '../test-portal.ts'
import { lineOf } from './wall/lines.ts'
import {
  buildTwoCounties,
  expectAsBefore,
  expectHidden,
  MARKS,
  WALLED_ROOMS,
  type TwoCounties,
} from './wall/two-counties.ts'

// Tests the wall between counties, with every call of the contract and every role but the administrator's. Breaches are
// planted in each room, and found, in wall-breaches.test.ts.

let two: TwoCounties
/** The other county's data, from its rows. */
let otherBefore: string
beforeAll(async () => {
  two = await buildTwoCounties(await testPortal({ environment: { RATE_LIMIT: 'off' } }))
  otherBefore = await rowsOfOther()
})
afterAll(() => two.portal.close())

async function rowsOfOther(): Promise<string> {
  const { rows } = await two.portal.pool.query<{ told: string }>(
    `SELECT jsonb_agg(to_jsonb(d) ORDER BY d.id)::text
       || (SELECT count(*) FROM document_owner WHERE document_id = ANY (array_agg(d.id)))
       || (SELECT count(*) FROM document_agent WHERE document_id = ANY (array_agg(d.id))) AS told
     FROM document AS d WHERE county_id = $1`,
    [two.other.countyId],
  )
  return rows[0]?.told ?? ''
}

describe.each(WALLED_ROOMS)('R2.79 V8.2.2 V8.4.1 F01 the wall between counties, room $name', ({ calls }) => {
  it.each(calls.map((call): [string, NamedCall] => [call.name, call]))(
    '%s treats objects of another county as nonexistent, and changes nothing there',
    async (_name, endpoint) => {
      await expectHidden(two, endpoint)
      expect(await rowsOfOther()).toBe(otherBefore)
    },
  )
})

it('F09 V8.2.2 no list, count, page, tag or suggestion differs because another county has been filled', async () => {
  await expect(expectAsBefore(two)).resolves.toBeUndefined()
})

it('an administrator finds in every list of the other county what no one else does', async () => {
  const email = 'sees-all@people.example'
  const person = await two.portal.addPerson({ email, role: 'administrator' })
  for (const name of [
    'listUploads',
    'listOrganizations',
    'listAgents',
    'listOwners',
    'listOwnerAttachments',
  ]) {
    const { body } = await two.portal.as(person)(lineOf({ name }).ask(two.other))
    expect(body, `of ${name}`).toMatch(MARKS)
  }
})
