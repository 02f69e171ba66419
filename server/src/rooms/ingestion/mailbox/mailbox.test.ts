import { deleteUpload } from '@portal/contract/files/files.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { LOVING } from '../../../testing/loving.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { FILINGS, TRUSTED } from '../../../testing/mail-folder.ts'
import { filePart, mailOf, PASSED, textPart } from '../../../testing/made-mail.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { makeDueReceipts } from '../../receipts/due-receipts.ts'
import { isSound, verifyDocuments } from '../../files/verify/verify.usecases.ts'
import { createMailboxDoor } from './mailbox-door.ts'
import { mailboxCommands } from './mailbox.commands.ts'

const { pdf, png } = SAMPLE_FILES
const NEVER = new AbortController().signal

let portal: TestPortal<{ cast: typeof LOVING; mailbox: true }>
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, mailbox: true })
})
afterEach(() => portal.close())

const good = (name = 'Rendition.pdf') => mailOf({ parts: [textPart('Hello'), filePart(name, pdf)] })

test('R11.5 an e-mailed file becomes a document of the county and of its sender, who gets its number', async () => {
  await portal.mailbox.deliver(good())
  await portal.mailbox.look()
  const [document] = await portal.documents()
  expect(document).toMatchObject({
    file_name: 'Rendition.pdf',
    uploaded_by: portal.people.clerk.accountId,
    county_id: portal.counties.loving,
  })
  expect(await portal.mailbox.lying()).toEqual({ arrived: 0, accepted: 1, refused: 0, waiting: 0 })
  const [mail] = await mailsTo(portal, portal.people.clerk.email)
  expect(mail?.subject).toContain('Your files were received')
  expect(mail?.text).toContain(`Accepted as file ${document?.id}: Rendition.pdf`)
  const { rows } = await portal.pool.query(
    `SELECT who, came_from FROM ${AUDIT_AS_TOLD} WHERE document_id = $1`,
    [document?.id],
  )
  expect(rows).toEqual([{ who: 'mail of clerk@loving.example', came_from: 'mailbox' }])
  await expectInvariants(portal)
})

test('a message that its sender addressed elsewhere is not filed, however it was delivered here; one with Cc is', async () => {
  const parts = [filePart('Rendition.pdf', pdf)]
  const header = [`Delivered-To: ${FILINGS}`]
  await portal.mailbox.deliver(mailOf({ to: 'friend@elsewhere.example', header, parts }))
  await portal.mailbox.look()
  expect(await portal.mailbox.lying()).toMatchObject({ accepted: 0, waiting: 1 })
  expect(await portal.documents()).toEqual([])
  const copied = [...header, `Cc: friend@elsewhere.example, ${FILINGS}`]
  await portal.mailbox.deliver(mailOf({ to: 'friend@elsewhere.example', header: copied, parts }))
  await portal.mailbox.look()
  expect(await portal.mailbox.lying()).toMatchObject({ accepted: 1, waiting: 1 })
})

test('of good and bad files the good are stored and the bad are named; the same bytes are stored once and named twice', async () => {
  await portal.mailbox.deliver(
    mailOf({
      parts: [
        filePart('one.pdf', pdf),
        filePart('again.pdf', pdf),
        filePart('notes.txt', Buffer.from('words')),
        filePart('picture.pdf', png),
      ],
    }),
  )
  await portal.mailbox.look()
  const documents = await portal.documents()
  expect(documents.map(({ file_name }) => file_name)).toEqual(['one.pdf'])
  const [mail] = await mailsTo(portal, portal.people.clerk.email)
  expect(mail?.text).toContain(`Accepted as file ${documents[0]?.id}: one.pdf`)
  expect(mail?.text).toContain(`Accepted as file ${documents[0]?.id}: again.pdf`)
  expect(mail?.text).toContain('\nNot accepted: notes.txt: this type of file is not accepted.')
  expect(mail?.text).toContain('\nNot accepted: picture.pdf: the content is not a valid .pdf file.')
  await expectInvariants(portal)
})

