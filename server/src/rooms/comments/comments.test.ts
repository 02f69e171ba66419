import { randomUUID } from 'node:crypto'
import { mentionOf } from '@portal/contract/comments/comment-text.ts'
import {
  addComment,
  changeComment,
  deleteComment,
  listComments,
  type Comment,
} from '@portal/contract/comments/comments.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { getDocumentHistory } from '@portal/contract/history/document-history.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let clerk: TestPerson
let colleague: TestPerson
let neighbor: TestPerson
let administrator: TestPerson
let reader: TestPerson
let fileId: number

beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, now: '2026-04-20T15:00:00Z' })
  ;({ clerk, colleague, neighbor, administrator } = portal.people)
  reader = await portal.addPerson({
    email: 'reader@loving.example',
    role: 'reader',
    countyIds: [portal.counties.loving],
  })
  await portal.pool.query(`UPDATE account SET full_name = 'Ann Clerk' WHERE id = $1`, [clerk.accountId])
  await portal.pool.query(`UPDATE account SET full_name = 'Zora Boss' WHERE id = $1`, [
    administrator.accountId,
  ])
})
afterAll(() => portal.close())
beforeEach(async () => {
  fileId = await storeDocument(portal, clerk, { fileName: 'plat.pdf', description: 'Wells' })
})

const send = (as: TestPerson, text: string, key: string = randomUUID()) =>
  portal.call(as, addComment, { params: { fileId }, payload: { key, text } })

async function comment(as: TestPerson, text: string): Promise<Comment> {
  const answer = await send(as, text)
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<Comment>()
}

async function thread(as: TestPerson, query: { before?: number } = {}) {
  const answer = await portal.call(as, listComments, { params: { fileId }, query })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<ResultOf<typeof listComments>>()
}

const mentionedFor = async (as: TestPerson) =>
  (await thread(as)).comments.flatMap(({ mentions }) => mentions.map(({ name }) => name))

const change = (as: TestPerson, commentId: number, text: string) =>
  portal.call(as, changeComment, { params: { fileId, commentId }, payload: { text } })

const remove = (as: TestPerson, commentId: number) =>
  portal.call(as, deleteComment, { params: { fileId, commentId } })

const sentenceOf = (answer: Awaited<ReturnType<typeof send>>) => answer.json<{ error: string }>().error

describe('R23.1 the comments of a document', () => {
  test('R23.1 R23.2 whoever sees the document reads and writes them, oldest first', async () => {
    await comment(clerk, 'One well is missing.')
    portal.clock.advance(1000)
    await comment(reader, 'Which one?')
    portal.clock.advance(1000)
    await comment(administrator, 'The north one.')
    for (const as of [clerk, colleague, reader, administrator]) {
      const { comments, earlier, count } = await thread(as)
      expect(comments.map(({ author, text, isMine }) => [author.name, text, isMine])).toEqual([
        ['Ann Clerk', 'One well is missing.', as === clerk],
        ['reader@loving.example', 'Which one?', as === reader],
        [as === administrator ? 'Zora Boss' : 'admin@firm.example', 'The north one.', as === administrator],
      ])
      expect([earlier, count]).toEqual([null, 3])
    }
  })

  test('R23.1 people of another county neither read nor write them', async () => {
    const { id } = await comment(clerk, 'For our county.')
    const params = { fileId, commentId: id }
    const answers = [
      await portal.call(neighbor, listComments, { params: { fileId } }),
      await send(neighbor, 'Hello'),
      await portal.call(neighbor, changeComment, { params, payload: { text: 'Changed' } }),
      await portal.call(neighbor, deleteComment, { params }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect((await thread(clerk)).comments).toMatchObject([{ text: 'For our county.' }])
  })

  test('R23.13 people of the firm are authors and mentioned by address, except among themselves', async () => {
    const { mentions } = await comment(clerk, `Ask ${mentionOf(administrator.accountId)}`)
    expect(mentions.map(({ name }) => name)).toEqual(['admin@firm.example'])
    expect(await mentionedFor(colleague)).toEqual(['admin@firm.example'])
    expect(await mentionedFor(administrator)).toEqual(['Zora Boss'])
  })

  test('R23.4 a comment stays in its county when its document moves to another one', async () => {
    await comment(clerk, 'For our county.')
    await portal.pool.query('UPDATE document SET county_id = $2 WHERE id = $1', [
      fileId,
      portal.counties.winkler,
    ])
    await comment(neighbor, 'Now ours.')
    const texts = async (as: TestPerson) => (await thread(as)).comments.map(({ text }) => text)
    expect(await texts(neighbor)).toEqual(['Now ours.'])
    expect((await thread(neighbor)).count).toBe(1)
    expect(await texts(administrator)).toEqual(['For our county.', 'Now ours.'])
  })

  test('R23.7 pages of 50 neither miss nor repeat a comment', async () => {
    await portal.pool.query(
      `INSERT INTO document_comment (document_id, county_id, author_id, key, text, created_at)
       SELECT $1, $2, $3, gen_random_uuid(), 'Comment ' || n, now() FROM generate_series(1, 120) AS n`,
      [fileId, portal.counties.loving, clerk.accountId],
    )
    const seen: (string | null)[] = []
    let before: number | undefined
    const sizes: number[] = []
    do {
      const page = await thread(clerk, before === undefined ? {} : { before })
      seen.unshift(...page.comments.map(({ text }) => text))
      sizes.push(page.comments.length)
      before = page.earlier ?? undefined
      expect(page.count).toBe(120)
    } while (before !== undefined)
    expect(sizes).toEqual([50, 50, 20])
    expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `Comment ${at + 1}`))
  })
})

