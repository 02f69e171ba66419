import { randomBytes } from 'node:crypto'
import {
  uploadFile,
  type Upload,
  downloadUpload,
  listUploads,
  deleteUpload,
} from '@portal/contract/files/files.ts'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { ACCEPTED_EXTENSIONS, MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { uploadDocument } from '../../../testing/store-document.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import type { UploadFields } from '../../../testing/upload-form.ts'
import { failureWith } from '../../../testing/failure-with.ts'

const INDUSTRIAL = 1
const RENDITION = 1
const MINERAL = 2
const BOUNDARY = 'test-boundary'
const PDF = SAMPLE_FILES.pdf

let portal: TestPortal
let loving: number
let winkler: number
let administrator: TestPerson
let lovingUser: TestPerson
let staff: TestPerson

beforeAll(async () => {
  portal = await testPortal({ now: '2026-03-10T15:00:00.123Z' })
  loving = (await portal.addCounty('Loving')).CountyID
  winkler = (await portal.addCounty('Winkler')).CountyID
  administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  lovingUser = await portal.addPerson({ email: 'clerk@loving.example', countyId: loving })
  staff = await portal.addPerson({ email: 'new@staff.example' })
})
afterAll(() => portal.close())

const FIELDS: UploadFields = {
  fileName: 'rendition.pdf',
  bytes: PDF,
  categoryId: INDUSTRIAL,
  typeId: RENDITION,
}

function send(person: TestPerson | null, fields: Partial<UploadFields> = {}) {
  return uploadDocument(portal, person, { ...FIELDS, ...fields })
}

function sendRaw(payload: Buffer | string, contentType = `multipart/form-data; boundary=${BOUNDARY}`) {
  const headers = { 'content-type': contentType }
  return portal.call(lovingUser, uploadFile, { payload, headers })
}

async function sendGood(person: TestPerson, fields: Partial<UploadFields> = {}): Promise<Upload> {
  const answer = await send(person, fields)
  expect(answer).toMatchObject({ statusCode: 200 })
  return answer.json<{ file: Upload }>().file
}

async function downloaded(id: number, person = administrator): Promise<Buffer> {
  const answer = await portal.call(person, downloadUpload, { params: { fileId: id } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** Builds one part of a form, and a form of such parts with the file at a given place. */
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`
const file = (name: string) =>
  `Content-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${PDF.toString('latin1')}`
const fileOfTwoNames = (kept: string) => file(`a.pdf"; filename*="UTF-8''${kept}`)
const form = (...parts: string[]) =>
  Buffer.from(
    [...parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`), `--${BOUNDARY}--\r\n`].join(''),
    'latin1',
  )
const CATEGORY = field('attachmentCategoryID', String(INDUSTRIAL))
const TYPE = field('attachmentTypeID', String(RENDITION))

async function nothingIsLeftBy(work: () => Promise<unknown>): Promise<void> {
  const before = await storedObjects(portal.world.storage)
  const { rows } = await portal.pool.query('SELECT count(*)::integer AS n FROM document')
  await work()
  expect(await storedObjects(portal.world.storage)).toEqual(before)
  expect((await portal.pool.query('SELECT count(*)::integer AS n FROM document')).rows).toEqual(rows)
}

describe('an upload', () => {
  test.each(ACCEPTED_EXTENSIONS)('of a .%s file is returned byte for byte', async (extension) => {
    const bytes = SAMPLE_FILES[extension]
    const stored = await sendGood(lovingUser, { fileName: `sample.${extension}`, bytes })
    expect((await downloaded(stored.FileID, lovingUser)).equals(bytes)).toBe(true)
  })

  test('S3.1 R5.19 returns the new row, and the list shows it', async () => {
    portal.clock.set('2026-03-10T16:20:30.456Z')
    const answer = await send(lovingUser, { description: '  Rendition of the gas plant  ' })
    const { success, message, file: row } = answer.json<{ success: boolean; message: string; file: Upload }>()
    expect({ success, message }).toEqual({ success: true, message: 'File uploaded successfully.' })
    expect(row).toEqual({
      FileID: row.FileID,
      FileName: 'rendition.pdf',
      UploadDate: '2026-03-10T16:20:30.456Z',
      UploadedBy: 'clerk@loving.example',
      AttachmentCategoryID: INDUSTRIAL,
      CategoryID: INDUSTRIAL,
      AttachmentTypeID: RENDITION,
      TypeID: RENDITION,
      Description: 'Rendition of the gas plant',
      CountyID: loving,
      County: 'Loving',
      CountyName: 'Loving',
      Status: 'New',
      StatusID: 1,
    })
    const list = await portal.call(lovingUser, listUploads)
    expect(list.json<{ files: Upload[] }>().files[0]).toEqual(row)
  })

  test('leaves one audit record with its facts', async () => {
    const stored = await sendGood(lovingUser)
    const { rows } = await portal.pool.query(
      `SELECT who, what, county_id, came_from, after FROM ${AUDIT_AS_TOLD} WHERE document_id = $1`,
      [stored.FileID],
    )
    expect(rows).toEqual([
      {
        who: 'clerk@loving.example',
        what: 'uploaded',
        county_id: loving,
        came_from: '127.0.0.1',
        after: expect.objectContaining({ fileName: 'rendition.pdf', bytes: PDF.length }),
      },
    ])
  })

  test('R5.32 C17 of the last evening of a year belongs to the year in the firm’s zone, not in UTC', async () => {
    portal.clock.set('2026-01-01T05:59:59Z')
    const before = await sendGood(lovingUser)
    portal.clock.set('2026-01-01T06:00:00Z')
    const after = await sendGood(lovingUser)
    const { rows } = await portal.pool.query<{ appraisal_year: number }>(
      'SELECT appraisal_year FROM document WHERE id IN ($1, $2) ORDER BY id',
      [before.FileID, after.FileID],
    )
    expect(rows.map((row) => row.appraisal_year)).toEqual([2025, 2026])
  })

  test('A14 of one file, fifty times at once, makes fifty documents', async () => {
    const stored = await Promise.all(Array.from({ length: 50 }, () => sendGood(lovingUser)))
    expect(new Set(stored.map((row) => row.FileID)).size).toBe(50)
    const contents = await Promise.all(stored.map((row) => downloaded(row.FileID)))
    expect(contents.every((bytes) => bytes.equals(PDF))).toBe(true)
  })

  test.each([
    ['rendición – 北京 – التقرير.pdf'],
    ['the "final" one; v=2.pdf'],
    ["l'été, 100 %.pdf"],
    [`${'n'.repeat(251)}.pdf`],
    [`${'名'.repeat(83)}ab.PDF`],
  ])('keeps the name %j', async (fileName) => {
    const stored = await sendGood(lovingUser, { fileName })
    expect(stored.FileName).toBe(fileName)
  })

  test.each([
    ['E01 ../../../etc/x.pdf', '../../../etc/x.pdf', 'x.pdf'],
    ['E01 C:\\reports\\x.pdf', 'C:\\reports\\x.pdf', 'x.pdf'],
    ['E02 a NUL', 'a\0b.pdf', 'ab.pdf'],
    ['E03 a mark of direction', 'a\u202efdp.pdf', 'afdp.pdf'],
  ])('E02 E03 V5.3.2 cleans %s', async (_what, fileName, expected) => {
    const stored = await sendGood(lovingUser, { fileName })
    expect(stored.FileName).toBe(expected)
  })

  test.each(['....', '/', '\u202e.'])('E05 refuses the name %j', async (fileName) => {
    await nothingIsLeftBy(async () => {
      const answer = await send(lovingUser, { fileName })
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { error: 'Please give the file a name.', code: 'upload.file_name_missing' },
      ])
    })
  })
})