test('a second delivery, under any name, has the same outcome and is answered once', async () => {
  const message = good()
  await portal.mailbox.deliver(message)
  await portal.mailbox.look()
  await portal.mailbox.deliver(message)
  await portal.mailbox.look()
  expect(await portal.documents()).toHaveLength(1)
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 0, accepted: 2 })
  expect(await mailsTo(portal, portal.people.clerk.email)).toHaveLength(1)
})

/** The same message as another server delivers it, with other trace headers on top. */
const byAnotherWay = (message: string) =>
  message.replace(
    'From: ',
    'Received: from backup.firm.example by mx.firm.example; Mon, 2 Mar 2026 10:00:00 -0600\r\nFrom: ',
  )

test('R12.12 the answer to a message is its receipt: number and code, and time, size and hash of each file', async () => {
  await portal.mailbox.deliver(mailOf({ parts: [filePart('one.pdf', pdf), filePart('two.png', png)] }))
  await portal.mailbox.look()
  const { rows } = await portal.pool.query<{ number: string; check_code: string; files: number }>(
    `SELECT number, check_code, (SELECT count(*)::integer FROM receipt_file WHERE receipt_id = receipt.id) AS files
     FROM receipt WHERE is_automatic AND account_id = $1`,
    [portal.people.clerk.accountId],
  )
  expect(rows).toMatchObject([{ files: 2 }])
  const [mail, ...others] = await mailsTo(portal, portal.people.clerk.email)
  expect(others).toEqual([])
  for (const part of [
    `Receipt number: ${rows[0]?.number}`,
    `Check code: ${rows[0]?.check_code}`,
    `/receipts?v=${rows[0]?.number.replaceAll(/\D/g, '')}.${rows[0]?.check_code.replaceAll('-', '')}`,
    `Size: ${pdf.length} bytes`,
    `SHA-256: ${createHash('sha256').update(png).digest('hex')}`,
    `Received: ${portal.clock.now().toISOString().slice(0, 10)}T`,
  ])
    expect(mail?.text).toContain(part)
  // No file is left for automatic receipts.
  portal.clock.advance(2 * 3_600_000)
  await makeDueReceipts(portal.world)
  expect((await portal.pool.query('SELECT FROM receipt')).rowCount).toBe(1)
  await expectInvariants(portal)
})

test('R12.12 the receipt of a message without an answer comes automatically, later', async () => {
  const header = ['Auto-Submitted: auto-generated']
  await portal.mailbox.deliver(mailOf({ header, parts: [filePart('scan.pdf', pdf)] }))
  await portal.mailbox.look()
  expect(await portal.mailbox.lying()).toMatchObject({ accepted: 1 })
  expect((await portal.pool.query('SELECT FROM receipt')).rowCount).toBe(0)
  portal.clock.advance(11 * 60_000)
  await makeDueReceipts(portal.world)
  expect((await portal.pool.query('SELECT FROM receipt')).rowCount).toBe(1)
})

test('R11.21 a message that comes again by another path files nothing twice, and its answer says so', async () => {
  const message = mailOf({ parts: [filePart('one.pdf', pdf), filePart('two.png', png)] })
  await portal.mailbox.deliver(message)
  await portal.mailbox.look()
  portal.clock.advance(60_000)
  await portal.mailbox.deliver(byAnotherWay(message))
  await portal.mailbox.look()
  const documents = await portal.documents()
  expect(documents.map(({ file_name }) => file_name)).toEqual(['one.pdf', 'two.png'])
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 0, accepted: 2 })
  const texts = (await mailsTo(portal, portal.people.clerk.email)).map(({ text }) => text)
  const [first, second] = ['Accepted as', 'Came before'].map((begin) =>
    texts.find((text) => text?.includes(begin)),
  )
  const { rows } = await portal.pool.query<{ number: string }>('SELECT number FROM receipt')
  expect(rows).toHaveLength(1)
  for (const { id, file_name } of documents) {
    expect(first).toContain(`Accepted as file ${id}: ${file_name}`)
    expect(second).toContain(`Came before, as file ${id}: ${file_name}`)
  }
  expect(second).toContain(`Receipt number: ${rows[0]?.number}`)
  await expectInvariants(portal)
})

