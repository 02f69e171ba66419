import { INFECTED, STILL_BEING_CHECKED } from '@portal/contract/files/document-errors.ts'
import { listUploads, type Upload } from '@portal/contract/files/files.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { VIRUS_NAME, type ClamdMood } from '../../testing/fake-clamd.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import { CLEAN_PDF, INFECTED_PDF, scanCalls, type ScanCalls, SCANNED } from '../../testing/scan-calls.ts'
import { storedObjects } from '../../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof SCANNED>
let scans: ScanCalls

beforeAll(async () => {
  portal = await testPortal(SCANNED)
  scans = scanCalls(portal)
})
afterEach(() => portal.scanner.be('scan'))
afterAll(() => portal.close())

const listed = async () => {
  const answer = await portal.call(portal.people.clerk, listUploads)
  return answer.json<{ files: Upload[] }>().files.map(({ FileID }) => FileID)
}

test('a clean upload is scanned before it is answered, and can be opened at once', async () => {
  const before = portal.scanner.scanned()
  const fileId = await scans.store(CLEAN_PDF)
  expect(portal.scanner.scanned()).toBe(before + 1)
  expect((await scans.open(fileId)).rawPayload.equals(CLEAN_PDF)).toBe(true)
  expect(await portal.scanner.scanOf(fileId)).toMatchObject({ scan_state: 'clean' })
})

describe('D01 V5.4.3 an infected upload', () => {
  test('is refused with its virus by name, lies in quarantine, stands in no list, and leaves a record', async () => {
    const before = await listed()
    const answer = await scans.send(INFECTED_PDF, 'invoice.pdf')
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      {
        error:
          'invoice.pdf: a virus was found in this file, so it was refused. Have your computer checked for viruses, or ask the helpdesk.',
        code: 'upload.infected',
        details: `A virus was found in invoice.pdf: ${VIRUS_NAME}.`,
      },
    ])
    expect(await listed()).toEqual(before)
    const { quarantined, staged } = await storedObjects(portal.world.storage)
    expect([quarantined.length, staged]).toEqual([1, []])
    const { rows: known } = await portal.pool.query(
      'SELECT state, scan_state, scan_finding FROM stored_object WHERE key = $1',
      quarantined,
    )
    expect(known).toEqual([{ state: 'quarantined', scan_state: 'infected', scan_finding: VIRUS_NAME }])
    const { rows } = await portal.pool.query(
      `SELECT who, after FROM ${AUDIT_AS_TOLD} WHERE what = 'infected upload rejected'`,
    )
    expect(rows).toEqual([
      {
        who: portal.people.clerk.email,
        after: expect.objectContaining({ fileName: 'invoice.pdf', finding: VIRUS_NAME }),
      },
    ])
  })

  test('its uploader and the administrators get mail that says what to do', async () => {
    const toClerk = (await mailsTo(portal, portal.people.clerk.email)).map(({ text }) => text)
    expect(toClerk).toEqual([
      expect.stringContaining(`“invoice.pdf”. A virus was found in it: ${VIRUS_NAME}.`),
    ])
    expect(toClerk[0]).toContain('upload the file again from a clean original')
    const [toAdmin] = await mailsTo(portal, portal.people.admin.email)
    expect(toAdmin?.text).toContain(`${portal.people.clerk.email} (Ector) uploaded it on`)
    expect(toAdmin?.text).toContain('/virus-checks')
  })

  test('of an administrator is one mail to them, and many infected files are at most 20 in an hour', async () => {
    const before = (await mailsTo(portal, portal.people.admin.email)).length
    await scans.send(INFECTED_PDF, 'own.pdf', portal.people.admin)
    expect(await mailsTo(portal, portal.people.admin.email)).toHaveLength(before + 1)
    for (let sent = 0; sent < 25; sent++) await scans.send(INFECTED_PDF)
    expect((await mailsTo(portal, portal.people.clerk.email)).length).toBe(20)
    expect((await scans.send(INFECTED_PDF)).statusCode).toBe(415)
  })
})

describe('C16 an upload that the scanner cannot look at', () => {
  const moods: ClamdMood[] = ['drop', 'fail', 'limits']
  test.each(moods)(
    'because it does %s, is durable, answered and listed, and cannot be opened',
    async (mood) => {
      portal.scanner.be(mood)
      const fileId = await scans.store(INFECTED_PDF)
      expect(await listed()).toContain(fileId)
      await expectWaiting(fileId)
      expect(await portal.scanner.scanOf(fileId)).toMatchObject({ scan_state: 'pending', scan_tries: 1 })
    },
  )

  test('because it is away: by no way, also not by ranges, and not as unchanged', async () => {
    const known = await scans.open(await scans.store(CLEAN_PDF))
    await portal.scanner.stop()
    const fileId = await scans.store(CLEAN_PDF)
    expect(await listed()).toContain(fileId)
    await expectWaiting(fileId)
    await expectWaiting(fileId, { range: 'bytes=0-3' })
    await expectWaiting(fileId, { 'if-none-match': String(known.headers.etag) })
    expect(await portal.scanner.scanOf(fileId)).toMatchObject({ scan_state: 'pending', scan_tries: 0 })
    const page = await scans.open(fileId, { accept: 'text/html' })
    expect([page.statusCode, page.body]).toEqual([503, expect.stringContaining(STILL_BEING_CHECKED.sentence)])
  })
})

test('what is infected by what the database knows never leaves, whoever marked it', async () => {
  await portal.pool.query(
    `UPDATE stored_object SET scan_state = 'infected', scan_finding = 'X' WHERE state = 'kept'`,
  )
  const [fileId] = await listed()
  const answer = await scans.open(fileId ?? 0)
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { error: INFECTED.sentence, code: INFECTED.code, details: 'X' },
  ])
})

async function expectWaiting(fileId: number, headers?: Record<string, string>): Promise<void> {
  const answer = await scans.open(fileId, headers)
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { error: 'This file is still being checked.', code: STILL_BEING_CHECKED.code },
  ])
}
