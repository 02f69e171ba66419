import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { deleteUpload, uploadFile, type Upload } from '@portal/contract/files/files.ts'
import {
  clockSentence,
  FILE_IN_BIN,
  FILE_ON_MANY_RECEIPTS,
  getReceipt,
  getReceiptPdf,
  listReceipts,
  listReceiptsOfFile,
  makeReceipts,
  MAX_RECEIPTS_OF_A_FILE,
  verifyReceipt,
  type OwnReceipt,
  type Receipt,
  type ReceiptHead,
} from '@portal/contract/receipts/receipts.ts'
import { getState, type PortalState } from '@portal/contract/operations/state.ts'
import { verifyPath } from '@portal/contract/receipts/verify-link.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCodeOf } from '../../records/receipts/check-code.ts'
import { readReceipt } from '../../records/receipts/read-receipt.ts'
import { failure } from '../../engines/http/errors.ts'
import { receiptsCheck } from '../../records/receipts/receipts.check.ts'
import { readSecret } from '../../records/receipts/receipts.repository.ts'
import { changeAsSuperuser } from '../../testing/change-as-superuser.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import { readQrPath } from '../../testing/read-qr.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { uploadDocument } from '../../testing/store-document.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uploadForm } from '../../testing/upload-form.ts'

const NUMBER = /^R-2026-\d{4}-\d{4}$/
const CODE = /^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/

const HOUR_MS = 3_600_000

let portal: TestPortal
let reeves: number
let ector: number
let ann: TestPerson
let bob: TestPerson
let stranger: TestPerson
let admin: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'on' } })
  reeves = (await portal.addCounty('Reeves')).CountyID
  ector = (await portal.addCounty('Ector')).CountyID
  ann = await portal.addPerson({ email: 'ann@reeves.example', countyId: reeves })
  bob = await portal.addPerson({ email: 'bob@reeves.example', role: 'reader', countyId: reeves })
  stranger = await portal.addPerson({ email: 'eve@ector.example', countyId: ector })
  admin = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterAll(() => portal.close())

async function upload(by: TestPerson, fileName: string, countyId?: number): Promise<Upload> {
  const answer = await uploadDocument(portal, by, { fileName, ...(countyId !== undefined && { countyId }) })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ file: Upload }>().file
}

const ask = (by: TestPerson, batch: string, fileIds: readonly number[]) =>
  portal.call(by, makeReceipts, { payload: { batch, fileIds } })

async function receiptsOf(by: TestPerson, batch: string, fileIds: readonly number[]): Promise<ReceiptHead[]> {
  const answer = await ask(by, batch, fileIds)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ receipts: ReceiptHead[] }>().receipts
}

/** A receipt of one new document. */
async function oneReceipt(batch: string): Promise<ReceiptHead> {
  const { FileID } = await upload(ann, `${batch}.pdf`)
  const [receipt] = await receiptsOf(ann, batch, [FileID])
  if (!receipt) throw new Error('There is no receipt.')
  return receipt
}

const read = (by: TestPerson, number: string) => portal.call(by, getReceipt, { params: { number } })

const verify = async (by: TestPerson, number: string, code: string) => {
  const answer = await portal.call(by, verifyReceipt, { payload: { number, code } })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ verdict: string; receipt: Receipt | null }>()
}

const CHANGED_NUMBER = 'R-2026-9999-9999'

/** Another value for each column that the check code covers. */
const CHANGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  receipt: {
    number: `'${CHANGED_NUMBER}'`,
    county_id: `(SELECT id FROM county WHERE name = 'Ector')`,
    county_name: `'Ector'`,
    account_id: `(SELECT id FROM account WHERE email = 'bob@reeves.example')`,
    sender: `'bob@reeves.example'`,
    made_at: `made_at - interval '1 millisecond'`,
    clock: `'kept'`,
    clock_ahead_ms: 'clock_ahead_ms + 1',
    check_code: `'AAAA-AAAA-AAAA-AAAA-AAAA'`,
    form: '1',
  },
  receipt_file: {
    document_id: '2000000000',
    file_name: `file_name || ' '`,
    byte_size: 'byte_size + 1',
    sha256: `sha256('other')`,
    received_at: `received_at - interval '1 millisecond'`,
    place: 'place + 1',
    category: `'Other'`,
    type: 'NULL',
    description: `description || ' '`,
    owners: `'Acme LLC (Owner)'`,
  },
}