test('R11.21 if a message comes again with another file, that file is filed, once', async () => {
  const parts = [filePart('one.pdf', pdf)]
  const message = mailOf({ parts })
  await portal.mailbox.deliver(message)
  const more = message.replace(/--(=_part_\d+)--/, `--$1\r\n${filePart('two.png', png)}\r\n--$1--`)
  await portal.mailbox.deliver(byAnotherWay(more))
  await portal.mailbox.look()
  expect((await portal.documents()).map(({ file_name }) => file_name)).toEqual(['one.pdf', 'two.png'])
})

test.each([
  ['in the bin', false],
  ['deleted for good', true],
])('R11.24 a message that comes again after its document is %s is filed again', async (_where, isForGood) => {
  const clerk = portal.people.clerk
  const message = good()
  await portal.mailbox.deliver(message)
  await portal.mailbox.look()
  const [first] = await portal.documents()
  const params = { fileId: first?.id ?? 0 }
  await portal.call(clerk, deleteUpload, { params })
  if (isForGood) await portal.call(clerk, deletePermanently, { params })
  portal.clock.advance(60_000)
  await portal.mailbox.deliver(byAnotherWay(message))
  await portal.mailbox.look()
  const { rows } = await portal.pool.query<{ id: number }>(
    'SELECT id FROM document WHERE deleted_at IS NULL AND id <> $1',
    [params.fileId],
  )
  expect(rows).toHaveLength(1)
  const texts = (await mailsTo(portal, clerk.email)).map(({ text }) => text).join('\n')
  expect(texts).toContain(`Accepted as file ${rows[0]?.id}: Rendition.pdf`)
  expect(texts).not.toContain('Came before')
  await expectInvariants(portal)
})

const withId = (id: string, from?: string) =>
  mailOf({ parts: [filePart('one.pdf', pdf)], ...(from !== undefined && { from }) }).replace(
    /^Message-ID: .*$/m,
    id,
  )

test.each([
  ['no Message-ID', () => [withId('X-None: 1'), withId('X-None: 2')]],
  ['another Message-ID', () => [withId('Message-ID: <a@b>'), withId('Message-ID: <b@b>')]],
  [
    'a Message-ID that is too long to be kept',
    () => ['x', 'y'].map((end) => withId(`Message-ID: <${'a'.repeat(600)}${end}@b>`)),
  ],
  [
    'another sender',
    () => [withId('Message-ID: <a@b>'), withId('Message-ID: <a@b>', 'Two <two@loving.example>')],
  ],
])('R11.21 the same file in a message with %s is filed separately', async (_what, messages) => {
  await portal.addPerson({ email: 'two@loving.example', countyId: portal.counties.loving })
  for (const message of messages()) await portal.mailbox.deliver(message)
  await portal.mailbox.look()
  expect(await portal.documents()).toHaveLength(2)
})

test('R11.21 two servers that get one message by two paths at the same time file it once', async () => {
  const both = Promise.withResolvers<void>()
  let kept = 0
  const keep: typeof portal.world.storage.keep = async (...of) => {
    if (++kept === 2) both.resolve()
    await both.promise
    return portal.world.storage.keep(...of)
  }
  const settings = { ...portal.world.settings, databaseUrl: 'postgres://elsewhere/portal' }
  const world = { ...portal.world, settings, storage: { ...portal.world.storage, keep } }
  const message = good()
  await portal.mailbox.deliver(message)
  const first = createMailboxDoor()(world, NEVER)
  await expect.poll(() => kept, { timeout: 10_000 }).toBe(1)
  // As if the first server's turn ended and the second did not find its message.
  await rm(join(portal.mailbox.root, 'new'), { recursive: true })
  await mkdir(join(portal.mailbox.root, 'new'))
  await portal.pool.query('DELETE FROM mailbox_turn')
  await portal.mailbox.deliver(byAnotherWay(message))
  await Promise.all([first, createMailboxDoor()(world, NEVER)])
  expect(await portal.documents()).toHaveLength(1)
  const files = await portal.pool.query('SELECT state, came_before FROM mail_file ORDER BY came_before')
  expect(files.rows).toEqual([
    { state: 'accepted', came_before: false },
    { state: 'accepted', came_before: true },
  ])
  await expectInvariants(portal)
})

const base64 = pdf.toString('base64')
const named = (disposition: string) => mailOf({ parts: [filePart('', pdf, { disposition })] })

