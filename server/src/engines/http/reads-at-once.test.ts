import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { listUploads } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { failure } from './errors.ts'

const AT_ONCE = 6
const WAITING = 60

let portal: TestPortal
let ann: TestPerson
let ben: TestPerson
beforeAll(async () => {
  portal = await testPortal()
  const countyId = (await portal.addCounty('Reeves')).CountyID
  ann = await portal.addPerson({ email: 'ann@reeves.example', countyId })
  ben = await portal.addPerson({ email: 'ben@reeves.example', countyId })
})
afterAll(() => portal.close())

test('R1.74 of one person six reads run at the same time and sixty wait; one more is refused, and others are not delayed', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const pages = portal.world.documentPages
  let running = 0
  let most = 0
  const read = pages.read.bind(pages)
  Object.assign(pages, {
    read: async (...asked: Parameters<typeof read>) => {
      most = Math.max(most, (running += 1))
      await released
      running -= 1
      return read(...asked)
    },
  })
  const list = (person: TestPerson) => portal.call(person, listUploads)
  const reads = Array.from({ length: AT_ONCE + WAITING + 1 }, () => list(ann))
  const refused = await Promise.race(reads)
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([
    429,
    failure(TOO_MANY_ATTEMPTS).toFailure(),
    '30',
  ])
  expect(most).toBe(AT_ONCE)
  Object.assign(pages, { read })
  expect((await list(ben)).statusCode).toBe(200)
  release()
  const statuses = (await Promise.all(reads)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(AT_ONCE + WAITING)
})
