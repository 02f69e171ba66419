import { expect, test } from 'vitest'
import { testPortal } from '../testing/test-portal.ts'

test('an unexpected failure answers the fall-back of its call, otherwise that something went wrong', async () => {
  const portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  // What the code relies on is gone: a failure that nobody has foreseen.
  await portal.pool.query('ALTER TABLE relation_type RENAME TO elsewhere')
  await portal.pool.query('ALTER TABLE document RENAME COLUMN deleted_at TO elsewhere')
  const fails = async (method: 'GET' | 'DELETE', path: string) => {
    const answer = await portal.as(administrator)({ method, url: `/api/${path}` })
    return [answer.statusCode, answer.json<unknown>()]
  }
  expect(await fails('DELETE', 'files/uploads/1')).toEqual([
    500,
    { error: 'Delete failed. Please try again.' },
  ])
  expect(await fails('GET', 'files/uploads/recyclebin')).toEqual([
    500,
    { error: 'Failed to load deleted files.' },
  ])
  expect(await fails('GET', 'lookup/relation-types')).toEqual([
    500,
    { error: 'Something went wrong on our side. Please try again later.' },
  ])
  await portal.close()
})