test.each([
  ['encoded words', 'attachment; filename="=?utf-8?B?Y2Fmw6k=?= =?utf-8?Q?_two.pdf?="', 'café two.pdf'],
  ['RFC 2231', "attachment; filename*=utf-8''caf%C3%A9%20one.pdf", 'café one.pdf'],
  [
    'RFC 2231 in pieces',
    'attachment; filename*0*=iso-8859-1\'\'caf%E9; filename*1=" long.pdf"',
    'café long.pdf',
  ],
  ['no quotes', 'attachment; filename=my file.pdf', 'my file.pdf'],
  ['a path', 'attachment; filename="C:\\\\temp\\\\scan.pdf"', 'scan.pdf'],
])('a name by %s is read', async (_how, disposition, name) => {
  await portal.mailbox.deliver(named(disposition))
  await portal.mailbox.look()
  expect((await portal.documents()).map(({ file_name }) => file_name)).toEqual([name])
})

test('a name in Windows letters is read, and a forwarded message is filed as one', async () => {
  await portal.mailbox.deliver(Buffer.from(named('attachment; filename="caf\u00e9.pdf"'), 'latin1'))
  const forwarded =
    'From: a@b.example\r\nTo: c@d.example\r\nSubject: Old\r\nDate: Mon, 2 Mar 2026 10:00:00 -0600\r\nMessage-ID: <old@b.example>\r\n\r\nText'
  await portal.mailbox.deliver(mailOf({ parts: [`Content-Type: message/rfc822\r\n\r\n${forwarded}`] }))
  await portal.mailbox.look()
  expect((await portal.documents()).map(({ file_name }) => file_name)).toEqual([
    'café.pdf',
    'forwarded message 0.eml',
  ])
})

test('lines that end without a return, nested parts, and a truncated message are read', async () => {
  const inner = ['--in', textPart('plain'), '--in', filePart('deep.pdf', pdf), '--in--'].join('\r\n')
  const nested = mailOf({ parts: [`Content-Type: multipart/related; boundary=in\r\n\r\n${inner}`] })
  await portal.mailbox.deliver(nested.replaceAll('\r\n', '\n'))
  const whole = good('cut.pdf')
  await portal.mailbox.deliver(whole.slice(0, whole.lastIndexOf('\r\n--')))
  await portal.mailbox.look()
  expect((await portal.documents()).map(({ file_name }) => file_name)).toEqual(['deep.pdf', 'cut.pdf'])
})

const picture = (id: string) =>
  filePart(`${id}.png`, png, {
    type: 'image/png',
    disposition: `inline; filename="${id}.png"`,
    header: [`Content-ID: <${id}>`],
  })

test('pictures inside the text are not filed, others are', async () => {
  await portal.mailbox.deliver(
    mailOf({ parts: [textPart('<img src="cid:logo">', 'html'), picture('logo'), picture('scan')] }),
  )
  await portal.mailbox.look()
  expect((await portal.documents()).map(({ file_name }) => file_name)).toEqual(['scan.png'])
})

const deep = (levels: number): string =>
  levels === 0
    ? filePart('deep.pdf', pdf)
    : `Content-Type: multipart/mixed; boundary=b${levels}\r\n\r\n--b${levels}\r\n${deep(levels - 1)}\r\n--b${levels}--`

