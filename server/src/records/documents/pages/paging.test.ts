import { expect, test } from 'vitest'
import { testPortal } from '../../../testing/test-portal.ts'

test('R5.9 R5.10 without paging the list is page 1 of 50 rows, and 200 rows are the maximum', async () => {
  const portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  const administrator = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  await portal.pool.query(
    `INSERT INTO document (uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name,
       content_type, byte_size, sha256, storage_key)
     SELECT $1, 1, 1, '2026-01-01', 2026, 'plan.pdf', 'application/pdf', 1, sha256('x'), 'plan ' || n
     FROM generate_series(1, 210) n`,
    [administrator.accountId],
  )
  const page = async (query: string) => {
    const answer = await portal.as(administrator)({ method: 'GET', url: `/api/files/uploads${query}` })
    const { files, totalPages, total } = answer.json<{ files: []; totalPages: number; total: number }>()
    return [files.length, totalPages, total]
  }
  expect(await page('')).toEqual([50, 5, 210])
  expect(await page('?page=5')).toEqual([10, 5, 210])
  expect(await page('?pageSize=200')).toEqual([200, 2, 210])
  await portal.close()
})
