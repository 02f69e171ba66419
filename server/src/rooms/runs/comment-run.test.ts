import { mentionOf } from '@portal/contract/comments/comment-text.ts'
import { changeComment, listComments, type Comment } from '@portal/contract/comments/comments.ts'
import { getDocumentHistory } from '@portal/contract/history/document-history.ts'
import { listNotices, type Notice } from '@portal/contract/notices/notices.ts'
import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addManyDocuments } from '../../testing/add-many-documents.ts'
import { runCalls } from '../../testing/run-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
  calls = runCalls(portal)
})
afterAll(() => portal.close())

const QUESTION = { kind: 'comment', text: 'Which well?' } as const

/** Two of the colleague, one in the bin, and one of another county. */
let ids: readonly [number, number, number, number]
beforeEach(async () => {
  const { counties, people } = portal
  await portal.pool.query('DELETE FROM notice')
  const own = await addManyDocuments(portal.pool, 3, { county: counties.loving, by: people.colleague })
  const others = await addManyDocuments(portal.pool, 1, { county: counties.winkler, by: people.neighbor })
  const [first = 0, second = 0, binned = 0] = own
  await portal.pool.query('UPDATE document SET deleted_at = now(), deleted_by = $2 WHERE id = $1', [
    binned,
    people.colleague.accountId,
  ])
  ids = [first, second, binned, others[0] ?? 0]
})

async function commentsOf(as: TestPerson, fileId: number): Promise<readonly Comment[]> {
  const answer = await portal.call(as, listComments, { params: { fileId } })
  return answer.json<{ comments: Comment[] }>().comments
}

const textsOf = async (fileId: number) =>
  (await commentsOf(portal.people.administrator, fileId)).map(({ author, text }) => [author.name, text])

const noticesOf = async (as: TestPerson) =>
  (await portal.call(as, listNotices)).json<{ notices: Notice[] }>().notices.map(({ text }) => text)

const versionOf = async (id: number) => {
  const { rows } = await portal.pool.query<{ version: number }>(
    'SELECT version FROM document WHERE id = $1',
    [id],
  )
  return rows[0]?.version
}

test('R20.74 a run adds one comment to each file that its person sees, also without the right to edit', async () => {
  const { clerk } = portal.people
  const before = await versionOf(ids[0])
  const { status, body: run } = await calls.start(clerk, { ids: [...ids] }, QUESTION)
  expect(status).toBe(200)
  expect(run).toMatchObject({ what: 'Comment “Which well?”', changed: 2, unchanged: 0, refused: 2 })
  for (const id of ids.slice(0, 2)) expect(await textsOf(id)).toEqual([[clerk.email, 'Which well?']])
  for (const id of ids.slice(2)) {
    const { rows } = await portal.pool.query('SELECT FROM document_comment WHERE document_id = $1', [id])
    expect(rows).toEqual([])
  }
  expect(await versionOf(ids[0]), 'an open edit stays possible').toBe(before)
  const history = await portal.call(clerk, getDocumentHistory, { params: { fileId: ids[0] } })
  expect(history.body).toContain('document.commented')
  expect(history.body, 'never the text').not.toContain('Which well?')
})

test('R23.14 the title of a run has no marks that turn the direction of the text', async () => {
  const { clerk } = portal.people
  const { body } = await calls.start(
    clerk,
    { ids: [ids[0]] },
    { kind: 'comment', text: 'Which\u202E \u2066well?' },
  )
  expect(body.what).toBe('Comment “Which well?”')
})

test('R20.74 the uploader gets one notice of the run', async () => {
  const { clerk, colleague, neighbor } = portal.people
  await calls.start(clerk, { ids: [...ids] }, QUESTION)
  expect(await noticesOf(colleague)).toEqual([`${clerk.email} commented on file ${ids[0]} and 1 other file.`])
  expect(await noticesOf(clerk)).toEqual([])
  expect(await noticesOf(neighbor)).toEqual([])
})

test('R20.74 its undo deletes the comments, except those that were changed since', async () => {
  const { clerk, colleague } = portal.people
  const { body: run } = await calls.start(clerk, { ids: ids.slice(0, 2) }, QUESTION)
  const [comment] = await commentsOf(clerk, ids[1])
  const params = { fileId: ids[1], commentId: comment?.id ?? 0 }
  await portal.call(clerk, changeComment, { params, payload: { text: 'Which wells?' } })
  const { body: undo } = await calls.undo(clerk, run.number)
  expect(undo).toMatchObject({ changed: 1, refused: 1, reasons: [{ code: 'run.changed_since', count: 1 }] })
  expect(await textsOf(ids[0])).toEqual([[clerk.email, null]])
  expect(await textsOf(ids[1])).toEqual([[clerk.email, 'Which wells?']])
  expect(await noticesOf(colleague)).toEqual([`${clerk.email} commented on file ${ids[1]}.`])
})

test('R20.75 only its starter undoes a run of comments', async () => {
  const { administrator, clerk } = portal.people
  const { body: run } = await calls.start(clerk, { ids: [ids[0]] }, QUESTION)
  expect((await calls.get(administrator, run.number)).body.mayUndo).toBe(false)
  const refused = await calls.undo(administrator, run.number)
  expect([refused.status, refused.body.code]).toEqual([403, 'run.comments_not_yours'])
  expect(await textsOf(ids[0])).toEqual([[clerk.email, 'Which well?']])
  expect((await calls.get(clerk, run.number)).body.mayUndo).toBe(true)
  expect((await calls.undo(clerk, run.number)).body.changed).toBe(1)
})

test('R20.74 the same run sent twice adds one comment, and so does a run in batches', async () => {
  const { administrator, colleague } = portal.people
  const county = portal.counties.loving
  const many = await addManyDocuments(portal.pool, MAX_AT_ONCE + 3, { county, by: colleague })
  const key = crypto.randomUUID()
  const { body: run } = await calls.start(administrator, { ids: many }, QUESTION, key)
  await calls.start(administrator, { ids: many }, QUESTION, key)
  await calls.work()
  expect((await calls.get(administrator, run.number)).body).toMatchObject({
    state: 'done',
    changed: many.length,
  })
  const { rows } = await portal.pool.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM document_comment WHERE document_id = ANY ($1)`,
    [many],
  )
  expect(rows[0]?.n).toBe(many.length)
  expect(await noticesOf(colleague)).toEqual([
    `${administrator.email} commented on file ${many[0]} and ${many.length - 1} other files.`,
  ])
})

test.each([
  ['', 'comment.empty'],
  ['\u200B\u2060', 'comment.empty'],
  ['x'.repeat(4001), 'comment.too_long'],
  ['MENTION', 'run.mentions'],
])('R20.74 a text that no comment may have is refused before anything changes: %#', async (text, code) => {
  const { clerk, colleague } = portal.people
  const typed = text === 'MENTION' ? `Ask ${mentionOf(colleague.accountId)}` : text
  const answer = await calls.start(clerk, { ids: [ids[0]] }, { kind: 'comment', text: typed })
  expect([answer.status, answer.body.code]).toEqual([400, code])
  expect(await textsOf(ids[0])).toEqual([])
})