const WAITING = [
  ['nobody vouches', { authentication: null }, 'could not verify'],
  [
    'another server vouches',
    { authentication: PASSED.replace(TRUSTED, 'mx.evil.example') },
    'could not verify',
  ],
  [
    'the check failed',
    {
      authentication: `${TRUSTED}; dmarc=fail header.from=loving.example; dkim=pass header.d=loving.example`,
    },
    'could not verify',
  ],
  [
    'somebody else signed',
    { authentication: `${TRUSTED}; dkim=pass header.d=evil.example` },
    'could not verify',
  ],
  [
    'its sender wrote the finding',
    {
      authentication: `${TRUSTED}; dmarc=fail`,
      header: [`X-Between: 1`, `Authentication-Results: ${PASSED}`],
    },
    'could not verify',
  ],
  ['two senders', { from: 'clerk@loving.example, other@loving.example' }, 'one sender'],
  ['two fields of senders', { header: ['From: other@loving.example'] }, 'one sender'],
  ['a stranger', { from: 'stranger@loving.example' }, 'No one who can upload'],
  ['no address of ours', { to: 'info@filings.example' }, 'exactly one filing address'],
  ['encrypted', { kind: 'multipart/encrypted; protocol="application/pgp-encrypted"' }, 'encrypted'],
  ['winmail.dat', { parts: [filePart('winmail.dat', pdf, { type: 'application/ms-tnef' })] }, 'winmail.dat'],
  ['too deep', { parts: [deep(11)] }, 'nested more than 10 deep'],
  ['too many parts', { parts: Array.from({ length: 201 }, () => textPart('x')) }, 'more than 200 parts'],
  [
    'a huge header',
    { header: Array.from({ length: 300 }, (_, n) => `X-${n}: ${'h'.repeat(1000)}`) },
    'headers are larger',
  ],
] as const

test('R11.5 R11.50 an uncertain or unreadable message waits for a person and is stored; unknown senders get no answer', async () => {
  for (const [what, message] of WAITING) {
    await portal.mailbox.deliver(mailOf({ parts: [filePart('a.pdf', pdf)], ...message, subject: what }))
  }
  await portal.mailbox.look()
  expect(await portal.documents()).toEqual([])
  const verdicts = await portal.mailbox.verdicts()
  expect(verdicts.map(({ subject, state }) => `${subject}: ${state}`)).toEqual(
    WAITING.map(([what]) => `${what}: waiting`),
  )
  for (const [what, , reason] of WAITING) {
    expect(verdicts.find(({ subject }) => subject === what)?.reason).toContain(reason)
  }
  expect(await portal.mailbox.lying()).toEqual({
    arrived: 0,
    accepted: 0,
    refused: 0,
    waiting: WAITING.length,
  })
  expect((await storedObjects(portal.world.storage)).kept).toHaveLength(WAITING.length)
  const told = await mailsTo(portal, portal.people.clerk.email)
  expect(told.length).toBeGreaterThan(0)
  expect(told.every(({ text }) => text?.includes('Somebody will look at it.'))).toBe(true)
  expect(await mailsTo(portal, 'stranger@loving.example')).toEqual([])
  // A person has a day for them before the state of the portal warns.
  portal.clock.advance(23 * 3_600_000)
  expect((await portal.app.inject('/readyz')).body).not.toContain('waited for a decision')
  portal.clock.advance(25 * 3_600_000)
  expect(isSound(await verifyDocuments(portal.world))).toBe(true)
  const { warnings } = (await portal.app.inject('/readyz')).json<{ warnings: string[] }>()
  expect(warnings).toContain(`${WAITING.length} e-mails have waited for a decision for longer than a day.`)
})

test('R11.20 a header too long to be read to its end identifies no sender, and gets no answer', async () => {
  const header = Array.from({ length: 300 }, (_, n) => `X-${n}: ${'h'.repeat(1000)}`)
  await portal.mailbox.deliver(mailOf({ header, parts: [filePart('a.pdf', pdf)] }))
  await portal.mailbox.look()
  expect(await portal.mailbox.lying()).toMatchObject({ waiting: 1 })
  expect(await mailsTo(portal, portal.people.clerk.email)).toEqual([])
})

test('R11.20 a verdict that a field is too long files nothing', async () => {
  const authentication = `${TRUSTED}; dkim=pass header.d=loving.example; x=${'y'.repeat(8192)}; dmarc=fail`
  await portal.mailbox.deliver(mailOf({ authentication, parts: [filePart('a.pdf', pdf)] }))
  await portal.mailbox.look()
  expect(await portal.documents()).toEqual([])
  expect((await portal.mailbox.verdicts())[0]?.reason).toContain('could not verify')
})

test('a long subject is cut between two characters, in any encoding', async () => {
  const encoded = Array.from({ length: 60 }, () => `=?utf-8?Q?${'=F0=9F=8F=9B'.repeat(5)}?=`).join(' ')
  await portal.mailbox.deliver(mailOf({ subject: encoded }))
  await portal.mailbox.deliver(mailOf({ subject: `x${'\u{1F3DB}'.repeat(300)}` }))
  await portal.mailbox.look()
  const subjects = (await portal.mailbox.verdicts()).map(({ subject }) => subject)
  expect(subjects).toEqual([`${'\u{1F3DB}'.repeat(249)}…`, `x${'\u{1F3DB}'.repeat(249)}…`])
})

