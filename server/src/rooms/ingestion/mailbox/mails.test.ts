import { randomUUID } from 'node:crypto'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { getDocumentHistory } from '@portal/contract/history/document-history.ts'
import { acceptMail, getMail, listMails, refuseMail, type Mail } from '@portal/contract/ingestion/mailbox.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leaseMail } from '../../../records/deliveries/mail-lease.repository.ts'
import { findTypeByName } from '../../../records/reference/type-by-name.repository.ts'
import { expectInvariants } from '../../../testing/invariants.ts'
import { LOVING } from '../../../testing/loving.ts'
import { TRUSTED } from '../../../testing/mail-folder.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { filePart, mailOf, textPart } from '../../../testing/made-mail.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'

const { pdf } = SAMPLE_FILES
const OWNER = 'Owner <owner@elsewhere.example>'

let portal: TestPortal<{ cast: typeof LOVING; mailbox: true }>
let admin: TestPerson
let colleague: TestPerson
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, mailbox: true })
  admin = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
  colleague = await portal.addPerson({ email: 'colleague@staff.example', role: 'administrator' })
})
afterEach(() => portal.close())

type Page = ResultOf<typeof listMails>
async function list(query: Record<string, string> = {}): Promise<Page> {
  const answer = await portal.call(admin, listMails, { query })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<Page>()
}

async function waiting(...messages: readonly string[]): Promise<readonly Mail[]> {
  for (const message of messages) await portal.mailbox.deliver(message)
  await portal.mailbox.look()
  return (await list()).mails
}

const ofOwner = (name = 'one.pdf', bytes = pdf) => mailOf({ from: OWNER, parts: [filePart(name, bytes)] })

async function fields(changes: object = {}) {
  const types = await findTypeByName(portal.world.database.kysely, {
    category: 'Industrial',
    type: 'Rendition',
  })
  const named = { categoryID: types?.categoryId, typeID: types?.typeId }
  return { countyID: portal.counties.loving, description: 'By mail', ...named, ...changes }
}

async function accept(mail: Mail | undefined, changes: object = {}, by = admin) {
  const payload = await fields(changes)
  return portal.call(by, acceptMail, { params: { mailId: mail?.mailID ?? '' }, payload })
}

const refuse = (mail: Mail | undefined, isTold: boolean, reason = 'It is an invoice.') =>
  portal.call(admin, refuseMail, { params: { mailId: mail?.mailID ?? '' }, payload: { reason, isTold } })

test('a pending message is listed with its files, its reason, and the suggestion of its address', async () => {
  const [mail, ...others] = await waiting(ofOwner())
  const { countyID, categoryID, typeID } = await fields()
  expect(others).toEqual([])
  expect(mail).toEqual({
    mailID: expect.any(String),
    from: OWNER,
    to: 'loving@filings.example',
    subject: expect.stringMatching(/^Filing \d+$/),
    arrivedAt: expect.any(String),
    bytes: expect.any(Number),
    state: 'waiting',
    reason: 'We could not verify the sender.',
    files: [
      { place: 0, name: 'one.pdf', bytes: expect.any(Number), state: 'open', fileID: null, reason: null },
    ],
    isVerified: false,
    account: null,
    addresseeNote: 'owner@elsewhere.example',
    proposal: { countyID, categoryID, typeID, description: '' },
    decidedAt: null,
    decidedBy: null,
  })
  expect(await list()).toMatchObject({ isSetUp: true, waiting: 1, next: null })
})

/** Whether the sender is verified, and the account, by the name of the first file. */
const verifiedByFile = (mails: readonly Mail[]) =>
  Object.fromEntries(mails.map(({ files, isVerified, account }) => [files[0]?.name, [isVerified, account]]))

const passed = (domain: string) => `${TRUSTED}; dmarc=pass header.from=${domain}`

