import { makeReceipts } from '@portal/contract/receipts/receipts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../records/context.ts'
import { runDueJobs } from '../../testing/mailbox.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('R12.17 e-mails and short receipts go out while a long receipt is still printing', async () => {
  const { CountyID: countyId } = await portal.addCounty('Reeves')
  const ann = await portal.addPerson({ email: 'ann@reeves.example', countyId })
  const bob = await portal.addPerson({ email: 'bob@reeves.example', countyId })
  const ask = async (by: TestPerson, fileIds: readonly number[]) => {
    const answer = await portal.call(by, makeReceipts, { payload: { batch: 'batch', fileIds } })
    expect(answer.statusCode).toBe(200)
  }
  const like = await storeDocument(portal, ann, { fileName: 'first.pdf' })
  const { rows } = await portal.pool.query<{ id: number }>(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type,
       byte_size, sha256, storage_key, description)
     SELECT county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, n || '.pdf', content_type, byte_size,
       sha256, 'long-' || n, repeat('long ', 200)
     FROM document, generate_series(1, 150) AS n WHERE id = $1 RETURNING id`,
    [like],
  )
  await ask(
    ann,
    rows.map(({ id }) => id),
  )
  await ask(bob, [await storeDocument(portal, bob, { fileName: 'short.pdf' })])
  const bobHasHis = Promise.withResolvers<undefined>()
  const sent: string[] = []
  const world: World = {
    ...portal.world,
    async printReceipt({ sender }) {
      if (sender === ann.email) await bobHasHis.promise
      return Buffer.from('%PDF')
    },
    mail: {
      ...portal.world.mail,
      async send({ to }) {
        sent.push(to)
        if (to === bob.email) bobHasHis.resolve(undefined)
      },
    },
  }
  await runDueJobs({ world })
  expect(sent).toEqual([bob.email, ann.email])
})
