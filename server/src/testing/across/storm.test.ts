import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom, type Random } from '../../demo/random.ts'
import { expectInvariants } from '../invariants.ts'
import { SAMPLE_FILES } from '../sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'
import { uploadForm } from '../upload-form.ts'

const DEEDS = 800
const AT_ONCE = 10
/** So few that they collide all the time. */
const DOCUMENTS = 6

let portal: TestPortal
let people: TestPerson[]

beforeAll(async () => {
  // The portal sets its own isolation, and its role need not own the tables, so these do not matter.
  const environment = { RATE_LIMIT: 'off' }
  portal = await testPortal({ environment, isolation: 'serializable', ownsNothing: true })
  const countyId = (await portal.addCounty('Reeves')).CountyID
  people = [
    await portal.addPerson({ email: 'admin@staff.example', isAdmin: true }),
    await portal.addPerson({ email: 'chief@staff.example', isAdmin: true }),
    await portal.addPerson({ email: 'clerk@reeves.example', countyId }),
  ]
  await portal.pool.query(
    `INSERT INTO organization VALUES (1, 'Permian Compression LLC'), (2, 'Caprock Minerals LP')`,
  )
  await portal.pool.query(`INSERT INTO county_organization VALUES ($1, 1, 'PERMIAN'), ($1, 2, 'CAPROCK')`, [
    countyId,
  ])
})
afterAll(() => portal.close())

const upload = (): InjectOptions => ({
  method: 'POST',
  url: '/api/files/upload',
  ...uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 }),
})

/** A random act on one of the newest documents. */
function deed(random: Random, newest: number): InjectOptions {
  const id = Math.max(1, newest - random.below(DOCUMENTS))
  const owner = { partyNumber: random.below(2) + 1, relationTypeId: random.below(2) + 1 }
  const file = `/api/files/uploads/${id}`
  const edit = `/api/status/uploads/${id}`
  return random.pick<InjectOptions>([
    upload(),
    { method: 'DELETE', url: file },
    { method: 'DELETE', url: file },
    { method: 'PATCH', url: `${file}/restore` },
    { method: 'DELETE', url: `${file}/permanent` },
    { method: 'DELETE', url: '/api/files/uploads/bulk', payload: { ids: [id, Math.max(1, id - 1)] } },
    { method: 'GET', url: `${file}/download` },
    {
      method: 'PATCH',
      url: `${edit}/status`,
      payload: { statusId: random.below(4) + 1, owners: [owner] },
    },
    { method: 'DELETE', url: `${edit}/owners/${owner.partyNumber}/${owner.relationTypeId}` },
    {
      method: 'PATCH',
      url: `${edit}/descriptiontypes`,
      payload: { description: `Words ${random.below(3)}` },
    },
  ])
}

/** Blocks the whole process. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test(`C18 V2.3.4 V15.4.1 ${DEEDS} acts of several people on a few documents, ${AT_ONCE} at a time, and a process that stalls in between: nothing fails, and all invariants hold`, async () => {
  const random = seededRandom(19)
  const tally = new Map<number, number>()
  let newest = 1
  let left = DEEDS
  await portal.as(people[2] ?? null)(upload())
  const act = async () => {
    while (left-- > 0) {
      if (left === DEEDS / 2) standStill(1500)
      const answer = await portal.as(random.pick(people))(deed(random, newest))
      tally.set(answer.statusCode, (tally.get(answer.statusCode) ?? 0) + 1)
      expect(answer.statusCode, `500 for ${answer.body}`).toBeLessThan(500)
      const stored = /"FileID":(\d+)/.exec(answer.body.slice(0, 2000))
      if (stored) newest = Math.max(newest, Number(stored[1]))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, act))
  // Success, refusal and conflict all occurred.
  for (const status of [200, 403, 404, 409]) expect(tally.get(status), `${status}`).toBeGreaterThan(10)
  await expectInvariants(portal)
  // One change without a record, which the check must detect.
  await portal.pool.query('UPDATE document SET deleted_at = now(), deleted_by = 1 WHERE deleted_at IS NULL')
  await expect(expectInvariants(portal)).rejects.toThrow('to deeply equal []')
}, 120_000)
