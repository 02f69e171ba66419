import { deleteUpload } from '@portal/contract/files/files.ts'
import { getState, type PortalState } from '@portal/contract/operations/state.ts'
import { makeReceipts, type ReceiptHead } from '@portal/contract/receipts/receipts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { tusCalls } from '../../testing/tus-calls.ts'
import { makeDueReceipts } from './due-receipts.ts'

let portal: TestPortal
let county: number
let elsewhere: number
let ann: TestPerson
let admin: TestPerson
let count = 0
beforeAll(async () => {
  portal = await testPortal({ now: '2026-04-15T15:00:00Z' })
  county = (await portal.addCounty('Reeves')).CountyID
  elsewhere = (await portal.addCounty('Ector')).CountyID
})
beforeEach(async () => {
  count += 1
  ann = await portal.addPerson({ email: `ann-${count}@reeves.example`, countyId: county })
  admin = await portal.addPerson({ email: `admin-${count}@staff.example`, role: 'administrator' })
})
afterAll(() => portal.close())

async function upload(fileName: string, by = ann, countyId?: number): Promise<number> {
  return storeDocument(portal, by, { fileName, ...(countyId !== undefined && { countyId }) })
}

async function ask(batch: string, fileIds: readonly number[]): Promise<ReceiptHead[]> {
  const answer = await portal.call(ann, makeReceipts, { payload: { batch, fileIds } })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ receipts: ReceiptHead[] }>().receipts
}

/** The document ids of each receipt of a person, in order of creation. */
async function receiptsOf({ accountId }: TestPerson): Promise<number[][]> {
  const { rows } = await portal.pool.query<{ ids: number[] }>(
    `SELECT ARRAY(SELECT document_id FROM receipt_file WHERE receipt_id = receipt.id ORDER BY document_id) AS ids
     FROM receipt WHERE account_id = $1 ORDER BY id`,
    [accountId],
  )
  return rows.map(({ ids }) => ids)
}

/** Makes the database refuse their receipts. */
async function refuseReceiptsOf({ accountId }: TestPerson): Promise<void> {
  await portal.pool.query(`
    CREATE OR REPLACE FUNCTION refuse_receipt() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'poisoned'; END $$;
    CREATE OR REPLACE TRIGGER refuse_receipt BEFORE INSERT ON receipt FOR EACH ROW
      WHEN (NEW.account_id = ${accountId}) EXECUTE FUNCTION refuse_receipt()`)
}

const waitMinutes = async (minutes: number) => {
  portal.clock.advance(minutes * MINUTE_MS)
  await makeDueReceipts(portal.world)
}

test('R12.7 files of a sender who left get one receipt after ten minutes without an upload, which is e-mailed', async () => {
  const first = await upload('first.pdf')
  await waitMinutes(9)
  const second = await upload('second.pdf')
  await waitMinutes(9)
  expect(await receiptsOf(ann)).toEqual([])
  await waitMinutes(1)
  await waitMinutes(30)
  expect(await receiptsOf(ann)).toEqual([[first, second]])
  const mails = await mailsTo(portal, ann.email)
  expect(mails.map(({ subject }) => subject?.replace(/R-[\d-]+/, 'R'))).toEqual([
    'Filing receipt R – County Document Portal',
  ])
})

test('R12.7 the files of such a receipt are in the order of their ids, wherever the database has their rows', async () => {
  const files = [await upload('first.pdf'), await upload('second.pdf'), await upload('third.pdf')]
  await portal.pool.query(
    `WITH moved AS (DELETE FROM document_awaiting_receipt WHERE account_id = $1 RETURNING *)
     INSERT INTO document_awaiting_receipt SELECT * FROM moved ORDER BY document_id DESC`,
    [ann.accountId],
  )
  await waitMinutes(10)
  const { rows } = await portal.pool.query<{ id: number }>(
    `SELECT document_id AS id FROM receipt_file JOIN receipt ON receipt.id = receipt_id
     WHERE account_id = $1 ORDER BY place`,
    [ann.accountId],
  )
  expect(rows.map(({ id }) => id)).toEqual(files)
})

