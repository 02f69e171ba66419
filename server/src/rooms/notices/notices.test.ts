import { randomUUID } from 'node:crypto'
import { mentionOf } from '@portal/contract/comments/comment-text.ts'
import {
  addComment,
  changeComment,
  deleteComment,
  listMentionable,
  type Comment,
} from '@portal/contract/comments/comments.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { countNotices, listNotices, readNotices } from '@portal/contract/notices/notices.ts'
import { restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { setAssignee } from '@portal/contract/work/assignees.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepNotices } from '../../records/notices/notices.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let clerk: TestPerson
let colleague: TestPerson
let neighbor: TestPerson
let administrator: TestPerson
let fileId: number

beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, now: '2026-04-20T15:00:00Z' })
  ;({ clerk, colleague, neighbor, administrator } = portal.people)
  await portal.pool.query(`UPDATE account SET full_name = 'Ann Clerk' WHERE id = $1`, [clerk.accountId])
  await portal.pool.query(`UPDATE account SET full_name = 'Zora Boss' WHERE id = $1`, [
    administrator.accountId,
  ])
})
afterAll(() => portal.close())
beforeEach(async () => {
  fileId = await storeDocument(portal, clerk, { fileName: 'plat.pdf' })
  await portal.pool.query('DELETE FROM notice')
})

const assign = (as: TestPerson, to: TestPerson) =>
  portal.call(as, setAssignee, { params: { fileId }, payload: { assignTo: to.accountId } })

async function comment(as: TestPerson, text: string): Promise<number> {
  const payload = { key: randomUUID(), text }
  return (await portal.call(as, addComment, { params: { fileId }, payload })).json<Comment>().id
}

const noticesOf = async (as: TestPerson) =>
  (await portal.call(as, listNotices)).json<ResultOf<typeof listNotices>>().notices
const textsOf = async (as: TestPerson) => (await noticesOf(as)).map(({ text }) => text)
const unreadOf = async (as: TestPerson) =>
  (await portal.call(as, countNotices)).json<ResultOf<typeof countNotices>>().unread

const mentionable = async (as: TestPerson, search?: string) => {
  const answer = await portal.call(as, listMentionable, { params: { fileId }, query: { search } })
  return answer.json<ResultOf<typeof listMentionable>>().people.map(({ name }) => name)
}

test('R23.30 mentioned people, the uploader and earlier commenters get a notice, and nobody of their own', async () => {
  await comment(administrator, 'Which well?')
  expect(await textsOf(clerk)).toEqual([`admin@firm.example commented on file ${fileId}.`])
  await comment(clerk, `${mentionOf(colleague.accountId)} knows`)
  expect(await textsOf(colleague)).toEqual([`Ann Clerk mentioned you in a comment on file ${fileId}.`])
  expect(await textsOf(administrator)).toEqual([`Ann Clerk commented on file ${fileId}.`])
  await comment(colleague, `The north one, ${mentionOf(clerk.accountId)}`)
  expect(await textsOf(clerk)).toEqual([
    `chief@loving.example mentioned you in a comment on file ${fileId}.`,
    `admin@firm.example commented on file ${fileId}.`,
  ])
  expect(await unreadOf(clerk)).toBe(2)
  expect(await unreadOf(neighbor)).toBe(0)
})

test('R23.30 R23.31 a change tells only people whom it mentions anew, and a deleted comment nobody', async () => {
  const id = await comment(clerk, `${mentionOf(colleague.accountId)}?`)
  const text = `${mentionOf(colleague.accountId)} ${mentionOf(administrator.accountId)}?`
  await portal.call(clerk, changeComment, { params: { fileId, commentId: id }, payload: { text } })
  expect([await unreadOf(colleague), await unreadOf(administrator)]).toEqual([1, 1])
  await portal.call(clerk, deleteComment, { params: { fileId, commentId: id } })
  expect([await unreadOf(colleague), await unreadOf(administrator)]).toEqual([0, 0])
})

const change = (commentId: number, text: string) =>
  portal.call(clerk, changeComment, { params: { fileId, commentId }, payload: { text } })