/** Columns that no receipt shows: the portal finds the receipt by them. */
const NOT_ON_A_RECEIPT = ['receipt.id', 'receipt.batch', 'receipt.is_automatic', 'receipt_file.receipt_id']

async function changeReceipt(number: string, table: string, change: string): Promise<void> {
  const own = table === 'receipt' ? 'id' : 'receipt_id'
  await changeAsSuperuser(
    portal.pool,
    `UPDATE ${table} SET ${change} WHERE ${own} = (SELECT id FROM receipt WHERE number = '${number}')`,
  )
}

/** The problems that the nightly check reports for that receipt. */
async function problemsOf(number: string): Promise<string[]> {
  const problems = await receiptsCheck.find(portal.world.database)
  return problems.filter((problem) => problem.startsWith(`Receipt ${number} was changed in the database`))
}

describe('a receipt', () => {
  test('R12.1 names each file, its sender, and when its last byte arrived', async () => {
    const file = await upload(ann, 'rendition 2026.pdf')
    portal.clock.advance(60_000)
    const [head, ...others] = await receiptsOf(ann, 'first', [file.FileID])
    expect(others).toEqual([])
    expect(head).toEqual({
      Number: expect.stringMatching(NUMBER),
      CheckCode: expect.stringMatching(CODE),
      CountyName: 'Reeves',
      FileCount: 1,
    })
    expect((await read(bob, head?.Number ?? '')).json()).toEqual({
      ...head,
      Sender: ann.email,
      MadeAt: portal.clock.now().toISOString(),
      ClockState: 'unknown',
      ClockAheadMs: 0,
      IsSound: true,
      verifyBy: {
        url: `${portal.world.settings.publicUrl}${verifyPath({ number: head?.Number ?? '', code: head?.CheckCode ?? '' })}`,
        picture: { size: expect.any(Number) as number, path: expect.stringMatching(/^M\d/) as string },
      },
      files: [
        {
          FileID: file.FileID,
          FileName: 'rendition 2026.pdf',
          Bytes: SAMPLE_FILES.pdf.length,
          SHA256: createHash('sha256').update(SAMPLE_FILES.pdf).digest('hex'),
          ReceivedAt: file.UploadDate,
          Category: 'Industrial',
          Type: 'Rendition',
          Description: '',
          Owners: null,
        },
      ],
    })
  })

  test('R12.11 has a QR code from which a phone reads the verification link', async () => {
    const file = await upload(ann, 'scanned.pdf')
    const [head] = await receiptsOf(ann, 'scanned', [file.FileID])
    const { verifyBy } = (await read(bob, head?.Number ?? '')).json<Receipt>()
    expect(readQrPath(verifyBy?.picture.path ?? '')).toBe(verifyBy?.url)
  })

  test('R12.10 keeps the order of the batch, with category, type, description and owner of that time', async () => {
    const files = [await upload(ann, 'last.pdf'), await upload(ann, 'first.pdf')]
    const [second, first] = files.map(({ FileID }) => FileID)
    await portal.pool.query(
      `UPDATE document SET description = 'Equipment list', category_id = other.category_id, type_id = other.id
       FROM (SELECT id, category_id FROM document_type WHERE name = 'Asset List') AS other WHERE document.id = $1`,
      [first],
    )
    await portal.pool.query(`INSERT INTO organization VALUES (990001, 'Acme LLC') ON CONFLICT DO NOTHING`)
    await portal.pool.query(
      `INSERT INTO document_owner (document_id, county_id, party_number, relation_type_id, linked_by, linked_at)
       SELECT $1, $2, 990001, (SELECT min(id) FROM relation_type), $3, now()`,
      [first, reeves, ann.accountId],
    )
    const [head] = await receiptsOf(ann, 'order', [first ?? 0, second ?? 0])
    const number = head?.Number ?? ''
    const before = (await read(bob, number)).json<Receipt>()
    expect(before.files.map(({ FileName }) => FileName)).toEqual(['first.pdf', 'last.pdf'])
    expect(before.files[0]).toMatchObject({
      Description: 'Equipment list',
      Type: 'Asset List',
      Owners: expect.stringMatching(/^Acme LLC \(.+\)$/) as string,
    })
    await portal.pool.query(`UPDATE document SET description = 'Other' WHERE id = $1`, [first])
    await portal.pool.query('DELETE FROM document_owner WHERE document_id = $1', [first])
    expect((await read(bob, number)).json()).toEqual(before)
    const mail = (await mailsTo(portal, ann.email)).find(({ subject }) => subject?.includes(number))
    const text = mail?.text ?? ''
    const places = [
      'Industrial: Asset List\n',
      'first.pdf',
      'Equipment list · Owner: Acme LLC',
      'Industrial: Rendition\n',
      'last.pdf',
    ]
    expect(places.map((part) => text.indexOf(part))).toEqual(
      places.map((part) => text.indexOf(part)).toSorted((one, other) => one - other),
    )
    for (const part of places) expect(text).toContain(part)
  })

  test('R12.10 of the previous release has the same content as before, and stays valid', async () => {
    const { Number: number } = await oneReceipt('older')
    const { receipt } = (await readReceipt(portal.world.database.kysely, number, null)) ?? {}
    const secret = await readSecret(portal.world.database.kysely)
    if (!receipt || !secret) throw new Error('There is no receipt.')
    const code = checkCodeOf({ ...receipt, form: 1 }, secret)
    await changeReceipt(number, 'receipt', `form = 1, check_code = '${code}'`)
    const BARE = 'place = NULL, category = NULL, type = NULL, description = NULL, owners = NULL'
    await changeReceipt(number, 'receipt_file', BARE)
    expect(await problemsOf(number)).toEqual([])
    expect((await read(ann, number)).json<Receipt>().files[0]).toMatchObject({ Category: null, Owners: null })
    expect((await portal.call(ann, getReceiptPdf, { params: { number } })).statusCode).toBe(200)
  })

  test('R12.1 is the same when it is requested again, also at the same time, and is e-mailed once', async () => {
    const { FileID } = await upload(ann, 'again.pdf')
    const all = await Promise.all(Array.from({ length: 8 }, () => receiptsOf(ann, 'again', [FileID])))
    const numbers = new Set(all.flatMap((receipts) => receipts.map(({ Number: number }) => number)))
    expect(numbers.size).toBe(1)
    expect(await receiptsOf(ann, 'again', [FileID])).toEqual(all[0])
    const [number = ''] = numbers
    const mails = await mailsTo(portal, ann.email)
    expect(mails.filter(({ subject }) => subject?.includes(number))).toHaveLength(1)
  })

  test('of a later file of the same batch is another one, and the first stays', async () => {
    const first = await oneReceipt('grows')
    const more = await upload(ann, 'grows later.pdf')
    const [second] = await receiptsOf(ann, 'grows', [more.FileID])
    expect(second?.Number).not.toBe(first.Number)
    expect((await read(ann, first.Number)).json<Receipt>().files).toHaveLength(1)
  })

  test('R12.1 is one for each county', async () => {
    const inReeves = await upload(admin, 'a.pdf', reeves)
    const inEctor = await upload(admin, 'b.pdf', ector)
    const nowhere = await upload(admin, 'c.pdf')
    const receipts = await receiptsOf(
      admin,
      'counties',
      [inReeves, inEctor, nowhere].map(({ FileID }) => FileID),
    )
    const byCounty = new Map(receipts.map((receipt) => [receipt.CountyName, receipt.Number]))
    expect(new Set(byCounty.keys())).toEqual(new Set(['Ector', 'Reeves', null]))
    expect((await read(stranger, byCounty.get('Ector') ?? '')).statusCode).toBe(200)
    expect((await read(stranger, byCounty.get('Reeves') ?? '')).statusCode).toBe(404)
    expect((await read(ann, byCounty.get(null) ?? '')).statusCode).toBe(404)
  })

  test('has a thousand files, and no more in one call', async () => {
    const { FileID } = await upload(ann, 'many.pdf')
    const { rows } = await portal.pool.query<{ id: number }>(
      `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type,
         byte_size, sha256, storage_key)
       SELECT county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, 'file ' || n || '.pdf', content_type,
         byte_size, sha256, 'many-' || n FROM document, generate_series(1, 1000) AS n WHERE id = $1 RETURNING id`,
      [FileID],
    )
    const ids = rows.map(({ id }) => id)
    const [receipt] = await receiptsOf(ann, 'many', ids)
    expect(receipt?.FileCount).toBe(1000)
    expect((await read(ann, receipt?.Number ?? '')).json<Receipt>().files).toHaveLength(1000)
    const tooMany = await ask(ann, 'many', [...ids, FileID])
    expect([tooMany.statusCode, tooMany.json<{ code: string }>().code]).toEqual([
      400,
      'receipt.too_many_files',
    ])
  })

  test('R12.9 of a file in the bin is refused, with the name of the file', async () => {
    const [kept, binned] = [await upload(ann, 'kept.pdf'), await upload(ann, 'binned.pdf')]
    await portal.call(ann, deleteUpload, { params: { fileId: binned.FileID } })
    const answer = await ask(ann, 'binned', [kept.FileID, binned.FileID])
    const refusal = failure(FILE_IN_BIN, { values: { fileName: 'binned.pdf' } })
    expect([answer.statusCode, answer.json()]).toEqual([409, refusal.toFailure()])
    expect(await receiptsOf(ann, 'binned', [kept.FileID])).toHaveLength(1)
  })

  test('R12.13 is one of ten of a file in a day that a person may request, with other files or without', async () => {
    const [file, other] = [await upload(ann, 'often.pdf'), await upload(ann, 'other.pdf')]
    for (let n = 0; n < MAX_RECEIPTS_OF_A_FILE; n += 1)
      expect(await receiptsOf(ann, `often ${n}`, [file.FileID])).toHaveLength(1)
    const mailsBefore = (await mailsTo(portal, ann.email)).length
    const refused = await ask(ann, 'once more', [other.FileID, file.FileID])
    expect([refused.statusCode, refused.json()]).toEqual([429, failure(FILE_ON_MANY_RECEIPTS).toFailure()])
    expect(await mailsTo(portal, ann.email)).toHaveLength(mailsBefore)
    expect(await receiptsOf(ann, 'often 3', [file.FileID])).toHaveLength(1)
    expect(await receiptsOf(ann, 'other', [other.FileID])).toHaveLength(1)
  })

  test('R12.2 says the same after its document is permanently deleted', async () => {
    const file = await upload(ann, 'gone.pdf')
    const [receipt] = await receiptsOf(ann, 'gone', [file.FileID])
    const number = receipt?.Number ?? ''
    const before = (await read(ann, number)).body
    await portal.call(ann, deleteUpload, { params: { fileId: file.FileID } })
    const gone = await portal.call(ann, deletePermanently, { params: { fileId: file.FileID } })
    expect(gone.statusCode).toBe(200)
    expect((await read(ann, number)).body).toBe(before)
    expect(await receiptsOf(ann, 'gone', [file.FileID])).toEqual([receipt])
  })

  test('R12.2 is only for the person who uploaded the files', async () => {
    const file = await upload(ann, 'mine.pdf')
    const byAdmin = await ask(admin, 'theirs', [file.FileID])
    expect([byAdmin.statusCode, byAdmin.json<{ code: string }>().code]).toEqual([403, 'receipt.not_yours'])
    expect((await ask(stranger, 'theirs', [file.FileID])).statusCode).toBe(404)
    expect((await ask(ann, 'theirs', [file.FileID, 2_000_000_000])).statusCode).toBe(404)
    const { rowCount } = await portal.pool.query(`SELECT FROM receipt WHERE batch = 'theirs'`)
    expect(rowCount).toBe(0)
  })

  test('refuses a hidden file before another person’s, as if it did not exist', async () => {
    const notTheirs = await upload(admin, 'not theirs.pdf', reeves)
    const unseen = await upload(stranger, 'unseen.pdf')
    const answer = await ask(ann, 'both', [notTheirs.FileID, unseen.FileID])
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'document.not_found'])
  })

  test('stays with the sender of the files when they have another county by then, where no one sees it', async () => {
    const leaver = await portal.addPerson({ email: 'leaver@reeves.example', countyId: reeves })
    const { FileID } = await upload(leaver, 'left.pdf')
    const [receipt] = await receiptsOf(leaver, 'left', [FileID])
    await portal.pool.query('INSERT INTO membership (account_id, county_id) VALUES ($1, $2)', [
      leaver.accountId,
      ector,
    ])
    await portal.pool.query('UPDATE account SET county_id = $2 WHERE id = $1', [leaver.accountId, ector])
    await portal.pool.query('DELETE FROM membership WHERE account_id = $1 AND county_id = $2', [
      leaver.accountId,
      reeves,
    ])
    const number = String(receipt?.Number)
    expect((await read(leaver, number)).statusCode).toBe(200)
    expect((await read(stranger, number)).statusCode).toBe(404)
  })

  test('can be requested 600 times an hour, because each is e-mailed', async () => {
    const busy = await portal.addPerson({ email: 'busy@reeves.example', countyId: reeves })
    const file = await upload(busy, 'busy.pdf')
    await receiptsOf(busy, 'busy', [file.FileID])
    const { rows } = await portal.pool.query<{ bucket: string }>(
      `SELECT DISTINCT bucket FROM throttled_attempt WHERE bucket LIKE 'receipts of account:%'
       ORDER BY bucket`,
    )
    for (const { bucket } of rows) {
      await portal.pool.query(
        `INSERT INTO throttled_attempt SELECT one.* FROM (SELECT * FROM throttled_attempt WHERE bucket = $1 LIMIT 1) AS one,
           generate_series(2, 600)`,
        [bucket],
      )
    }
    const refused = await ask(busy, 'more', [file.FileID])
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await portal.pool.query(`DELETE FROM throttled_attempt WHERE bucket LIKE 'receipts of account:%'`)
  })

  test('leaves an audit record', async () => {
    const receipt = await oneReceipt('audited')
    const { rows } = await portal.pool.query(
      `SELECT action, account_id, county_id, after FROM audit_record WHERE subject_kind = 'receipt' AND subject_id = $1`,
      [receipt.Number],
    )
    expect(rows).toEqual([
      { action: 'receipt.made', account_id: ann.accountId, county_id: reeves, after: { files: 1 } },
    ])
  })

  test('R12.2 is never changed or removed by the portal', async () => {
    await oneReceipt('kept')
    for (const statement of [
      `UPDATE receipt SET sender = 'x'`,
      'DELETE FROM receipt_file',
      `UPDATE receipt_secret SET secret = decode(repeat('00', 32), 'hex')`,
      'TRUNCATE receipt_file',
    ]) {
      await expect(portal.pool.query(statement)).rejects.toThrow(/never changed or removed/)
    }
  })
})