test('R11.44 a message says whether its sender was verified, and separately who has the account', async () => {
  const mails = await waiting(
    mailOf({ from: OWNER, authentication: passed('elsewhere.example'), parts: [filePart('one.pdf', pdf)] }),
    mailOf({ parts: [filePart('winmail.dat', pdf, { type: 'application/ms-tnef' })] }),
    mailOf({ authentication: passed('elsewhere.example'), parts: [filePart('two.pdf', pdf)] }),
  )
  expect(verifiedByFile(mails)).toEqual({
    'one.pdf': [true, null],
    'winmail.dat': [true, portal.people.clerk.email],
    'two.pdf': [false, null],
  })
  await refuse(
    mails.find(({ files }) => files[0]?.name === 'one.pdf'),
    false,
  )
  expect((await list({ state: 'refused' })).mails).toMatchObject([{ isVerified: true, account: null }])
})

test('R11.45 of a message that an older release read, only a sender with an account is known to be verified', async () => {
  const packed = mailOf({ parts: [filePart('winmail.dat', pdf, { type: 'application/ms-tnef' })] })
  await waiting(ofOwner(), packed)
  await portal.pool.query('UPDATE mail_delivery SET is_sender_verified = NULL')
  expect(verifiedByFile((await list()).mails)).toEqual({
    'one.pdf': [null, null],
    'winmail.dat': [true, portal.people.clerk.email],
  })
})

test('R11.6 a filed message becomes documents of the person who decided, which it and its record say', async () => {
  const [mail] = await waiting(ofOwner())
  const answer = await accept(mail)
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  const [document] = await portal.documents()
  expect(document).toMatchObject({ file_name: 'one.pdf', uploaded_by: admin.accountId })
  expect(answer.json<Mail>()).toMatchObject({
    state: 'accepted',
    decidedBy: admin.email,
    files: [{ state: 'accepted', fileID: document?.id }],
  })
  expect(await list()).toMatchObject({ waiting: 0, mails: [] })
  expect((await list({ state: 'accepted' })).mails.map(({ mailID }) => mailID)).toEqual([mail?.mailID])
  const history = await portal.as(admin)({ method: 'GET', url: '/api/admin/history' })
  expect(history.body).toContain('filed the e-mail of Owner <owner@elsewhere.example>')
  await portal.mailbox.look()
  expect(await portal.mailbox.lying()).toEqual({ arrived: 0, accepted: 1, refused: 0, waiting: 0 })
  // Unverified senders get no answer.
  expect(await mailsTo(portal, 'owner@elsewhere.example')).toEqual([])
  await expectInvariants(portal)
})

test('R11.6 files of a known sender belong to them, and they are told the outcome', async () => {
  const packed = mailOf({
    parts: [filePart('winmail.dat', pdf, { type: 'application/ms-tnef' }), filePart('plan.pdf', pdf)],
  })
  const [mail] = await waiting(packed)
  expect(mail).toMatchObject({ account: portal.people.clerk.email, addresseeNote: portal.people.clerk.email })
  await mailsTo(portal, portal.people.clerk.email)
  expect((await accept(mail)).statusCode).toBe(200)
  expect(await portal.documents()).toMatchObject([{ uploaded_by: portal.people.clerk.accountId }])
  const texts = (await mailsTo(portal, portal.people.clerk.email)).map(({ text }) => text).join('\n')
  expect(texts).toMatch(/Accepted as file \d+: plan\.pdf/)
  expect(texts).toContain('Not accepted: winmail.dat: this type of file is not accepted.')
})

test('R11.6 a refusal is e-mailed if requested, and is in the record', async () => {
  const [first, second] = await waiting(ofOwner('one.pdf'), ofOwner('two.pdf'))
  expect((await refuse(first, true)).json<Mail>()).toMatchObject({
    state: 'refused',
    reason: 'It is an invoice.',
  })
  expect((await refuse(second, false, 'Spam.')).statusCode).toBe(200)
  const told = await mailsTo(portal, 'owner@elsewhere.example')
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('It is an invoice.')
  const history = await portal.as(admin)({ method: 'GET', url: '/api/admin/history' })
  expect(history.body).toContain('refused the mail of Owner <owner@elsewhere.example>: It is an invoice.')
  await expectInvariants(portal)
})

