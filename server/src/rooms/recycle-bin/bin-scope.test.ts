import type { Right } from '@portal/contract/access/rights.ts'
import { listDeletedFiles } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { listBin } from './recycle-bin.repository.ts'
import type { Counties, Person } from '../../records/access/actor.ts'
import { binScope } from '../../records/documents/bin.scope.ts'
import { mayRestore } from '../../records/documents/documents.policy.ts'
import { findDocument } from '../../records/documents/documents.repository.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls
/** Deleted documents of every county and uploader. */
const files: number[] = []

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  bin = binCalls(portal)
  const { CountyID: countyOfNobody } = await portal.addCounty('Glasscock')
  for (const countyId of [null, 1, 2, countyOfNobody]) {
    for (const { accountId } of [portal.people.clerk, portal.people.neighbor]) {
      const [file = 0] = await bin.addInBin(1)
      await portal.pool.query('UPDATE document SET county_id = $2, uploaded_by = $3 WHERE id = $1', [
        file,
        countyId,
        accountId,
      ])
      files.push(file)
    }
  }
})
afterAll(() => portal.close())

const RIGHTS: readonly Right[][] = [
  [],
  ['documents.add'],
  ['documents.add', 'documents.edit'],
  ['documents.add', 'documents.manage'],
]
const COUNTIES: readonly Counties[] = ['all', [], [1], [2], [1, 2]]

test.each(RIGHTS.flatMap((rights) => COUNTIES.map((counties) => ({ rights, counties }))))(
  'V8.4.1 the bin of a person with the rights $rights in the counties $counties lists the documents that they may restore',
  async ({ rights, counties }) => {
    const { accountId, email } = portal.people.clerk
    const person: Person = {
      accountId,
      email,
      role: 'user',
      rights: new Set(rights),
      counties,
      ownCounty: null,
    }
    const { kysely } = portal.world.database
    const listed = (await listBin(kysely, binScope(person), 100)).map(({ id }) => id)
    const documents = await Promise.all(files.map((file) => findDocument(kysely, file)))
    const restorable = documents.filter((document) => document && mayRestore(person, document) === null)
    expect(listed.toSorted((one, other) => one - other)).toEqual(restorable.map((document) => document?.id))
    expect(listed.length > 0).toBe(rights.length > 0)
  },
)

test('R7.100 the bin of one county has only its files and their total, and another county is refused', async () => {
  const { clerk, neighbor, administrator } = portal.people
  const binOf = async (person: typeof clerk, countyId: number) => {
    const answer = await portal.call(person, listDeletedFiles, { query: { countyId } })
    const { files: listed, total } = answer.json<{ files?: readonly unknown[]; total?: number }>()
    return { status: answer.statusCode, listed: listed?.length, total }
  }
  const { loving, winkler } = portal.counties
  expect(await binOf(clerk, loving)).toEqual({ status: 200, listed: 1, total: 1 })
  expect(await binOf(administrator, winkler)).toEqual({ status: 200, listed: 2, total: 2 })
  expect(await binOf(neighbor, loving)).toMatchObject({ status: 403 })
})
