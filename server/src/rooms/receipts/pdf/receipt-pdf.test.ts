import { createHash } from 'node:crypto'
import { exactMoments } from '@portal/contract/exact-moment.ts'
import { uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { getReceiptPdf, makeReceipts, type ReceiptHead } from '@portal/contract/receipts/receipts.ts'
import { verifyPath } from '@portal/contract/receipts/verify-link.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAsSuperuser } from '../../../testing/change-as-superuser.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'

const HASH = createHash('sha256').update(SAMPLE_FILES.pdf).digest('hex')

let portal: TestPortal
let ann: TestPerson
let reader: TestPerson
let stranger: TestPerson
beforeAll(async () => {
  portal = await testPortal({
    environment: { PUBLIC_URL: 'https://portal.example', COMPANY_NAME: 'Plains & Łódź' },
  })
  const { CountyID: reeves } = await portal.addCounty('Reeves')
  const { CountyID: ector } = await portal.addCounty('Ector')
  ann = await portal.addPerson({ email: 'ann@reeves.example', countyId: reeves })
  reader = await portal.addPerson({ email: 'bob@reeves.example', role: 'reader', countyId: reeves })
  stranger = await portal.addPerson({ email: 'eve@ector.example', countyId: ector })
})
afterAll(() => portal.close())

async function upload(fileName: string): Promise<Upload> {
  const form = uploadForm({ fileName, bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  return (await portal.call(ann, uploadFile, form)).json<{ file: Upload }>().file
}

async function receiptOf(batch: string, fileIds: readonly number[]): Promise<ReceiptHead> {
  const answer = await portal.call(ann, makeReceipts, { payload: { batch, fileIds } })
  const [receipt] = answer.json<{ receipts: ReceiptHead[] }>().receipts
  if (!receipt) throw new Error(answer.body)
  return receipt
}

const ask = (by: TestPerson | null, number: string) => portal.call(by, getReceiptPdf, { params: { number } })

const together = (pages: readonly string[]) => pages.join('|').replaceAll('|', '')

/** Adds copies of a document, each with its own name, size and hash. */
async function addMany(like: number, count: number): Promise<{ id: number; hash: string }[]> {
  const { rows } = await portal.pool.query<{ id: number; hash: string }>(
    `INSERT INTO document (county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type,
       byte_size, sha256, storage_key)
     SELECT county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year,
       'file ' || n || repeat(' of a long name', n % 12) || '.pdf', content_type, byte_size + n, sha256(n::text::bytea), 'many-' || n
     FROM document, generate_series(1, ${count}) AS n WHERE id = ${like} RETURNING id, encode(sha256, 'hex') AS hash`,
  )
  return rows
}

describe('a receipt as a PDF', () => {
  test('R12.6 R12.11 says the same as the receipt, on US Letter, for everyone who may read the county', async () => {
    const file = await upload('rendition 2026.pdf')
    // The time of the receipt must differ from the time of the file.
    portal.clock.advance(90_000)
    const { Number: number, CheckCode: code } = await receiptOf('first', [file.FileID])
    const answer = await ask(reader, number)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${number}.pdf"`,
      'cache-control': 'no-store',
    })
    const { pages, info, width, height, spoken, alts, codes } = await readPdf(answer.rawPayload)
    expect([width, height]).toEqual([612, 792])
    expect(alts).toEqual(['QR code of the address that verifies this receipt'])
    expect(codes).toEqual([`https://portal.example${verifyPath({ number, code })}`])
    // The title; seven facts with their names; two notes of several lines; four columns; a type, and six texts of a
    // file.
    expect(spoken).toBe(1 + 14 + 2 + 4 + 1 + 6)
    expect(info).toMatchObject({
      Title: `Filing receipt ${number}`,
      Author: 'Plains & Łódź',
      Subject: `Check code ${code}`,
      Language: 'en-US',
      CreationDate: `D:${portal.clock.now().toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`,
    })
    const { local, utc } = exactMoments('America/Chicago')(new Date(file.UploadDate))
    const text = together(pages)
    for (const part of [
      number,
      code,
      'Plains & Łódź',
      'Reeves',
      ann.email,
      String(file.FileID),
      'Industrial: Rendition',
      'rendition 2026.pdf',
      SAMPLE_FILES.pdf.length.toLocaleString('en-US'),
      HASH,
      local,
      utc,
      'Page 1 of 1',
      'The clocks of the portal’s servers agreed to within 0.1 seconds.',
      'https://portal.example/receipts',
      `https://portal.example${verifyPath({ number, code })}`,
    ]) {
      expect(text).toContain(part)
    }
  })

  test('R12.6 of 500 files has each of them, and on every page its number and the page of the total', async () => {
    const { FileID } = await upload('many.pdf')
    const files = await addMany(FileID, 500)
    const { Number: number } = await receiptOf(
      'many',
      files.map(({ id }) => id),
    )
    const { pages } = await readPdf((await ask(ann, number)).rawPayload)
    expect(pages.length).toBeGreaterThan(20)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`Receipt ${number}`)
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    }
    const text = pages.join('|')
    for (const { id, hash } of files) {
      expect(text).toContain(hash)
      expect(text.split('|')).toContain(String(id))
    }
  })

  test('R12.6 shows letters of other scripts, and the numbers of those that its font lacks', async () => {
    const file = await upload('Añadir – 申告 Łódź Φόρος Налог.pdf')
    const receipt = await receiptOf('letters', [file.FileID])
    const text = together((await readPdf((await ask(ann, receipt.Number)).rawPayload)).pages)
    expect(file.FileName).toContain('申告')
    expect(text).toContain('Añadir – \\u{7533}\\u{544a} Łódź Φόρος Налог')
    expect(text).toContain('written as its Unicode number in braces')
  })

  test('R12.6 is for no one else, with the same response if there is no such receipt', async () => {
    const { FileID } = await upload('mine.pdf')
    const { Number: number } = await receiptOf('mine', [FileID])
    const forged = await ask(ann, 'R-2026-0000-0000')
    expect([forged.statusCode, forged.json<{ code: string }>().code]).toEqual([404, 'receipt.not_found'])
    expect((await ask(stranger, number)).body).toBe(forged.body)
    expect((await ask(ANONYMOUS_PERSON, number)).statusCode).toBe(401)
  })

  test('R12.6 R12.11 is not made of a receipt that was changed in the database, and its e-mail says that it is damaged, without its facts', async () => {
    const { FileID } = await upload('changed.pdf')
    const { Number: number } = await receiptOf('changed', [FileID])
    await changeAsSuperuser(
      portal.pool,
      `UPDATE receipt_file SET received_at = received_at - interval '1 day'
       WHERE receipt_id = (SELECT id FROM receipt WHERE number = '${number}')`,
    )
    const refused = await ask(ann, number)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'receipt.damaged'])
    const mail = (await mailsTo(portal, ann.email)).find(({ subject }) => subject?.includes(number))
    expect(mail?.attachments).toEqual([])
    expect(mail?.subject).toContain(`Filing receipt ${number} is damaged`)
    expect(mail?.text).toContain('was changed after the receipt was made')
    for (const fact of ['changed.pdf', 'SHA-256', 'Received:', 'verify']) {
      expect(mail?.text).not.toContain(fact)
    }
  })

  test('R12.6 is attached to the e-mail', async () => {
    const { FileID } = await upload('mailed.pdf')
    const { Number: number, CheckCode: code } = await receiptOf('mailed', [FileID])
    const mail = (await mailsTo(portal, ann.email)).find(({ subject }) => subject?.includes(number))
    expect(mail?.text).toContain(`The receipt is attached as a PDF, too: receipt-${number}.pdf.`)
    expect(mail?.text).toContain('People of the county can verify the receipt: ')
    const [attachment, ...others] = mail?.attachments ?? []
    expect(others).toEqual([])
    expect(attachment).toMatchObject({ filename: `receipt-${number}.pdf`, mimeType: 'application/pdf' })
    const { pages } = await readPdf(Buffer.from(attachment?.content as ArrayBuffer))
    expect(together(pages)).toContain(code)
    expect(together(pages)).toContain(HASH)
  })
})