test('without a named sender no one can be told', async () => {
  const [mail] = await waiting(mailOf({ from: 'a@elsewhere.example, b@elsewhere.example' }))
  expect(mail?.addresseeNote).toBeNull()
  const answer = await refuse(mail, true)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'mailbox.nobody_to_tell'])
  expect((await refuse(mail, false)).statusCode).toBe(200)
})

test('R11.20 a sender whose address is too long to store cannot be told: it is not cut', async () => {
  // The limit of 500 characters falls into the middle of the address.
  const from = `${'x'.repeat(475)} <owner@elsewhere.example.evil.example>`
  const [mail] = await waiting(mailOf({ from }))
  expect(mail?.addresseeNote).toBeNull()
})

test('R11.21 filing two copies of a message of a known sender files it once', async () => {
  const parts = [filePart('one.pdf', pdf)]
  const astray = mailOf({ to: 'friend@elsewhere.example', parts })
  const [one, two] = await waiting(
    astray,
    `Received: from backup.firm.example\r\n${astray}`.replace(/^(Received.*\r\n)(Auth.*\r\n)/, '$2$1'),
  )
  expect((await accept(one)).statusCode).toBe(200)
  expect((await accept(two)).statusCode).toBe(200)
  expect(await portal.documents()).toHaveLength(1)
})

test('R11.7 of two simultaneous decisions one succeeds, the other is refused, and nothing is filed twice or for two counties', async () => {
  const [mail] = await waiting(
    mailOf({ from: OWNER, parts: [filePart('one.pdf', pdf), filePart('two.png', SAMPLE_FILES.png)] }),
  )
  const ector = await portal.addCounty('Ector')
  const answers = await Promise.all([
    accept(mail),
    accept(mail, { countyID: ector.CountyID }, colleague),
    refuse(mail, false),
  ])
  const refused = answers.filter(({ statusCode }) => statusCode === 409)
  expect(refused).toHaveLength(2)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  for (const { body } of refused)
    expect(body).toMatch(/Somebody else is deciding|has already handled this message/)
  const done = answers.find(({ statusCode }) => statusCode === 200)
  const documents = await portal.documents()
  const names = done === answers[2] ? [] : ['one.pdf', 'two.png']
  expect(documents.map(({ file_name }) => file_name).toSorted()).toEqual(names)
  const countyId = done === answers[1] ? ector.CountyID : portal.counties.loving
  for (const { county_id } of documents) expect(county_id).toBe(countyId)
  expect((await refuse(mail, false)).json<{ code: string }>().code).toBe('mailbox.not_waiting')
  const now = await portal.call(admin, getMail, { params: { mailId: mail?.mailID ?? '' } })
  expect(now.json<Mail>()).toEqual(done?.json())
  expect(now.json<Mail>().decidedBy).toBe(done === answers[1] ? colleague.email : admin.email)
  await expectInvariants(portal)
})

/** Moves the end of every lease, as if `seconds` had passed. */
const letPass = (seconds: number) =>
  portal.pool.query(
    'UPDATE mail_delivery SET in_hand_until = in_hand_until - make_interval(secs => $1) WHERE in_hand_of IS NOT NULL',
    [seconds],
  )

test('R11.7 a message that a killed server was working on is free again after ten minutes', async () => {
  const [mail] = await waiting(ofOwner())
  const killed = { id: mail?.mailID ?? '', owner: randomUUID() }
  expect(await leaseMail(portal.world.database.kysely, killed)).toBe(true)
  expect((await accept(mail)).json<{ code: string }>().code).toBe('mailbox.in_hand')
  await letPass(9 * 60)
  expect((await accept(mail)).json<{ code: string }>().code).toBe('mailbox.in_hand')
  await letPass(60)
  expect((await accept(mail)).statusCode).toBe(200)
})