test('R12.15 a sender who was disabled or lost the county gets their own facts, without later changes by others', async () => {
  await upload('left.pdf')
  await portal.pool.query("UPDATE document SET description = 'Written after they left'")
  await portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [ann.accountId])
  await waitMinutes(10)
  const [mail] = await mailsTo(portal, ann.email)
  expect(mail?.text).toContain('left.pdf')
  expect(mail?.text).not.toContain('Written after they left')
})

test('R12.15 a sender who is only a reader by now still sees later changes of their file', async () => {
  await upload('kept.pdf')
  await portal.pool.query("UPDATE document SET description = 'Gas plant' WHERE file_name = 'kept.pdf'")
  await portal.pool.query("UPDATE account SET role = 'reader' WHERE id = $1", [ann.accountId])
  await waitMinutes(10)
  const [mail] = await mailsTo(portal, ann.email)
  expect(mail?.text).toContain('Gas plant')
})

test('R12.5 a clock that is months off appears on the receipt with the largest possible offset', async () => {
  await upload('late.pdf')
  portal.clock.advance(10 * MINUTE_MS)
  const skew = { ...portal.world.skew, aheadMs: () => -40 * 86_400_000 }
  await makeDueReceipts({ ...portal.world, skew })
  const { rows } = await portal.pool.query('SELECT clock_ahead_ms FROM receipt WHERE account_id = $1', [
    ann.accountId,
  ])
  expect(rows).toEqual([{ clock_ahead_ms: -2_147_483_647 }])
})

test('R12.7 a later request returns the receipt that the portal made, and adds one for the other files only', async () => {
  const stored = await upload('stored.pdf')
  await waitMinutes(10)
  const late = await upload('late.pdf')
  const receipts = await ask('batch', [stored, late])
  expect(receipts.map(({ FileCount }) => FileCount)).toEqual([1, 1])
  expect(await receiptsOf(ann)).toEqual([[stored], [late]])
  await waitMinutes(60)
  expect(await receiptsOf(ann)).toEqual([[stored], [late]])
})

test('R12.7 an upload in progress delays the receipt, for an hour at most', async () => {
  const stored = await upload('stored.pdf')
  await tusCalls(portal, ann).begun({ size: 1000 })
  await waitMinutes(59)
  expect(await receiptsOf(ann)).toEqual([])
  await waitMinutes(1)
  expect(await receiptsOf(ann)).toEqual([[stored]])
})

test('R12.7 a sender who never pauses gets a receipt after an hour', async () => {
  const ids: number[] = []
  for (let minutes = 0; minutes < 60; minutes += 6) {
    ids.push(await upload(`${minutes}.pdf`))
    await waitMinutes(6)
  }
  expect(await receiptsOf(ann)).toEqual([ids])
})

test('R12.7 files deferred to the next day get their receipt then', async () => {
  const id = await upload('scan.pdf')
  await portal.pool.query(`UPDATE document_awaiting_receipt SET day = '2026-04-15' WHERE document_id = $1`, [
    id,
  ])
  portal.clock.set('2026-04-16T04:59:00Z')
  await makeDueReceipts(portal.world)
  expect(await receiptsOf(ann)).toEqual([])
  portal.clock.set('2026-04-16T05:00:00Z')
  await makeDueReceipts(portal.world)
  expect(await receiptsOf(ann)).toEqual([[id]])
})

test('R12.7 there is one for each county, and none for files that their sender deleted', async () => {
  const here = await upload('here.pdf', admin, county)
  const there = await upload('there.pdf', admin, elsewhere)
  const deleted = await upload('wrong.pdf', admin, county)
  await portal.call(admin, deleteUpload, { params: { fileId: deleted } })
  await waitMinutes(10)
  expect(new Set(await receiptsOf(admin))).toEqual(new Set([[here], [there]]))
})

