import { randomUUID } from 'node:crypto'
import { mentionOf } from '@portal/contract/comments/comment-text.ts'
import { addComment, deleteComment, type Comment } from '@portal/contract/comments/comments.ts'
import {
  getNoticeSettings,
  saveNoticeSettings,
  turnOffNoticeMails,
  type NoticeSettings,
} from '@portal/contract/notices/notice-mails.ts'
import { readNotices } from '@portal/contract/notices/notices.ts'
import { setAssignee } from '@portal/contract/work/assignees.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../testing/mailbox.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { queueDigests } from './notice-mails.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let clerk: TestPerson
let administrator: TestPerson
let person: TestPerson
let fileId: number

/** 9 AM in the zone of the portal. */
const MORNING = '2026-04-20T14:00:00Z'
const HOUR = 3_600_000

beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, now: MORNING })
  ;({ clerk, administrator } = portal.people)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.set(new Date(MORNING))
  await portal.pool.query('DELETE FROM notice')
  await portal.pool.query('DELETE FROM notice_setting')
  person = await portal.addPerson({ email: uniqueAddress('ann'), countyId: portal.counties.loving })
  fileId = await storeDocument(portal, person, { fileName: 'Secret Owner LP.pdf' })
})

async function comment(as: TestPerson, text: string): Promise<number> {
  const payload = { key: randomUUID(), text }
  const answer = await portal.call(as, addComment, { params: { fileId }, payload })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<Comment>().id
}

const mention = () => comment(clerk, `The value is wrong, ${mentionOf(person.accountId)}`)
const set = (settings: NoticeSettings) => portal.call(person, saveNoticeSettings, { payload: settings })
const settingsOf = async () => (await portal.call(person, getNoticeSettings)).json<NoticeSettings>()
const mails = () => mailsTo(portal, person.email)

/** The digests at a moment of the portal's zone. */
async function digestsAt(moment: string) {
  portal.clock.set(new Date(moment))
  // As if everyone had just signed in.
  await portal.pool.query('UPDATE session SET created_at = $1, last_seen_at = $1', [moment])
  await queueDigests(portal.world)
  return mails()
}

const tokenIn = (text: string | undefined) => /token=([\w.-]+)/u.exec(text ?? '')?.[1] ?? ''

test('R23.40 a mention is mailed at once, with a link, and without text or names of the file', async () => {
  await mention()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toContain(`You were mentioned in a comment on file ${fileId}`)
  expect(mail?.text).toContain(`clerk@loving.example mentioned you in a comment on file ${fileId}.`)
  expect(mail?.text).toContain(`/home?view=${fileId}#comments`)
  expect(JSON.stringify(mail)).not.toMatch(/value is wrong|Secret Owner/u)
})

test.each([
  ['has read it', () => portal.call(person, readNotices, { payload: { fileId } })],
  ['turned it off', () => set({ mentions: false, digestHour: null })],
  [
    'is disabled',
    () => portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [person.accountId]),
  ],
  [
    'lost the county',
    () =>
      portal.pool.query('UPDATE account SET county_id = $2 WHERE id = $1', [
        person.accountId,
        portal.counties.winkler,
      ]),
  ],
])('R23.41 a mention is not mailed to a person who %s meanwhile', async (_why, act) => {
  await mention()
  await act()
  expect(await mails()).toEqual([])
  const { rows } = await portal.pool.query('SELECT FROM mail_outbox WHERE recipient = $1', [person.email])
  expect(rows).toEqual([])
})

test('R23.42 the digest comes once a day at its hour, with what is unread then', async () => {
  await comment(clerk, 'First')
  await comment(administrator, 'Second')
  expect(await digestsAt('2026-04-21T11:59:00Z')).toEqual([])
  await Promise.all([queueDigests(portal.world), queueDigests(portal.world)])
  const [mail, ...others] = await digestsAt('2026-04-21T12:01:00Z')
  expect(others).toEqual([])
  expect(mail?.subject).toContain('2 new notices')
  expect(mail?.text).toContain(
    `clerk@loving.example commented on file ${fileId}.\nadmin@firm.example commented on file ${fileId}.`,
  )
  await comment(clerk, 'Third')
  expect(await digestsAt('2026-04-21T20:00:00Z')).toHaveLength(1)
  await portal.call(person, readNotices, { payload: { fileId } })
  expect(await digestsAt('2026-04-22T12:01:00Z')).toHaveLength(1)
})

test('R23.36 R23.42 the digest has assigned files, with the address of who the person may not know', async () => {
  await portal.pool.query(`UPDATE account SET full_name = 'Zora Boss' WHERE id = $1`, [
    administrator.accountId,
  ])
  const payload = { assignTo: person.accountId }
  const answer = await portal.call(administrator, setAssignee, { params: { fileId }, payload })
  expect(answer.statusCode).toBe(200)
  const [mail] = await digestsAt('2026-04-21T12:01:00Z')
  expect(mail?.text).toContain(`admin@firm.example assigned file ${fileId} to you.`)
  expect(mail?.text).toContain('To turn the daily e-mail about notices off')
})

