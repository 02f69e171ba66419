import { TOO_MANY_UNFINISHED } from '@portal/contract/files/resumable.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { idIn, tusCalls } from '../../../testing/tus-calls.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('V2.4.1 a person has at most 2000 unfinished uploads, and others are not affected', async () => {
  const person = await portal.addPerson({ email: 'clerk@staff.example' })
  const calls = tusCalls(portal, person)
  const id = await calls.begun({ size: 10, values: { senderKey: 'known' } })
  await portal.pool.query(
    `INSERT INTO resumable_upload (id, account_id, file_name, byte_size, category_id, type_id, county_id, description, begun_at, expires_at)
     SELECT gen_random_uuid()::text, account_id, file_name, byte_size, category_id, type_id, county_id, description, begun_at, expires_at
     FROM resumable_upload, generate_series(1, 1999) WHERE id = $1`,
    [id],
  )
  const more = await calls.begin({ size: 10 })
  expect(more.statusCode).toBe(429)
  expect(more.json<{ code: string }>().code).toBe(TOO_MANY_UNFINISHED.code)
  expect((await calls.begin({ size: 10, values: { senderKey: 'known' } })).statusCode).toBe(201)
  const other = await portal.addPerson({ email: 'other@staff.example' })
  expect((await tusCalls(portal, other).begin({ size: 10 })).statusCode).toBe(201)
  await calls.end(id)
  expect((await calls.begin({ size: 10 })).statusCode).toBe(201)
})

test('returns immediately until when it waits (tus 1.0, Expiration)', async () => {
  const person = await portal.addPerson({ email: 'asks@staff.example' })
  const calls = tusCalls(portal, person)
  const answer = await calls.begin({ size: 10 })
  const until = answer.headers['upload-expires']
  expect(until).toMatch(/GMT$/)
  expect((await calls.head(idIn(String(answer.headers['location'])))).headers['upload-expires']).toBe(until)
})