describe('the size of a file', () => {
  test.each(ACCEPTED_EXTENSIONS)('R5.31 A12 zero: an empty .%s is refused', async (extension) => {
    await nothingIsLeftBy(async () => {
      const answer = await send(lovingUser, { fileName: `nothing.${extension}`, bytes: Buffer.alloc(0) })
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { error: `nothing.${extension} is empty.`, code: 'upload.file_empty' },
      ])
    })
  })

  test('V2.3.2 A13 exactly 50 MB is stored and returned completely', async () => {
    const bytes = Buffer.concat([PDF, randomBytes(MAX_UPLOAD_BYTES - PDF.length)])
    const stored = await sendGood(lovingUser, { bytes })
    expect((await downloaded(stored.FileID)).equals(bytes)).toBe(true)
  })

  test('R3.4 V5.2.1 A13 one byte more is refused in the words of the specification, and nothing remains', async () => {
    await nothingIsLeftBy(async () => {
      const bytes = Buffer.concat([PDF, Buffer.alloc(MAX_UPLOAD_BYTES - PDF.length + 1)])
      const answer = await send(lovingUser, { fileName: 'roll.pdf', bytes })
      expect(answer.statusCode).toBe(413)
      expect(answer.json()).toEqual({
        error: 'roll.pdf exceeds the limit.Please upload a file less than 50MB',
        code: 'upload.file_too_large',
      })
    })
  })
})