test('R12.13 can include a file again once the first of its ten is 24 hours old', async () => {
  // A portal of its own, whose clock signs no one else out.
  const daily = await testPortal({
    cast: { counties: { reeves: 'Reeves' }, people: { dan: { county: 'reeves' } } },
  })
  try {
    const { dan } = daily.people
    const stored = await uploadDocument(daily, dan, { fileName: 'daily.pdf' })
    const { FileID } = stored.json<{ file: Upload }>().file
    const statusOf = async (batch: string) =>
      (await daily.call(dan, makeReceipts, { payload: { batch, fileIds: [FileID] } })).statusCode
    for (let n = 0; n < MAX_RECEIPTS_OF_A_FILE; n += 1) {
      expect(await statusOf(`daily ${n}`)).toBe(200)
      daily.clock.advance(2 * HOUR_MS)
    }
    daily.clock.advance(4 * HOUR_MS - 1)
    expect(await statusOf('too soon')).toBe(429)
    daily.clock.advance(1)
    expect(await statusOf('next day')).toBe(200)
    expect(await statusOf('one more')).toBe(429)
  } finally {
    await daily.close()
  }
})

test('R12.5 states how the clock was synchronized, as /readyz and System status do', async () => {
  const loose = await testPortal({
    clockKeeper: { state: () => 'not kept' as const, look: async () => {} },
  })
  try {
    const boss = await loose.addPerson({ email: 'admin@staff.example', role: 'administrator' })
    const readyz = (await loose.app.inject({ url: '/readyz' })).json<{ clock: object; warnings: string[] }>()
    expect(readyz.clock).toEqual({ keptByNtp: 'not kept', aheadOfDatabaseMs: 0 })
    expect(readyz.warnings).toContainEqual(
      expect.stringMatching(/^The clock of this machine is not kept by a time server/),
    )
    expect((await loose.call(boss, getState)).json<PortalState>().clock).toEqual({
      kept: 'not kept',
      aheadMs: 0,
    })
    const form = uploadForm({ fileName: 'a.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
    const { file } = (await loose.call(boss, uploadFile, form)).json<{ file: Upload }>()
    const payload = { batch: 'clock', fileIds: [file.FileID] }
    const { receipts } = (await loose.call(boss, makeReceipts, { payload })).json<{
      receipts: ReceiptHead[]
    }>()
    const params = { number: receipts[0]?.Number ?? '' }
    const receipt = (await loose.call(boss, getReceipt, { params })).json<Receipt>()
    expect(receipt.ClockState).toBe('not kept')
    expect(clockSentence(receipt)).toBe(
      'The portal’s clock was not checked against a time server, so the times may be off; the clocks of its servers agreed to within 0.1 seconds.',
    )
  } finally {
    await loose.close()
  }
})

test('R12.8 lists the receipts of a person, the newest first, 50 at a time, and no one else\u2019s', async () => {
  const sender = await portal.addPerson({ email: 'many@reeves.example', countyId: reeves })
  const numbers: string[] = []
  const page = async (by: TestPerson, after?: string) => {
    const answer = await portal.call(by, listReceipts, { query: { after } })
    expect(answer.statusCode).toBe(200)
    return answer.json<{ receipts: OwnReceipt[]; next: string | null }>()
  }
  const receive = async (at: number) => {
    const { FileID } = await upload(sender, `${at}.pdf`)
    const [head] = await receiptsOf(sender, `batch ${at}`, [FileID])
    numbers.unshift(head?.Number ?? '')
  }
  for (let at = 0; at < 50; at += 1) await receive(at)
  expect((await page(sender)).next).toBeNull()
  await receive(50)
  const first = await page(sender)
  expect(first.receipts.map(({ Number: number }) => number)).toEqual(numbers.slice(0, 50))
  expect(first.receipts[0]).toMatchObject({
    CountyName: 'Reeves',
    FileCount: 1,
    MadeAt: portal.clock.now().toISOString(),
  })
  const second = await page(sender, first.next ?? '')
  expect([second.receipts.map(({ Number: number }) => number), second.next]).toEqual([
    numbers.slice(50),
    null,
  ])
  const ofCounty = async (countyId: number) => {
    const answer = await portal.call(sender, listReceipts, { query: { countyId } })
    return answer.json<{ receipts: OwnReceipt[] }>().receipts.length
  }
  expect([await ofCounty(reeves), await ofCounty(reeves + 1000)]).toEqual([50, 0])
  expect((await page(stranger, first.next ?? '')).receipts).toEqual([])
  expect((await page(bob)).receipts).toEqual([])
  expect((await portal.call(ANONYMOUS_PERSON, listReceipts)).statusCode).toBe(401)
})

test('R12.8 of a document is listed for people who may see both', async () => {
  const { FileID } = await upload(ann, 'held.pdf')
  const ofFile = (by: TestPerson) => portal.call(by, listReceiptsOfFile, { params: { fileId: FileID } })
  expect((await ofFile(bob)).json()).toEqual({ receipts: [] })
  const [head] = await receiptsOf(ann, 'held', [FileID])
  for (const by of [ann, bob, admin])
    expect((await ofFile(by)).json()).toMatchObject({ receipts: [{ Number: head?.Number, FileCount: 1 }] })
  expect((await ofFile(stranger)).statusCode).toBe(404)
})

describe('verifying', () => {
  test('finds a receipt genuine for everyone of the county, however number and code are typed', async () => {
    const { Number: number, CheckCode: code } = await oneReceipt('genuine')
    const typed = code.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    for (const [by, asNumber, asCode] of [
      [ann, number, code],
      [bob, number.toLowerCase().replaceAll('-', ''), typed],
      [admin, ` ${number.slice(2)} `, code],
    ] as const) {
      const { verdict, receipt } = await verify(by, asNumber, asCode)
      expect([verdict, receipt?.Number]).toEqual(['genuine', number])
    }
  })

  test('R12.3 gives one response for a wrong number, a wrong code and a receipt of another county', async () => {
    const { Number: number, CheckCode: code } = await oneReceipt('forged')
    const other = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
    const answers = [
      await verify(bob, number, other),
      await verify(bob, 'R-2026-0000-0000', code),
      await verify(bob, 'no number', ''),
      await verify(stranger, number, code),
    ]
    for (const answer of answers) expect(answer).toEqual({ verdict: 'not genuine', receipt: null })
  })

  test('R12.3 reports a receipt as damaged if its row was changed in the database, and so does verify', async () => {
    const { Number: number, CheckCode: code } = await oneReceipt('damaged')
    expect(await problemsOf(number)).toEqual([])
    await changeReceipt(number, 'receipt_file', `received_at = received_at - interval '1 day'`)
    expect(await verify(bob, number, code)).toMatchObject({
      verdict: 'damaged',
      receipt: { Number: number, IsSound: false, verifyBy: null },
    })
    expect((await read(ann, number)).json<Receipt>().IsSound).toBe(false)
    expect(await problemsOf(number)).toHaveLength(1)
  })

  test.each(
    Object.entries(CHANGES).flatMap(([table, changes]) =>
      Object.entries(changes).map((change) => [table, ...change] as const),
    ),
  )('R12.3 the check code covers %s.%s', async (table, column, value) => {
    const { Number: number, CheckCode: code } = await oneReceipt(`${table} ${column}`)
    await changeReceipt(number, table, `${column} = ${value}`)
    const named = column === 'number' ? CHANGED_NUMBER : number
    expect(await problemsOf(named)).toHaveLength(1)
    expect((await verify(admin, named, code)).verdict).toBe('damaged')
  })

  test('R12.3 the check code covers the set of files', async () => {
    const { Number: less } = await oneReceipt('less')
    await changeAsSuperuser(
      portal.pool,
      `DELETE FROM receipt_file WHERE receipt_id = (SELECT id FROM receipt WHERE number = '${less}')`,
    )
    const { Number: more } = await oneReceipt('more')
    await changeAsSuperuser(
      portal.pool,
      `INSERT INTO receipt_file SELECT (json_populate_record(file, '{"document_id": 2000000000}')).*
       FROM receipt_file AS file WHERE receipt_id = (SELECT id FROM receipt WHERE number = '${more}')`,
    )
    for (const number of [less, more]) expect(await problemsOf(number)).toHaveLength(1)
  })

  test('R12.3 covers every column of a receipt that appears on it', async () => {
    const { rows } = await portal.pool.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name IN ('receipt', 'receipt_file')`,
    )
    const covered = Object.entries(CHANGES).flatMap(([table, changes]) =>
      Object.keys(changes).map((column) => `${table}.${column}`),
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...covered, ...NOT_ON_A_RECEIPT].toSorted())
  })

  test('R12.3 is refused after too many wrong tries, but genuine ones are not', async () => {
    const guesser = await portal.addPerson({ email: 'guess@reeves.example', countyId: reeves })
    const { Number: number, CheckCode: code } = await oneReceipt('guessed')
    for (let tries = 0; tries < 25; tries += 1) await verify(guesser, number, code)
    for (let tries = 0; tries < 20; tries += 1) await verify(guesser, number, 'AAAA')
    const refused = await portal.call(guesser, verifyReceipt, { payload: { number, code } })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('900')
  })
})

describe('the e-mail', () => {
  test('R12.1 has number, code, the files and the link to the receipt', async () => {
    const file = await upload(ann, 'mailed <b>.pdf')
    const [receipt] = await receiptsOf(ann, 'mailed', [file.FileID])
    const mail = (await mailsTo(portal, ann.email)).find(({ subject }) =>
      subject?.includes(receipt?.Number ?? 'none'),
    )
    expect(mail?.subject).toBe(`Filing receipt ${receipt?.Number} – County Document Portal`)
    for (const part of [
      `Receipt number: ${receipt?.Number}`,
      `Check code: ${receipt?.CheckCode}`,
      `File ID: ${file.FileID}`,
      'File name: mailed <b>.pdf',
      `SHA-256: ${createHash('sha256').update(SAMPLE_FILES.pdf).digest('hex')}`,
      'UTC: 2026-03-10 15:',
      'Received: 3/10/2026, 10:',
      `/receipts/${receipt?.Number}`,
      'The clocks of the portal’s servers agreed to within 0.1 seconds.',
    ]) {
      expect(mail?.text).toContain(part)
    }
    // Only the operator can do anything about it.
    expect(mail?.text).not.toContain('time server')
    expect(mail?.html).toContain('<bdi>mailed &#60;b&#62;.pdf</bdi>')
    expect(mail?.html).toContain(receipt?.CheckCode)
  })

  test('R12.14 shows a description in one line, so that it cannot forge facts of a receipt', async () => {
    const description = `Wells\n  SHA-256: ${'0'.repeat(64)}\n\n-- \nForged\u2028x\u0085y`
    const answer = await uploadDocument(portal, ann, { fileName: 'forging.pdf', description })
    const { FileID } = answer.json<{ file: Upload }>().file
    const [receipt] = await receiptsOf(ann, 'forging', [FileID])
    const mail = (await mailsTo(portal, ann.email)).find(({ subject }) =>
      subject?.includes(receipt?.Number ?? 'none'),
    )
    expect(mail?.text).toContain(
      `\n  Description and owner: Wells SHA-256: ${'0'.repeat(64)} -- Forged x y\n  Bytes: `,
    )
    expect(mail?.text?.match(/^ *SHA-256: /gm)).toHaveLength(1)
    expect(mail?.text?.match(/^-- $/gm)).toHaveLength(1)
  })

  test('lists the first 200 files of many', async () => {
    const { rows } = await portal.pool.query<{ number: string }>(
      `SELECT number FROM receipt WHERE batch = 'many'`,
    )
    const mail = (await mailsTo(portal, ann.email)).find(({ subject }) =>
      subject?.includes(rows[0]?.number ?? 'none'),
    )
    expect(mail?.text?.match(/^File ID: /gm)).toHaveLength(200)
    expect(mail?.text).toContain(`and 800 more: see the receipt ${rows[0]?.number}.`)
  })
})