test('R11.6 faults in the details of all files are reported before any file is refused for its own', async () => {
  const [mail] = await waiting(ofOwner())
  const closed = await portal.addCounty('Ector')
  await portal.pool.query('UPDATE county SET closed_at = now() WHERE id = $1', [closed.CountyID])
  const codes = []
  for (const changes of [
    { countyID: 999_999 },
    { countyID: closed.CountyID },
    { typeID: 999_999 },
    { description: 'w '.repeat(600) },
  ])
    codes.push((await accept(mail, changes)).json<{ code: string }>().code)
  expect(codes).toEqual([
    'upload.county_unknown',
    'upload.county_closed',
    'upload.type_unknown',
    expect.stringMatching(/^description\./),
  ])
  expect((await list()).mails).toMatchObject([{ files: [{ state: 'open' }] }])
})

test('R11.6 a message without an acceptable file stays pending and its files give the reason; one without files needs manual work', async () => {
  const listed = await waiting(
    ofOwner('notes.txt', Buffer.from('words')),
    mailOf({ from: OWNER, parts: [textPart('Please call me.')] }),
  )
  const [bad, empty] = [1, 0].map((count) => listed.find(({ files }) => files.length === count))
  const answer = await accept(bad)
  expect(answer.json<Mail>()).toMatchObject({
    state: 'waiting',
    files: [{ state: 'refused', reason: expect.stringContaining('type of file is not accepted') }],
  })
  expect((await accept(empty)).json<{ code: string }>().code).toBe('mailbox.without_files')
  expect((await refuse(bad, false)).statusCode).toBe(200)
})

test('pages of 50 use a cursor: pending messages from the oldest, others from the newest', async () => {
  await portal.pool.query(
    `INSERT INTO mail_delivery (id, sha256, byte_size, message_id, sender, recipient, subject, arrived_at, mailbox_name,
       state, reason)
     SELECT gen_random_uuid(), sha256(n::text::bytea), 1, '', 'a@b.example', '', n::text,
       '2026-03-01'::timestamptz + make_interval(mins => n / 2), '', state, 'Because.'
     FROM generate_series(1, 60) AS n, unnest('{waiting,refused}'::text[]) AS state
     ON CONFLICT DO NOTHING`,
  )
  for (const state of ['waiting', 'refused']) {
    const seen: string[] = []
    let page = await list({ state })
    for (;;) {
      seen.push(...page.mails.map(({ arrivedAt }) => arrivedAt))
      if (page.next === null) break
      page = await list({ state, after: page.next })
    }
    const { rows } = await portal.pool.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM mail_delivery WHERE state = $1',
      [state],
    )
    expect(seen).toHaveLength(rows[0]?.n ?? -1)
    expect(seen).toEqual(state === 'waiting' ? seen.toSorted() : seen.toSorted().toReversed())
  }
  const id = '00000000-0000-4000-8000-000000000000'
  for (const after of ['anywhere', `2026-02-30T00:00:00.000Z ${id}`, `0000-01-01T00:00:00.000Z ${id}`]) {
    const answer = await portal.call(admin, listMails, { query: { after } })
    expect([after, answer.statusCode]).toEqual([after, 400])
  }
})

test('R8.56 the history of a file says that it came by e-mail, or that a person filed it from one', async () => {
  const bySender = mailOf({ parts: [filePart('sender.pdf', pdf)] })
  const [mail] = await waiting(bySender, ofOwner('two.pdf', Buffer.concat([pdf, Buffer.from('2')])))
  expect((await accept(mail)).statusCode).toBe(200)
  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM document ORDER BY id')
  const told = await Promise.all(
    rows.map(async ({ id }) => {
      const answer = await portal.call(admin, getDocumentHistory, { params: { fileId: id } })
      return answer
        .json<ResultOf<typeof getDocumentHistory>>()
        .events.map(({ who, what }) => `${who} ${what}`)
    }),
  )
  expect(told).toEqual([
    [`mail of ${portal.people.clerk.email} delivered this file by e-mail (sender.pdf)`],
    ['admin@staff.example filed this file from an e-mail (two.pdf)'],
  ])
})