test('R23.30 a mention that a change removes takes its unread notice away, and its return gives one', async () => {
  const text = `${mentionOf(colleague.accountId)}?`
  const id = await comment(clerk, text)
  await change(id, 'Nobody?')
  expect(await textsOf(colleague)).toEqual([])
  await change(id, text)
  expect(await unreadOf(colleague)).toBe(1)
  await portal.call(colleague, readNotices, { payload: { fileId } })
  await change(id, 'Nobody?')
  await change(id, text)
  expect([await unreadOf(colleague), (await noticesOf(colleague)).length]).toEqual([0, 1])
})

test('R23.30 a person has one notice of a comment: its mention, or that it was written', async () => {
  await comment(administrator, 'First')
  await portal.pool.query('DELETE FROM notice')
  const id = await comment(clerk, 'Which well?')
  await change(id, `Which well, ${mentionOf(administrator.accountId)}?`)
  expect(await textsOf(administrator)).toEqual([`Ann Clerk mentioned you in a comment on file ${fileId}.`])
  await change(id, 'Which well?')
  expect(await textsOf(administrator)).toEqual([`Ann Clerk commented on file ${fileId}.`])
})

test('R23.31 a notice is for those who may see the document now', async () => {
  const leaver = await portal.addPerson({ email: 'leaver@loving.example', countyId: portal.counties.loving })
  await comment(clerk, `${mentionOf(leaver.accountId)} ${mentionOf(colleague.accountId)}`)
  const { loving, winkler } = portal.counties
  const moveTo = async (county: number) => {
    await portal.pool.query('UPDATE account SET county_id = $2 WHERE id = $1', [leaver.accountId, county])
  }
  expect(await unreadOf(leaver)).toBe(1)
  await moveTo(winkler)
  expect([await unreadOf(leaver), await textsOf(leaver)]).toEqual([0, []])
  await comment(clerk, 'Without the leaver')
  await moveTo(loving)
  expect(await unreadOf(leaver)).toBe(1)
  await portal.call(clerk, deleteUpload, { params: { fileId } })
  expect([await unreadOf(leaver), await noticesOf(leaver)]).toEqual([0, []])
  await portal.call(clerk, restoreFile, { params: { fileId } })
  expect(await unreadOf(leaver)).toBe(1)
})

test('R23.32 R23.33 the menu has the newest 20; they are read by document, or all together', async () => {
  const first = fileId
  await comment(clerk, mentionOf(colleague.accountId))
  fileId = await storeDocument(portal, clerk)
  for (let sent = 0; sent < 21; sent += 1) await comment(clerk, `${sent} ${mentionOf(colleague.accountId)}`)
  expect(await unreadOf(colleague)).toBe(10)
  const shown = await noticesOf(colleague)
  expect(shown).toHaveLength(20)
  expect(shown[0]).toMatchObject({ fileId, fileName: 'rendition.pdf', isRead: false, kind: 'mention' })
  await portal.call(neighbor, readNotices, { payload: { upTo: shown[0]?.id ?? '' } })
  await portal.call(colleague, readNotices, { payload: { fileId } })
  expect(await unreadOf(colleague)).toBe(1)
  fileId = first
  await comment(clerk, mentionOf(colleague.accountId))
  const [newest] = await noticesOf(colleague)
  await portal.call(colleague, readNotices, { payload: { upTo: newest?.id ?? '' } })
  expect(await unreadOf(colleague)).toBe(0)
  expect((await noticesOf(colleague)).every(({ isRead }) => isRead)).toBe(true)
})

test('R23.33 those that the menu could not show stay unread', async () => {
  await comment(clerk, mentionOf(colleague.accountId))
  await portal.call(clerk, deleteUpload, { params: { fileId } })
  const binned = fileId
  fileId = await storeDocument(portal, clerk)
  await comment(clerk, mentionOf(colleague.accountId))
  const [newest] = await noticesOf(colleague)
  await portal.call(colleague, readNotices, { payload: { upTo: newest?.id ?? '' } })
  await portal.call(clerk, restoreFile, { params: { fileId: binned } })
  expect(await unreadOf(colleague)).toBe(1)
})