test('R12.7 two servers make one receipt, even while its sender requests it', async () => {
  const id = await upload('once.pdf')
  portal.clock.advance(10 * MINUTE_MS)
  await Promise.all([
    makeDueReceipts(portal.world),
    ask('once', [id]),
    makeDueReceipts(portal.world),
    makeDueReceipts(portal.world),
  ])
  expect(await receiptsOf(ann)).toEqual([[id]])
})

test('R12.16 a receipt that cannot be made delays no other receipt, and is made once it can be', async () => {
  const poisoned = await upload('poisoned.pdf')
  await refuseReceiptsOf(ann)
  portal.clock.advance(MINUTE_MS)
  const bob = await portal.addPerson({ email: `bob-${count}@reeves.example`, countyId: county })
  const sound = await upload('sound.pdf', bob)
  await expect(waitMinutes(10)).rejects.toThrow('1 receipt could not be made and will be tried again.')
  expect(await receiptsOf(bob)).toEqual([[sound]])
  expect(await mailsTo(portal, bob.email)).toHaveLength(1)
  expect(await receiptsOf(ann)).toEqual([])
  await portal.pool.query('DROP TRIGGER refuse_receipt ON receipt')
  await waitMinutes(1)
  expect(await receiptsOf(ann)).toEqual([[poisoned]])
})

/** The warnings of System status about receipts, each with its remedy. */
async function receiptWarnings() {
  portal.clock.advance(5000)
  const { health } = (await portal.call(admin, getState)).json<PortalState>()
  return health?.warnings.filter(({ text }) => text.includes('been due for an hour'))
}

test('R12.18 System status warns once a receipt has been due for an hour, until it is made', async () => {
  const id = await upload('poisoned.pdf')
  await refuseReceiptsOf(ann)
  await expect(waitMinutes(10)).rejects.toThrow('1 receipt could not be made')
  await expect(waitMinutes(59)).rejects.toThrow('1 receipt could not be made')
  expect(await receiptWarnings()).toEqual([])
  portal.clock.advance(MINUTE_MS)
  expect(await receiptWarnings()).toEqual([
    {
      text: '1 receipt has been due for an hour: see the log.',
      advice: expect.stringContaining('Look up the reason in the log'),
      screen: null,
    },
  ])
  await portal.pool.query('DROP TRIGGER refuse_receipt ON receipt')
  await waitMinutes(1)
  expect(await receiptsOf(ann)).toEqual([[id]])
  expect(await receiptWarnings()).toEqual([])
})

test('R12.16 a hundred receipts that cannot be made do not delay the ones after them', async () => {
  await upload('poisoned.pdf')
  await portal.pool.query(
    `UPDATE document_awaiting_receipt SET day = '2026-04-01'::date WHERE account_id = $1`,
    [ann.accountId],
  )
  await portal.pool.query(
    `WITH template AS (SELECT * FROM document WHERE uploaded_by = $1), added AS (
       INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type,
         byte_size, sha256, storage_key)
       SELECT county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type, byte_size,
         sha256, 'poisoned-' || n FROM template, generate_series(1, 100) AS n RETURNING id, uploaded_by, uploaded_at)
     INSERT INTO document_awaiting_receipt (document_id, account_id, received_at, day)
     SELECT id, uploaded_by, uploaded_at, '2026-01-01'::date + row_number() OVER ()::integer - 1 FROM added`,
    [ann.accountId],
  )
  await refuseReceiptsOf(ann)
  portal.clock.advance(MINUTE_MS)
  const bob = await portal.addPerson({ email: `bob-${count}@reeves.example`, countyId: county })
  const sound = await upload('sound.pdf', bob)
  await expect(waitMinutes(10)).rejects.toThrow('receipts could not be made and will be tried again.')
  expect(await receiptsOf(bob)).toEqual([[sound]])
})