describe('the content of a file', () => {
  test.each([
    ['letter.pdf', SAMPLE_FILES.png, 415, 'letter.pdf: the content is not a valid .pdf file.'],
    [
      'tool.exe',
      PDF,
      415,
      'tool.exe: this type of file is not accepted. Accepted types: pdf, png, jpg, jpeg, tif, tiff, doc, docx, xls, xlsx, eml.',
    ],
  ])('S9.3 R3.4 R5.24 %s with other content is refused', async (fileName, bytes, status, error) => {
    await nothingIsLeftBy(async () => {
      const answer = await send(lovingUser, { fileName, bytes })
      expect([answer.statusCode, answer.json()]).toEqual([status, failureWith(error)])
    })
  })
})

describe('the form', () => {
  test.each([
    ['before the file', [CATEGORY, TYPE, file('a.pdf')]],
    ['E07 after the file', [file('a.pdf'), TYPE, CATEGORY]],
    [
      'on both sides of it, among unknown ones',
      [field('x', 'y'), TYPE, file('a.pdf'), field('status', '2'), CATEGORY],
    ],
  ])('R5.18 may have its fields %s', async (_where, parts) => {
    const answer = await sendRaw(form(...parts))
    expect(answer).toMatchObject({ statusCode: 200 })
    expect(answer.json<{ file: Upload }>().file.StatusID).toBe(1)
  })

  test.each([
    ['no file', form(CATEGORY, TYPE), 'Please fill all required fields.'],
    ['E07 a file without a name', form(CATEGORY, TYPE, file('')), 'Please fill all required fields.'],
    ['no category', form(TYPE, file('a.pdf')), 'Please fill all required fields.'],
    [
      'an empty type',
      form(CATEGORY, field('attachmentTypeID', ''), file('a.pdf')),
      'Please fill all required fields.',
    ],
    ['E07 two files', form(CATEGORY, TYPE, file('a.pdf'), file('b.pdf')), 'Please send one file at a time.'],
    [
      'a file in another field',
      form(CATEGORY, TYPE, file('a.pdf').replace('"file"', '"document"')),
      "Please send the file in the field 'file'.",
    ],
    [
      'a field twice',
      form(CATEGORY, CATEGORY, TYPE, file('a.pdf')),
      "The field 'attachmentCategoryID' may be given once only.",
    ],
    [
      'E14 a category that is no number',
      form(field('attachmentCategoryID', '1 or 1=1'), TYPE, file('a.pdf')),
      'attachmentCategoryID must be a whole number.',
    ],
    [
      'E14 a type beyond all numbers',
      form(CATEGORY, field('attachmentTypeID', '2147483648'), file('a.pdf')),
      'attachmentTypeID must be a whole number.',
    ],
    [
      'B13 an unknown type',
      form(CATEGORY, field('attachmentTypeID', '9999'), file('a.pdf')),
      'This attachment type does not exist.',
    ],
    [
      'a type of another category',
      form(field('attachmentCategoryID', String(MINERAL)), TYPE, file('a.pdf')),
      'This attachment type does not belong to the category.',
    ],
    [
      'E08 a field of 1 MB',
      form(CATEGORY, TYPE, field('description', 'x'.repeat(1_048_576)), file('a.pdf')),
      "The field 'description' is too long.",
    ],
    [
      '101 words',
      form(CATEGORY, TYPE, field('description', 'w '.repeat(101)), file('a.pdf')),
      'Description exceeds 100 word limit.',
    ],
    [
      '1001 characters',
      form(CATEGORY, TYPE, field('description', 'x'.repeat(1001)), file('a.pdf')),
      'Description exceeds 1000 characters.',
    ],
    [
      'a NUL in the description',
      form(CATEGORY, TYPE, field('description', 'a\0b'), file('a.pdf')),
      'The description holds a character that is not allowed.',
    ],
    [
      'E10 the name of a prototype',
      form(CATEGORY, TYPE, field('__proto__', 'x'), file('a.pdf')),
      "A field cannot be named '__proto__'.",
    ],
    [
      'A11 its end cut off',
      form(CATEGORY, TYPE, file('a.pdf')).subarray(0, -8),
      'The upload arrived incomplete. Please try again.',
    ],
    ['no bytes at all', '', 'Please send the file as a form (multipart/form-data).'],
    [
      'a damaged header',
      form('Content-Disposition: form-data\r\n\r\nx'),
      'The upload could not be read. A part of the form has no name, or names itself twice.',
    ],
  ])(
    'R5.17 A11 B13 E08 E10 E14 V1.3.3 V2.2.2 with %s is refused with 400, and nothing remains',
    async (_what, payload, error) => {
      await nothingIsLeftBy(async () => {
        const answer = await sendRaw(payload)
        expect([answer.statusCode, answer.json()]).toEqual([400, failureWith(error)])
      })
    },
  )

  test('E11 without a boundary is refused with 400, of another content type with 415', async () => {
    const noBoundary = await sendRaw(form(CATEGORY), 'multipart/form-data')
    expect([noBoundary.statusCode, noBoundary.json()]).toEqual([
      400,
      { error: 'Please send the file as a form (multipart/form-data).', code: 'upload.no_form' },
    ])
    expect((await sendRaw(PDF, 'application/pdf')).statusCode).toBe(415)
    expect((await sendRaw('{}', 'application/json')).statusCode).toBe(400)
  })

  test('R5.48 E09 uses the extension of the stored name if a file has two names', async () => {
    const refused = await sendRaw(form(CATEGORY, TYPE, fileOfTwoNames('b.html')))
    expect([refused.statusCode, refused.body]).toEqual([415, expect.stringMatching(/b\.html: this type/)])
    const taken = await sendRaw(form(CATEGORY, TYPE, fileOfTwoNames('b.pdf')))
    expect(taken.json<{ file: Upload }>().file.FileName).toBe('b.pdf')
  })

  test('reaches no call but the upload', async () => {
    const answer = await portal.call(lovingUser, deleteUpload, {
      params: { fileId: 1 },
      payload: form(CATEGORY),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    })
    expect(answer.statusCode).toBe(415)
  })

  test('accepts 100 words and 1000 characters, as trimmed code points', async () => {
    const words = await sendGood(lovingUser, { description: 'word '.repeat(100) })
    expect(words.Description).toBe('word '.repeat(100).trim())
    const characters = await sendGood(lovingUser, { description: ` ${'🛢'.repeat(1000)} ` })
    expect(characters.Description).toBe('🛢'.repeat(1000))
  })
})