test('R23.45 a person gets 20 e-mails about mentions in an hour, and the others in the digest', async () => {
  for (let sent = 0; sent < 22; sent += 1) await mention()
  expect(await mails()).toHaveLength(20)
  portal.clock.advance(HOUR)
  await mention()
  expect(await mails()).toHaveLength(21)
  const digest = (await digestsAt('2026-04-21T12:01:00Z')).slice(21)
  expect(digest.map(({ subject }) => subject)).toEqual([expect.stringContaining('1 new notice ')])
  const { rows } = await portal.pool.query<{ n: number }>(
    'SELECT count(*)::integer AS n FROM notice WHERE person_id = $1 AND mailed_at IS NULL',
    [person.accountId],
  )
  expect(rows[0]?.n).toBe(0)
})

test('R23.45 a deleted comment makes no room for another e-mail', async () => {
  for (let sent = 0; sent < 20; sent += 1) {
    const commentId = await mention()
    await mails()
    await portal.call(clerk, deleteComment, { params: { fileId, commentId } })
  }
  await mention()
  expect(await mails()).toHaveLength(20)
})

test('R23.45 mentions in the digest take no room of the e-mails of an hour', async () => {
  await mention()
  await portal.pool.query(
    `INSERT INTO notice (person_id, kind, document_id, comment_id, actor_id, created_at)
     SELECT person_id, kind, document_id, comment_id, actor_id, created_at FROM notice, generate_series(1, 20)
     WHERE person_id = $1`,
    [person.accountId],
  )
  expect(await digestsAt('2026-04-21T12:01:00Z')).toHaveLength(2)
  await mention()
  const subjects = (await mails()).map(({ subject }) => subject ?? '')
  expect(subjects.filter((subject) => subject.includes('You were mentioned'))).toHaveLength(2)
})

test('R23.45 mentions of a person who wants no e-mails about them are not in the digest', async () => {
  await set({ mentions: false, digestHour: 7 })
  await mention()
  expect(await digestsAt('2026-04-21T12:01:00Z')).toEqual([])
})

test('R23.42 two servers queue one digest, also if one starts late', async () => {
  await comment(clerk, 'First')
  portal.clock.set(new Date('2026-04-21T15:00:00Z'))
  await Promise.all([1, 2, 3].map(() => queueDigests(portal.world)))
  expect(await mails()).toHaveLength(1)
})

test('R23.42 R23.44 people choose its hour, or none, and a change of the hour makes no second one', async () => {
  expect(await settingsOf()).toEqual({ mentions: true, digestHour: 7 })
  await set({ mentions: true, digestHour: 15 })
  await comment(clerk, 'First')
  expect(await digestsAt('2026-04-20T19:59:00Z')).toEqual([])
  expect(await digestsAt('2026-04-20T20:00:30Z')).toHaveLength(1)
  await comment(clerk, 'Second')
  await set({ mentions: true, digestHour: 17 })
  expect(await digestsAt('2026-04-20T22:30:00Z')).toHaveLength(1)
  await set({ mentions: true, digestHour: null })
  expect(await digestsAt('2026-04-22T22:30:00Z')).toHaveLength(1)
})

test('R23.43 the link of a mail turns only its kind off, for a year, and cannot be forged', async () => {
  await mention()
  const [mail] = await mails()
  const token = tokenIn(mail?.text)
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('list-unsubscribe')).toContain(`/api/notices/unsubscribe?token=${token}`)
  const turnOff = (typed: string) =>
    portal.call(ANONYMOUS_PERSON, turnOffNoticeMails, { payload: { token: typed } })
  const [personId = '', kind = '', end = '', signature = ''] = token.split('.')
  for (const forged of [
    '',
    `${clerk.accountId}.${kind}.${end}.${signature}`,
    `${personId}.digest.${end}.${signature}`,
    `${personId}.${kind}.${Number(end) + 1}.${signature}`,
    `${personId}.${kind}.${end}.`,
  ]) {
    const answer = await turnOff(forged)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      400,
      'notice.turn_off_link_invalid',
    ])
  }
  expect(await settingsOf()).toEqual({ mentions: true, digestHour: 7 })
  expect((await turnOff(token)).json()).toEqual({ mails: 'mentions' })
  expect(await settingsOf()).toEqual({ mentions: false, digestHour: 7 })
  portal.clock.advance(366 * 24 * HOUR)
  expect((await turnOff(token)).statusCode).toBe(400)
})

test('R23.43 a mail program turns a kind off with one click, by a form of either type', async () => {
  await comment(clerk, 'First')
  const [mail] = await digestsAt('2026-04-21T12:01:00Z')
  const url = `/api/notices/unsubscribe?token=${tokenIn(mail?.text)}`
  expect((await portal.app.inject({ method: 'GET', url })).statusCode).toBe(405)
  expect(await settingsOf()).toEqual({ mentions: true, digestHour: 7 })
  for (const [type, payload] of [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ] as const) {
    const answer = await portal.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': type },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, '{"success":true}'])
  }
  expect(await settingsOf()).toEqual({ mentions: true, digestHour: null })
})