describe('R23.2 the text of a comment', () => {
  test('R23.2 it has 1 to 4,000 characters, and its lines stay', async () => {
    const [empty, space, long] = [
      await send(clerk, ''),
      await send(clerk, ' \n '),
      await send(clerk, '😀'.repeat(4001)),
    ]
    expect([empty, space, long].map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
    expect(sentenceOf(empty)).toBe('Please write a comment first.')
    expect(sentenceOf(long)).toBe('A comment may have at most 4,000 characters.')
    expect((await comment(clerk, '😀'.repeat(4000))).text).toHaveLength(8000)
    expect((await comment(clerk, '  <b>a</b>\r\n\r\n  b ')).text).toBe('<b>a</b>\n\n  b')
    expect((await send(clerk, 'a\0b')).statusCode).toBe(400)
  })

  test('R23.8 the same request again adds no second comment', async () => {
    const key = randomUUID()
    const ids = [await send(clerk, 'Once', key), await send(clerk, 'Once', key)].map(
      (answer) => answer.json<Comment>().id,
    )
    expect(ids[0]).toBe(ids[1])
    expect((await thread(clerk)).count).toBe(1)
    expect(await kindsOfRecords()).toEqual(['document.commented'])
    fileId = await storeDocument(portal, clerk)
    const elsewhere = await send(clerk, 'Once', key)
    expect([elsewhere.statusCode, sentenceOf(elsewhere)]).toEqual([
      409,
      'This comment was already sent to another file. Please send it again.',
    ])
  })

  test('R23.10 a mention is refused of a person who may not see the document', async () => {
    const named = await comment(
      clerk,
      `${mentionOf(colleague.accountId)} and ${mentionOf(administrator.accountId)}?`,
    )
    expect(named.mentions.map(({ name }) => name).toSorted()).toEqual([
      'admin@firm.example',
      'chief@loving.example',
    ])
    const disabled = await portal.addPerson({
      email: 'gone@loving.example',
      countyId: portal.counties.loving,
    })
    await portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.accountId])
    for (const id of [neighbor.accountId, disabled.accountId, 990_000_000]) {
      const answer = await send(clerk, `${mentionOf(colleague.accountId)} ${mentionOf(id)}`)
      expect([answer.statusCode, sentenceOf(answer)]).toEqual([
        400,
        'You can only mention people who may see this file. Please remove the other mentions.',
      ])
    }
    const many = Array.from({ length: 21 }, (_, at) => mentionOf(at + 1)).join(' ')
    expect(sentenceOf(await send(clerk, many))).toBe('A comment may mention at most 20 people.')
    expect((await thread(clerk)).count).toBe(1)
  })

  test('R23.10 a comment can be changed although a person whom it mentions has lost sight of it', async () => {
    const leaver = await portal.addPerson({
      email: 'leaver@loving.example',
      countyId: portal.counties.loving,
    })
    const { id } = await comment(clerk, `Ask ${mentionOf(leaver.accountId)}`)
    await portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [leaver.accountId])
    const answer = await change(clerk, id, `Please ask ${mentionOf(leaver.accountId)}`)
    expect(answer.json<Comment>().mentions).toEqual([{ id: leaver.accountId, name: leaver.email }])
  })
})