test('R11.5 a known sender who may not file for the county gets that answer, the message waits, and nothing is filed', async () => {
  const elsewhere = await portal.addCounty('Ector')
  const [other, reader] = await Promise.all([
    portal.addPerson({ email: 'other@loving.example', countyId: elsewhere.CountyID }),
    portal.addPerson({ email: 'reader@loving.example', role: 'reader', countyId: portal.counties.loving }),
  ])
  for (const from of [other.email, reader.email])
    await portal.mailbox.deliver(mailOf({ from, parts: [filePart('a.pdf', pdf)] }))
  await portal.mailbox.look()
  expect(await portal.documents()).toEqual([])
  expect((await portal.mailbox.verdicts()).map(({ state, reason }) => `${state}: ${reason}`)).toEqual([
    'waiting: Its sender may not upload for Loving.',
    'waiting: No one who can upload uses this address.',
  ])
  const [told] = await mailsTo(portal, other.email)
  expect(told?.text).toContain('Its sender may not upload for Loving.')
  expect(await mailsTo(portal, reader.email)).toEqual([])
})

const SILENT = [
  ['a bounce', ['Return-Path: <>']],
  ['an answer of a machine', ['Auto-Submitted: auto-replied']],
  ['of a list', ['List-Id: <list.example>']],
] as const

test('R11.5 without an attachment, or without an acceptable one, it is refused with the reason; machines get no answer', async () => {
  await portal.mailbox.deliver(mailOf({}))
  await portal.mailbox.deliver(mailOf({ parts: [filePart('notes.txt', Buffer.from('words'))] }))
  const broken = filePart('broken.pdf', pdf).replace(base64.slice(40, 44), '!!!!')
  await portal.mailbox.deliver(mailOf({ parts: [broken] }))
  await portal.mailbox.look()
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 0, refused: 3 })
  const mails = await mailsTo(portal, portal.people.clerk.email)
  const texts = mails.map(({ text }) => text).join('\n')
  expect(texts).toContain('No file was attached.')
  expect(texts).toContain('None of its files could be accepted.')
  expect(texts).toContain('broken.pdf was damaged on its way. Please send it again.')
  for (const [, header] of SILENT) await portal.mailbox.deliver(mailOf({ header }))
  await portal.mailbox.deliver(
    mailOf({ from: 'loving@filings.example', authentication: `${TRUSTED}; dmarc=pass` }),
  )
  await portal.mailbox.look()
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 0, refused: 7 })
  expect(await mailsTo(portal, portal.people.clerk.email)).toHaveLength(mails.length)
})

test('answers to one sender are limited: after twenty in a day one answer covers the others', async () => {
  for (let n = 0; n < 25; n++) await portal.mailbox.deliver(good(`r${n}.pdf`))
  await portal.mailbox.look()
  expect(await mailsTo(portal, portal.people.clerk.email)).toHaveLength(20)
  expect(await portal.documents()).toHaveLength(25)
})

test('R11.5 two servers on one mailbox file each message once', async () => {
  for (let n = 0; n < 20; n++) await portal.mailbox.deliver(good(`r${n}.pdf`))
  const doors = [createMailboxDoor(), createMailboxDoor()]
  const elsewhere = {
    ...portal.world,
    settings: { ...portal.world.settings, databaseUrl: 'postgres://elsewhere/portal' },
  }
  const round = async () => {
    // As if each server's turn ended immediately.
    await Promise.all(
      doors.map(async (door) => {
        await portal.pool.query('DELETE FROM mailbox_turn')
        await door(elsewhere, NEVER)
      }),
    )
  }
  await round()
  await round()
  expect(await portal.documents()).toHaveLength(20)
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 0, accepted: 20 })
  await expectInvariants(portal)
})

const keep = () => Promise.reject(new Error('the disk is away'))

