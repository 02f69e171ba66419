import { ROOMS, type NamedCall } from '@portal/contract/every-call.ts'
import { ROLES } from '@portal/contract/access/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { giveFactor, refusedAtTheDoor, somebody, type Who } from './wall/everybody.ts'
import { lineOf } from './wall/lines.ts'
import { anotherDocument, buildPlace, type Place } from './wall/place.ts'

let portal: TestPortal
let people: readonly Who[]
let clerk: TestPerson
let place: Place
/** The same with an unchanged document. */
let fresh: Place

beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
  const facts = { word: 'midland', number: 1000, legacyCode: '001', administrator }
  ;({ place, clerk } = await buildPlace(portal, facts))
  fresh = place
  people = await Promise.all(
    ROLES.map((role) => somebody(portal, { role, where: 'own county', countyIds: [place.countyId] })),
  )
})
afterAll(() => portal.close())

/** Makes the call in its own session if it changes the session. */
async function statusOf(endpoint: NamedCall, who: Who): Promise<number> {
  const { ask, changesSession } = lineOf(endpoint)
  const asWhom = changesSession && who.person ? await signedInAgain(who.person) : who.person
  const { statusCode } = await portal.as(asWhom)(ask(fresh))
  if (statusCode === 200 && endpoint.method !== 'GET') fresh = await anotherDocument(portal, place, clerk)
  return statusCode
}

async function signedInAgain(person: TestPerson): Promise<TestPerson> {
  const cookie = await portal.signIn(person.email, person.password)
  await giveFactor(portal, person)
  return { ...person, cookie }
}

test.each(ROOMS)('every call of the room $name responds to each role through a pooler', async ({ calls }) => {
  for (const endpoint of calls) {
    for (const who of people) {
      const expected = refusedAtTheDoor(endpoint, who) ?? lineOf(endpoint).status(who, place.countyId)
      expect([endpoint.name, who.name, await statusOf(endpoint, who)]).toEqual([
        endpoint.name,
        who.name,
        expected,
      ])
    }
  }
})