describe('R23.5 a change of a comment', () => {
  test('R23.5 its author changes it for 15 minutes without a mark, then with one; former texts are kept', async () => {
    const { id } = await comment(clerk, 'Frist')
    portal.clock.advance(15 * 60_000)
    expect((await change(clerk, id, 'First')).json<Comment>()).toMatchObject({
      text: 'First',
      editedAt: null,
    })
    portal.clock.advance(1)
    const at = portal.clock.now().toISOString()
    expect((await change(clerk, id, 'The first')).json<Comment>()).toMatchObject({ editedAt: at })
    portal.clock.advance(60_000)
    expect((await change(clerk, id, 'The first')).json<Comment>()).toMatchObject({ editedAt: at })
    const { rows } = await portal.pool.query(
      'SELECT number, text FROM comment_version WHERE comment_id = $1 ORDER BY number',
      [id],
    )
    expect(rows).toEqual([
      { number: 1, text: 'Frist' },
      { number: 2, text: 'First' },
    ])
  })

  test('R23.5 nobody changes or deletes the comment of another person', async () => {
    const { id } = await comment(clerk, 'Mine')
    for (const answer of [await change(administrator, id, 'Yours'), await remove(colleague, id)]) {
      expect([answer.statusCode, sentenceOf(answer)]).toEqual([
        403,
        'Only its author can change or delete a comment.',
      ])
    }
    expect((await change(clerk, id + 1, 'Other')).statusCode).toBe(404)
    expect((await thread(clerk)).comments).toMatchObject([{ text: 'Mine' }])
  })

  test('R23.6 a deleted comment keeps its place without its text, and is deleted once', async () => {
    const { id } = await comment(clerk, `Private ${mentionOf(colleague.accountId)}`)
    await comment(colleague, 'Thanks')
    expect((await remove(clerk, id)).json<Comment>()).toMatchObject({ id, text: null, mentions: [] })
    const { comments, count } = await thread(administrator)
    expect(comments.map(({ text }) => text)).toEqual([null, 'Thanks'])
    expect(count).toBe(1)
    for (const answer of [await remove(clerk, id), await change(clerk, id, 'Again')]) {
      expect([answer.statusCode, sentenceOf(answer)]).toEqual([409, 'This comment was deleted.'])
    }
    const { rows } = await portal.pool.query('SELECT text FROM comment_version WHERE comment_id = $1', [id])
    expect(rows).toEqual([{ text: `Private ${mentionOf(colleague.accountId)}` }])
  })
})

describe('R23.3 comments in the bin', () => {
  test('R23.3 they are only read, by those who see the bin, and go with the document', async () => {
    const { id } = await comment(clerk, 'Kept')
    await portal.call(clerk, deleteUpload, { params: { fileId } })
    expect((await thread(clerk)).comments).toHaveLength(1)
    expect((await portal.call(colleague, listComments, { params: { fileId } })).statusCode).toBe(403)
    for (const answer of [
      await send(clerk, 'More'),
      await change(clerk, id, 'More'),
      await remove(clerk, id),
    ]) {
      expect([answer.statusCode, sentenceOf(answer)]).toEqual([409, 'This file is in the recycle bin.'])
    }
    await portal.call(administrator, deletePermanently, { params: { fileId } })
    const { rows } = await portal.pool.query('SELECT FROM document_comment WHERE document_id = $1', [fileId])
    expect(rows).toEqual([])
    const deleted = await portal.pool.query<{ before: { comments: number } }>(
      `SELECT before FROM audit_record WHERE action = 'document.deleted' AND subject_id = $1`,
      [String(fileId)],
    )
    expect(deleted.rows[0]?.before.comments).toBe(1)
  })
})

async function kindsOfRecords(): Promise<string[]> {
  const { rows } = await portal.pool.query<{ action: string }>(
    `SELECT action FROM audit_record WHERE subject_kind = 'document' AND subject_id = $1 AND action LIKE '%comment%'
     ORDER BY id`,
    [String(fileId)],
  )
  return rows.map(({ action }) => action)
}

describe('R23.9 comments in the history', () => {
  test('R23.9 the history says who commented, changed and deleted, without any text', async () => {
    const { id } = await comment(clerk, 'Secret well')
    await change(clerk, id, 'Secret spring')
    await remove(clerk, id)
    const answer = await portal.call(colleague, getDocumentHistory, {
      params: { fileId },
      query: { kind: 'commented' },
    })
    const { events } = answer.json<ResultOf<typeof getDocumentHistory>>()
    expect(events.map(({ who, what, group }) => `${who} ${what}, ${group}`)).toEqual([
      'clerk@loving.example deleted a comment on this file, commented',
      'clerk@loving.example changed a comment on this file, commented',
      'clerk@loving.example commented on this file, commented',
    ])
    const { rows } = await portal.pool.query(
      `SELECT FROM audit_record WHERE (before::text || after::text) LIKE '%Secret%'`,
    )
    expect(rows).toEqual([])
  })
})