describe('the county of an upload', () => {
  test('S6.4 R5.1 V8.2.3 F05 is that of the session for an ordinary user; another one is refused', async () => {
    expect((await sendGood(lovingUser)).CountyID).toBe(loving)
    expect((await sendGood(lovingUser, { countyId: loving })).CountyID).toBe(loving)
    await nothingIsLeftBy(async () => {
      const answer = await send(lovingUser, { countyId: winkler })
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { error: 'You may only upload for your own county.', code: 'upload.county_not_yours' },
      ])
    })
  })

  test('is empty for staff without a county', async () => {
    expect(await sendGood(staff)).toMatchObject({ CountyID: null, County: null, CountyName: null })
    expect((await send(staff, { countyId: loving })).statusCode).toBe(403)
  })

  test('is an administrator’s choice, or empty', async () => {
    expect(await sendGood(administrator, { countyId: winkler })).toMatchObject({
      CountyID: winkler,
      County: 'Winkler',
    })
    expect((await sendGood(administrator)).CountyID).toBeNull()
    const answer = await send(administrator, { countyId: 999 })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'This county does not exist.', code: 'upload.county_unknown' },
    ])
  })
})

test('F07 without a session nothing is stored', async () => {
  await nothingIsLeftBy(async () => expect((await send(null)).statusCode).toBe(401))
})
