import { downloadUpload } from '@portal/contract/files/files.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storedObjects } from '../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { newStorageKey } from '../../engines/storage/storage.ts'
import { completeIntake } from './complete-intake.ts'
import { findCommittedDocument } from './committed-document.repository.ts'
import { readDraft, type DocumentFields } from './document-draft.ts'
import { discardOnFailure, stageFile } from './stage-file.ts'

const FIELDS = { attachmentCategoryID: '1', attachmentTypeID: '1', description: 'From the mailbox' }
const LARGEST = 1_000_000
const LOCK_NOT_AVAILABLE = '55P03'

let portal: TestPortal
let clerk: TestPerson

beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.addPerson({ email: 'clerk@firm.example' })
})
afterAll(() => portal.close())

type Sent = {
  readonly name: string
  readonly fields?: DocumentFields | undefined
  readonly largest?: number | undefined
  /** What else its sender does once the file is staged. */
  readonly afterwards?: () => Promise<void>
}

/** As it would come from anywhere but a form. */
async function takeIn({ name, fields = FIELDS, largest = LARGEST, afterwards }: Sent) {
  const context = contextOfPerson(portal.world, clerk)
  const { person } = context.actor
  const key = newStorageKey()
  const delivery = await discardOnFailure(context, key, async () => {
    const file = await stageFile(context, { key, name, bytes: once(SAMPLE_FILES.pdf), largest })
    await afterwards?.()
    return { file, draft: readDraft(person, fields) }
  })
  const { accountId: uploadedBy } = person
  return completeIntake(context, { ...delivery, uploadedBy, uploadedAt: portal.clock.now() })
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Documents, kept objects and staged ones. */
async function counts() {
  const { rows } = await portal.pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM document')
  const { kept, staged } = await storedObjects(portal.world.storage)
  return [rows[0]?.n, kept.length, staged.length]
}

test('what comes by no form is staged, checked, kept and recorded as an upload is', async () => {
  const { id } = await takeIn({ name: 'inbox/rendition.pdf' })
  const { rows } = await portal.pool.query(
    `SELECT file_name, description, byte_size, content_type, uploaded_by, what, who
      FROM document AS d JOIN ${AUDIT_AS_TOLD} ON document_id = d.id WHERE d.id = $1`,
    [id],
  )
  expect(rows).toEqual([
    {
      file_name: 'rendition.pdf',
      description: 'From the mailbox',
      byte_size: SAMPLE_FILES.pdf.length,
      content_type: 'application/pdf',
      uploaded_by: clerk.accountId,
      what: 'uploaded',
      who: clerk.email,
    },
  ])
  const answer = await portal.call(clerk, downloadUpload, { params: { fileId: id } })
  expect(answer.rawPayload.equals(SAMPLE_FILES.pdf)).toBe(true)
})

test.each([
  { what: 'a name of no accepted kind', name: 'rendition.exe', status: 415 },
  { what: 'bytes of another kind', name: 'rendition.png', status: 415 },
  { what: 'fields that are not complete', name: 'rendition.pdf', fields: {}, status: 400 },
  {
    what: 'a type that does not exist',
    name: 'rendition.pdf',
    fields: { ...FIELDS, attachmentTypeID: '999' },
    status: 400,
  },
  { what: 'another county', name: 'rendition.pdf', fields: { ...FIELDS, countyId: '7' }, status: 403 },
  { what: 'more bytes than were said', name: 'rendition.pdf', largest: 10, status: 413 },
])('$what is refused with $status, and nothing is left', async ({ name, fields, largest, status }) => {
  const before = await counts()
  await expect(takeIn({ name, fields, largest })).rejects.toMatchObject({ status })
  expect(await counts()).toEqual(before)
})

test('a delivery that breaks after its file was staged leaves nothing', async () => {
  const before = await counts()
  const keep = vi.spyOn(portal.world.storage, 'keep')
  const broken = takeIn({
    name: 'rendition.pdf',
    afterwards: () => Promise.reject(new Error('The line dropped.')),
  })
  await expect(broken).rejects.toThrow('The line dropped.')
  expect(await counts()).toEqual(before)
  expect(keep).not.toHaveBeenCalled()
})

test('C03 a document after a commit of unknown outcome is found only once its row could be locked, which waits for a standby', async () => {
  const { id, storage_key: key } = await takeIn({ name: 'unknown.pdf' })
  const held = await portal.pool.connect()
  try {
    await held.query('BEGIN')
    await held.query('SELECT FROM document WHERE id = $1 FOR UPDATE', [id])
    const looked = portal.world.database.kysely.transaction().execute(async (transaction) => {
      await sql`SET LOCAL lock_timeout = '200ms'`.execute(transaction)
      return findCommittedDocument(transaction, key)
    })
    await expect(looked).rejects.toMatchObject({ code: LOCK_NOT_AVAILABLE })
    await held.query('ROLLBACK')
  } finally {
    held.release()
  }
  expect(await findCommittedDocument(portal.world.database.kysely, key)).toMatchObject({ id })
})