test('while the store is unreachable a message stays where it arrived, and is filed afterwards', async () => {
  await portal.mailbox.deliver(good())
  const away = { ...portal.world, storage: { ...portal.world.storage, keep } }
  await createMailboxDoor()(away, NEVER)
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 1, accepted: 0 })
  await portal.mailbox.look()
  expect(await portal.documents()).toHaveLength(1)
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 0, accepted: 1 })
})

const mailbox = (...words: string[]) =>
  runCommand(portal.world, mailboxCommands, { words: ['mailbox', ...words] })

test('R11.13 while no document can be stored, messages stay where they arrived, and nothing is tried', async () => {
  const full = { ...portal.world.healthProbe, stateOf: async () => 'down' as const }
  const stage = vi.spyOn(portal.world.storage, 'stage')
  await portal.mailbox.deliver(good())
  await createMailboxDoor()({ ...portal.world, healthProbe: full }, NEVER)
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 1, accepted: 0, refused: 0 })
  expect(stage).not.toHaveBeenCalled()
  await portal.mailbox.look()
  expect(await portal.mailbox.lying()).toMatchObject({ arrived: 0, accepted: 1 })
})

const isFull = () => Promise.reject(new Error('the disk is full'))

// Only there can a process list its open files.
test.runIf(existsSync('/proc/self/fd'))(
  'R11.13 no file handle of a message stays open if the store refuses it',
  async () => {
    const full = { ...portal.world, storage: { ...portal.world.storage, stage: isFull } }
    for (let n = 0; n < 20; n++) await portal.mailbox.deliver(good())
    await createMailboxDoor()(full, NEVER)
    const held = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    )
    expect(held.filter((path) => path.startsWith(portal.mailbox.root))).toEqual([])
  },
)

test('a person files a pending message or refuses it; it is moved, its bytes are removed, and the record names its recipient', async () => {
  for (const name of ['one.pdf', 'two.pdf'])
    await portal.mailbox.deliver(mailOf({ from: 'owner@elsewhere.example', parts: [filePart(name, pdf)] }))
  await portal.mailbox.look()
  const listed = await mailbox()
  expect(listed.printed).toHaveLength(4)
  const [one, two] = (await portal.mailbox.verdicts()).map(({ id }) => id)
  const taken = [
    '--accept',
    one ?? '',
    '--as',
    portal.people.clerk.email,
    '--county',
    'Loving',
    '--category',
    'Industrial',
    '--type',
    'Rendition',
  ]
  await expect(mailbox(...taken.with(5, 'Nowhere'))).rejects.toThrow('no county')
  expect((await mailbox(...taken)).printed[0]).toMatch(/^Accepted as file \d+: one\.pdf$/)
  const filed = await portal.pool.query('SELECT description FROM document')
  expect(filed.rows).toEqual([{ description: expect.stringMatching(/^Filing \d+$/) }])
  await expect(mailbox(...taken)).rejects.toThrow('has already handled this message')
  await mailbox('--refuse', two ?? '', '--reason', 'It is spam.')
  expect(await portal.documents()).toHaveLength(1)
  await portal.mailbox.look()
  expect(await portal.mailbox.lying()).toEqual({ arrived: 0, accepted: 1, refused: 1, waiting: 0 })
  const { rows } = await portal.pool.query(
    `SELECT what FROM ${AUDIT_AS_TOLD} WHERE what LIKE 'message%' ORDER BY id`,
  )
  expect(rows).toEqual([
    { what: 'message of the mailbox taken in' },
    { what: 'message of the mailbox refused' },
  ])
  const { rows: objects } = await portal.pool.query(
    'SELECT state, count(*)::integer AS n FROM stored_object GROUP BY 1 ORDER BY 1',
  )
  expect(objects).toEqual([
    { state: 'kept', n: 1 },
    { state: 'removing', n: 2 },
  ])
  expect((await mailbox()).printed).toEqual(['No message waits for a person.'])
})

test('addresses of unknown counties and types are reported', async () => {
  await portal.pool.query(`UPDATE county SET name = 'Renamed'`)
  await portal.mailbox.look()
  const { warnings } = (await portal.app.inject('/readyz')).json<{ warnings: string[] }>()
  expect(warnings).toContain(
    'Messages to loving@filings.example go to Loving, but there is no county of that name or id.',
  )
})