test('R23.12 only other people who may see the document can be mentioned', async () => {
  expect(await mentionable(clerk, 'example')).toEqual(
    expect.arrayContaining(['admin@firm.example', 'chief@loving.example']),
  )
  expect(await mentionable(clerk, 'winkler')).toEqual([])
  expect(await mentionable(clerk, 'clerk')).toEqual([])
  expect(await mentionable(colleague, 'ann')).toEqual(['Ann Clerk'])
  // The firm's people have names that counties may not know.
  expect(await mentionable(clerk, 'zora')).toEqual([])
  expect(await mentionable(clerk, administrator.email)).toEqual([administrator.email])
  for (let added = 0; added < 11; added += 1)
    await portal.addPerson({ email: `many${added}@loving.example`, countyId: portal.counties.loving })
  expect(await mentionable(clerk, 'many')).toHaveLength(10)
})

test('R23.35 the count of a person uses the index of unread notices', async () => {
  await comment(clerk, mentionOf(colleague.accountId))
  await portal.pool.query(
    `INSERT INTO notice (person_id, kind, document_id, actor_id, created_at)
     SELECT $1, 'comment', $2, $3, now() FROM generate_series(1, 20000)`,
    [administrator.accountId, fileId, clerk.accountId],
  )
  await portal.pool.query('ANALYZE notice')
  const { rows } = await portal.pool.query<Record<string, string>>(
    `EXPLAIN SELECT FROM notice AS n JOIN document AS d ON d.id = n.document_id
     WHERE n.person_id = ${colleague.accountId} AND n.read_at IS NULL AND d.deleted_at IS NULL ORDER BY n.id DESC LIMIT 10`,
  )
  expect(JSON.stringify(rows)).toMatch(/notice_unread|notice_of_person/u)
  expect(await unreadOf(colleague)).toBe(1)
})

// The last test: sessions end while the days pass.
describe('R23.36 notices of assignments', () => {
  test('R23.36 who gets a file from another person gets a notice, and nobody who takes it', async () => {
    await assign(clerk, clerk)
    expect(await noticesOf(clerk)).toEqual([])
    await assign(administrator, colleague)
    expect(await noticesOf(colleague)).toMatchObject([
      { kind: 'assigned', fileId, others: 0, text: `admin@firm.example assigned file ${fileId} to you.` },
    ])
    await assign(administrator, colleague)
    expect(await noticesOf(colleague)).toHaveLength(1)
  })

  test('R23.36 a file that is taken back takes its unread notice with it', async () => {
    await assign(administrator, colleague)
    await assign(administrator, clerk)
    expect([await unreadOf(colleague), await unreadOf(clerk)]).toEqual([0, 1])
    await portal.call(administrator, setAssignee, { params: { fileId }, payload: { assignTo: 'nobody' } })
    expect(await unreadOf(clerk)).toBe(0)
    await assign(administrator, colleague)
    await portal.call(colleague, readNotices, { payload: { fileId } })
    await assign(administrator, clerk)
    expect(await noticesOf(colleague)).toHaveLength(1)
  })
})

test('R24.27 the mentions of a person are listed by themselves', async () => {
  await comment(administrator, 'Which well?')
  await comment(administrator, `Which well, ${mentionOf(clerk.accountId)}?`)
  const answer = await portal.call(clerk, listNotices, { query: { kind: 'mention' } })
  const { notices } = answer.json<ResultOf<typeof listNotices>>()
  expect(notices.map(({ kind }) => kind)).toEqual(['mention'])
  expect(await noticesOf(clerk)).toHaveLength(2)
})

test('R23.34 notices are deleted 90 days after they were read', async () => {
  await comment(clerk, mentionOf(colleague.accountId))
  await portal.call(colleague, readNotices, { payload: { fileId } })
  await comment(clerk, mentionOf(colleague.accountId))
  const days = async () => {
    await sweepNotices(portal.world)
    return (await portal.pool.query('SELECT FROM notice')).rowCount
  }
  portal.clock.advance(90 * 86_400_000)
  expect(await days()).toBe(2)
  portal.clock.advance(1)
  expect(await days()).toBe(1)
})
