import {
  getMailBlocks,
  getMailPageImage,
  getMailPageTexts,
  previewMail,
} from '@portal/contract/ingestion/mail-preview.ts'
import { refuseMail } from '@portal/contract/ingestion/mailbox.ts'
import type { Preview, PreviewBlocks } from '@portal/contract/viewer/viewer.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneLockPerAccount } from '../../engines/http/account-limiter.ts'
import type { PersonContext } from '../../records/context.ts'
import { sweepPreviews } from '../../records/documents/previews/sweep-previews.ts'
import { VIRUS_MARKER } from '../../testing/fake-clamd.ts'
import { LOVING } from '../../testing/loving.ts'
import { filePart, mailOf, textPart } from '../../testing/made-mail.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'
import { findViewed } from './find-viewed.ts'
import { findViewedMail } from './viewed-mail.ts'

const FROM = 'Owner <owner@elsewhere.example>'

type MailPortal = Pick<TestPortal<{ cast: typeof LOVING; mailbox: true }>, 'mailbox' | 'call' | 'pool'>

let portal: TestPortal<{ cast: typeof LOVING; mailbox: true }>
let admin: TestPerson
beforeAll(async () => {
  portal = await testPortal({ cast: LOVING, mailbox: true })
  admin = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterAll(() => portal.close())

/** The id of a message that waits. */
async function waiting({ mailbox }: Pick<MailPortal, 'mailbox'>, ...parts: readonly string[]) {
  await mailbox.deliver(mailOf({ from: FROM, parts }))
  await mailbox.look()
  return (await mailbox.verdicts()).at(-1)?.id ?? ''
}

const look = (mailId: string, query = {}, by = admin) =>
  portal.call(by, previewMail, { params: { mailId }, query })

/** A call in the session of the administrator. */
async function contextOfAdmin(): Promise<PersonContext> {
  const context = contextOfPerson(portal.world, { ...admin, isAdmin: true })
  const { rows } = await portal.pool.query<{ id: number }>(
    'SELECT id::integer FROM session WHERE account_id = $1 ORDER BY id DESC LIMIT 1',
    [admin.accountId],
  )
  const session = { ...context.actor.session, id: rows[0]?.id ?? 0 }
  return { ...context, actor: { ...context.actor, session } }
}

const looks = async (mailId: string) =>
  (
    await portal.pool.query<{ account_id: number; county_id: number }>(
      `SELECT account_id, county_id FROM audit_record WHERE action = 'mail.viewed' AND after ->> 'message' = $1`,
      [mailId],
    )
  ).rows

test('R11.40 a waiting e-mail shows its head, its text and its attachments, and no HTML', async () => {
  const html = '<script>alert(1)</script><p>Two plants.</p><img src="https://track.example/x.gif">'
  const mailId = await waiting(
    portal,
    textPart(html, 'html'),
    filePart('rendition.pdf', SAMPLE_FILES.pdf),
    filePart('assets.xlsx', SAMPLE_FILES.xlsx),
    filePart('setup.exe', Buffer.from('MZ')),
  )
  const shown = (await look(mailId)).json<Preview>()
  expect(shown.kind).toBe('blocks')
  expect(shown.attachments.map(({ FileName, IsViewable }) => [FileName, IsViewable])).toEqual([
    ['rendition.pdf', true],
    ['assets.xlsx', true],
    ['setup.exe', false],
  ])
  const read = await portal.call(admin, getMailBlocks, { params: { mailId } })
  expect(read.body).toContain('owner@elsewhere.example')
  expect(read.body).not.toMatch(/track\.example|alert/u)
  expect(read.json<PreviewBlocks>().blocks.map(({ text }) => text.trim())).toEqual(['', 'Two plants.'])
  const sheet = { params: { mailId }, query: { attachment: 2 } }
  expect((await portal.call(admin, getMailBlocks, sheet)).body).toContain('Reciprocating compressor')
})

test('R11.40 an attachment of a waiting e-mail is shown as pictures of its pages with their text', async () => {
  const mailId = await waiting(portal, textPart('Attached.'), filePart('one.pdf', SAMPLE_FILES.pdf))
  expect((await look(mailId, { attachment: 1 })).json()).toMatchObject({ kind: 'pages', pageCount: 1 })
  const page = { params: { mailId, page: 1 }, query: { attachment: 1 } }
  const picture = await portal.call(admin, getMailPageImage, page)
  expect(picture.headers).toMatchObject({
    'content-type': expect.stringMatching(/^image\/(?:webp|png)$/u),
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await portal.call(admin, getMailPageTexts, page)).body).toContain('Delaware Pipe Line LLC')
})

test('R11.40 an attachment that is not what its name says is not shown, and its bytes are not sent', async () => {
  const forged = filePart('one.pdf', Buffer.from('MZ no PDF at all'))
  const mailId = await waiting(portal, textPart('Attached.'), forged)
  const answers = [
    await look(mailId, { attachment: 1 }),
    await portal.call(admin, getMailPageImage, { params: { mailId, page: 1 }, query: { attachment: 1 } }),
  ]
  for (const answer of answers) expect(answer.json()).toMatchObject({ code: 'preview.page_unreadable' })
  expect((await look(mailId, { attachment: 2 })).statusCode).toBe(404)
})

test('R11.41 a look is recorded once in ten minutes for each person and e-mail', async () => {
  const mailId = await waiting(portal, textPart('Read me.'), filePart('one.pdf', SAMPLE_FILES.pdf))
  await Promise.all([look(mailId), look(mailId), look(mailId, { attachment: 1 })])
  const one = { account_id: admin.accountId, county_id: portal.counties.loving }
  expect(await looks(mailId)).toEqual([one])
  const colleague = await portal.addPerson({ email: 'colleague@staff.example', role: 'administrator' })
  await look(mailId, {}, colleague)
  expect(await looks(mailId)).toEqual([one, { ...one, account_id: colleague.accountId }])
})

test('R11.41 two looks at once, on two servers, are recorded once', async () => {
  const mailId = await waiting(portal, textPart('Read me.'), filePart('one.pdf', SAMPLE_FILES.pdf))
  // Each server has its own line for the calls of a person.
  const context = await contextOfAdmin()
  const lookAtServer = () => findViewedMail({ ...context, lockLimiter: oneLockPerAccount() }, mailId)
  const lock = await portal.pool.connect()
  try {
    // Both may look for an earlier record, and none can write one.
    await lock.query('BEGIN; LOCK TABLE audit_record IN SHARE ROW EXCLUSIVE MODE')
    const both = Promise.all([lookAtServer(), lookAtServer()])
    await waitForBlocked(portal, 2)
    await lock.query('COMMIT')
    await both
  } finally {
    lock.release()
  }
  expect(await looks(mailId)).toHaveLength(1)
})

test('R11.41 R16.3 no process opens two waiting e-mails, and an attachment has the group of its e-mail', async () => {
  const parts = [textPart('Read me.'), filePart('one.pdf', SAMPLE_FILES.pdf)]
  const [first, second] = [await waiting(portal, ...parts), await waiting(portal, ...parts)]
  const senderGone = new AbortController().signal
  const groupOf = async (mailId: string, attachment?: number) =>
    (await findViewed(await contextOfAdmin(), { mailId, attachment, senderGone })).file.group
  expect(await groupOf(second)).not.toBe(await groupOf(first))
  expect(await groupOf(first, 1)).toBe(await groupOf(first))
  expect(await groupOf(second, 1)).toBe(await groupOf(second))
})

test('R11.41 only those who may decide see a waiting e-mail, and nobody sees it afterwards', async () => {
  const mailId = await waiting(portal, textPart('Read me.'), filePart('one.pdf', SAMPLE_FILES.pdf))
  expect((await look(mailId, {}, portal.people.clerk)).statusCode).toBe(403)
  const staff = await portal.addPerson({ email: 'staff@staff.example', role: 'staff' })
  expect((await look(mailId, {}, staff)).statusCode).toBe(403)
  expect((await look(mailId)).statusCode).toBe(200)
  const { world } = portal
  const cached = (await world.previewCache.groups()).length
  const refusal = { reason: 'An invoice.', isTold: false }
  await portal.call(admin, refuseMail, { params: { mailId }, payload: refusal })
  expect((await look(mailId)).json()).toMatchObject({ code: 'mailbox.not_shown' })
  await sweepPreviews(world)
  expect(await world.previewCache.groups()).toHaveLength(cached - 1)
  expect((await look('00000000-0000-4000-8000-000000000000')).statusCode).toBe(404)
})

test('R11.42 an e-mail is scanned before its first look, and one that was not found clean is not shown', async () => {
  await using cleanup = new AsyncDisposableStack()
  const scanned = await testPortal({ cast: LOVING, mailbox: true, scanner: true })
  cleanup.defer(() => scanned.close())
  const by = await scanned.addPerson({ email: 'admin@staff.example', role: 'administrator' })
  const view = (mailId: string) => scanned.call(by, previewMail, { params: { mailId } })
  const clean = await waiting(scanned, textPart('Sound.'), filePart('one.pdf', SAMPLE_FILES.pdf))
  expect((await view(clean)).statusCode).toBe(200)
  await view(clean)
  expect(scanned.scanner.scanned()).toBe(1)
  const infected = await waiting(scanned, textPart(VIRUS_MARKER), filePart('two.pdf', SAMPLE_FILES.pdf))
  expect((await view(infected)).json()).toMatchObject({ code: 'document.infected' })
  scanned.scanner.be('fail')
  const unchecked = await waiting(scanned, textPart('Later.'), filePart('three.pdf', SAMPLE_FILES.pdf))
  expect((await view(unchecked)).json()).toMatchObject({ code: 'document.still_checked' })
  scanned.scanner.be('scan')
  expect((await view(unchecked)).json()).toMatchObject({ code: 'document.still_checked' })
  await scanned.scanner.scanNow()
  expect((await view(unchecked)).statusCode).toBe(200)
  const { rows } = await scanned.pool.query(
    `SELECT FROM audit_record WHERE action = 'mail.viewed' AND after ->> 'message' = $1`,
    [infected],
  )
  expect(rows).toEqual([])
})
