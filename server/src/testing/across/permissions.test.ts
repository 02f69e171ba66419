import { ROOMS, type NamedCall } from '@portal/contract/every-call.ts'
import { refusalWithout } from '@portal/contract/access/access-errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { everybody, giveFactor, lacksFactor, refusedAtTheDoor, type Who } from './wall/everybody.ts'
import { lineOf } from './wall/lines.ts'
import { anotherDocument, buildPlace, type Place } from './wall/place.ts'

let portal: TestPortal
let people: readonly Who[]
let clerk: TestPerson
let place: Place
/** The same with an unchanged document. */
let fresh: Place

beforeAll(async () => {
  portal = await testPortal({
    environment: { RATE_LIMIT: 'off', SECOND_FACTOR_REQUIRED: 'administrator' },
  })
  const administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
  await giveFactor(portal, administrator)
  ;({ place, clerk } = await buildPlace(portal, {
    word: 'midland',
    number: 1000,
    legacyCode: '001',
    administrator,
  }))
  fresh = place
  const own = place.countyId
  const other = (await portal.addCounty('Ector')).CountyID
  const third = (await portal.addCounty('Ward')).CountyID
  people = await everybody(portal, {
    'own county': [own],
    'other county': [other],
    'several counties': [third, own],
    'several others': [other, third],
    'no county': [],
  })
})
afterAll(() => portal.close())

/** Makes the call as that person, on an unchanged document. */
async function tryCall(endpoint: NamedCall, who: Who) {
  const { person, isSignedIn, hasProved } = who
  const line = lineOf(endpoint)
  const request = line.ask(fresh)
  expect(request.method).toBe(endpoint.method)
  // Its own session, because the other calls continue with theirs. A new session would count as proof.
  const isOwn = line.changesSession && isSignedIn && (hasProved || !endpoint.needsProof)
  const asWhom = isOwn && person ? await signedInAgain(person, who) : person
  const answer = await portal.as(asWhom)(request)
  const hasChanged = answer.statusCode === 200 && endpoint.method !== 'GET'
  if (hasChanged) fresh = await anotherDocument(portal, place, clerk)
  return answer
}

async function signedInAgain(person: TestPerson, { factorNeeded }: Who): Promise<TestPerson> {
  const cookie = await portal.signIn(person.email, person.password)
  if (factorNeeded === null) await giveFactor(portal, person)
  return { ...person, cookie }
}

describe.each(ROOMS)(
  'S6.1 S6.3 S6.9 R2.140 V6.3.4 V8.1.1 V8.2.1 V8.3.1 V15.2.3 who may call the room $name (F01, F07)',
  ({ calls }) => {
    it.each(calls.map((call): [string, NamedCall] => [call.name, call]))('%s', async (_name, endpoint) => {
      for (const who of people) {
        const answer = await tryCall(endpoint, who)
        const refused = refusedAtTheDoor(endpoint, who)
        const status = refused ?? lineOf(endpoint).status(who, place.countyId)
        const code = refused === 403 ? codeAtTheDoor(endpoint, who) : null
        const told = code && answer.json<{ code: string }>().code
        expect([answer.statusCode, told], `${who.name}: ${answer.body}`).toEqual([status, code])
      }
    })
  },
)

function codeAtTheDoor(endpoint: NamedCall, who: Who): string {
  const [{ access }, { rights }] = [endpoint, who]
  if (lacksFactor(endpoint, who)) return 'session.second_factor_needed'
  if (access === 'public' || access === 'session' || rights.has(access)) return 'session.proof_required'
  return refusalWithout(access).code
}

describe('results stay in the caller’s scope', () => {
  it('F09 lists and counts documents of the own county only', async () => {
    for (const { name, person, isSignedIn, factorNeeded, counties } of people) {
      if (!isSignedIn || factorNeeded) continue
      const { files, total } = (
        await portal.as(person)({ method: 'GET', url: '/api/files/uploads?pageSize=200' })
      ).json<{ files: { CountyID: number }[]; total: number }>()
      expect(Math.min(total, 200), `of ${name}`).toBe(files.length)
      const isSeen = counties === 'all' || counties.includes(place.countyId)
      expect(new Set(files.map(({ CountyID }) => CountyID)), `of ${name}`).toEqual(
        new Set(isSeen ? [place.countyId] : []),
      )
    }
  })
})
