import { DATABASE_AWAY, DISK_FULL, RECORDS_CONTESTED } from '@portal/contract/common-errors.ts'
import { STILL_BEING_CHECKED } from '@portal/contract/files/document-errors.ts'
import { previewRun } from '@portal/contract/runs/runs.ts'
import { previewUpload } from '@portal/contract/viewer/viewer.ts'
import { expect, test, vi } from 'vitest'
import { SenderGone } from './incoming-bytes.ts'
import { failure } from './errors.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal } from '../../testing/test-portal.ts'
import { uploadForm } from '../../testing/upload-form.ts'

test('R3.7 H04 V13.4.2 V16.5.1 an unexpected failure returns the fallback of its call, otherwise that something went wrong', async () => {
  const portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  // A table that the code needs is missing: an unforeseen failure.
  await portal.pool.query('ALTER TABLE relation_type RENAME TO elsewhere')
  await portal.pool.query('ALTER TABLE document RENAME COLUMN deleted_at TO elsewhere')
  const fails = async (method: 'GET' | 'DELETE', path: string) => {
    const answer = await portal.as(administrator)({ method, url: `/api/${path}` })
    // The log has the cause, under the id that the caller can report.
    const id = String(answer.headers['x-request-id'])
    expect(portal.log.some((line) => line.includes('"level":50') && line.includes(id))).toBe(true)
    return [answer.statusCode, answer.json<unknown>()]
  }
  expect(await fails('DELETE', 'files/uploads/1')).toEqual([
    500,
    { error: 'Delete failed. Please try again.', code: 'portal.unexpected' },
  ])
  expect(await fails('GET', 'files/uploads/recyclebin')).toEqual([
    500,
    { error: 'Failed to load deleted files.', code: 'portal.unexpected' },
  ])
  expect(await fails('GET', 'lookup/relation-types')).toEqual([
    500,
    { error: 'Something went wrong on our side. Please try again later.', code: 'portal.unexpected' },
  ])
  await portal.close()
})

test('R1.115 an expected 503 is logged in one line, without a stack and not as an error', async () => {
  const portal = await testPortal({ scanner: true })
  const administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  const fileId = await storeDocument(portal, administrator)
  await portal.pool.query(`UPDATE stored_object SET scan_state = 'pending'`)
  const answer = await portal.call(administrator, previewUpload, { params: { fileId } })
  expect(answer.json()).toMatchObject({ code: STILL_BEING_CHECKED.code })
  const id = String(answer.headers['x-request-id'])
  const lines = portal.log.filter((line) => line.includes(id) && line.includes(STILL_BEING_CHECKED.code))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"level":30')
  expect(portal.log.filter((line) => line.includes(id) && line.includes('"stack"'))).toEqual([])
  await portal.close()
})

test('R20.58 a sender who leaves is no error in the log', async () => {
  const portal = await testPortal()
  vi.spyOn(portal.world.dictionaries, 'names').mockRejectedValue(new SenderGone('The sender is gone.'))
  const administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  const before = portal.log.length
  const payload = { selection: { ids: [1] }, action: { kind: 'status', statusId: 2 } } as const
  await portal.call(administrator, previewRun, { payload })
  expect(portal.log.slice(before).filter((line) => line.includes('"level":50'))).toEqual([])
  await portal.close()
})

test('C04 V13.1.2 when every database connection is in use the next caller gets 503 and when to retry, and health continues', async () => {
  const portal = await testPortal()
  const { pool } = portal.world.database
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  // Ten seconds are too long to wait for here.
  pool.options.connectionTimeoutMillis = 100
  const answer = await portal.app.inject({ url: '/api/auth/counties' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect((await portal.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  for (const client of held) client.release()
  expect((await portal.app.inject({ url: '/api/auth/counties' })).statusCode).toBe(200)
  await portal.close()
})

test.each([
  ['a deadlock', '40P01', RECORDS_CONTESTED],
  ['a transaction that could not be put in order', '40001', RECORDS_CONTESTED],
  ['a wait for a lock that the database ends', '55P03', RECORDS_CONTESTED],
  ['a statement that takes the database too long', '57014', DATABASE_AWAY],
  ['a full disk of the database', '53100', DISK_FULL],
])('A08 C05 %s is answered 503, changes nothing, and the next try succeeds', async (_what, code, error) => {
  const portal = await testPortal()
  const administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  await portal.as(administrator)({ method: 'POST', url: '/api/files/upload', ...form })
  // A real deadlock would need luck: no call of the portal takes locks in two orders.
  await portal.pool.query(`
    CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'played by the test' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER give_up AFTER INSERT ON audit_record EXECUTE FUNCTION give_up()`)
  const remove = () => portal.as(administrator)({ method: 'DELETE', url: '/api/files/uploads/1' })
  const answer = await remove()
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '5',
    failure(error).toFailure(),
  ])
  await portal.pool.query('DROP TRIGGER give_up ON audit_record')
  expect((await remove()).statusCode).toBe(200)
  await portal.close()
})
