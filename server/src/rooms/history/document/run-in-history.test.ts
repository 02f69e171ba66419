import type { ResultOf } from '@portal/contract/endpoint.ts'
import {
  exportDocumentHistory,
  getDocumentHistory,
  getDocumentHistoryPdf,
} from '@portal/contract/history/document-history.ts'
import { listHistory } from '@portal/contract/history/history.ts'
import type { RunAction } from '@portal/contract/runs/actions.ts'
import { MAX_AT_ONCE } from '@portal/contract/runs/run-errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAuditRecords } from '../../../records/audit/append.repository.ts'
import { toAuditRow } from '../../../records/audit/record.ts'
import { addManyDocuments } from '../../../testing/add-many-documents.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { runCalls } from '../../../testing/run-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof runCalls>
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  calls = runCalls(portal)
})
afterAll(() => portal.close())

async function start(n: number, action: RunAction) {
  const { people, pool, counties } = portal
  const ids = await addManyDocuments(pool, n, { county: counties.loving, by: people.clerk })
  const { body: run } = await calls.start(people.administrator, { ids }, action)
  await calls.work()
  return { fileId: ids[0] ?? 0, number: run.number }
}

async function newest(as: TestPerson, fileId: number) {
  const answer = await portal.call(as, getDocumentHistory, { params: { fileId } })
  return answer.json<ResultOf<typeof getDocumentHistory>>().events[0]
}

test.each([1, MAX_AT_ONCE + 1])(
  'R20.69 the history of a file says in which run it was changed, of %i files',
  async (n) => {
    const { administrator, clerk } = portal.people
    const { fileId, number } = await start(n, { kind: 'status', statusId: 2 })
    const what = `changed Status in run ${number}`
    expect(await newest(administrator, fileId)).toMatchObject({ what, run: number, who: administrator.email })
    expect(await newest(clerk, fileId)).toMatchObject({ what, run: null })
    const { rows } = await portal.pool.query(
      `SELECT actor_kind, before, after FROM audit_record WHERE subject_kind = 'document' AND subject_id = $1`,
      [String(fileId)],
    )
    expect(rows).toEqual([
      { actor_kind: 'run', before: { status: 'New' }, after: { status: 'Completed', run: number } },
    ])
    const csv = await portal.call(clerk, exportDocumentHistory, { params: { fileId } })
    expect(csv.body).toContain(`,${what},`)
    const pdf = await portal.call(administrator, getDocumentHistoryPdf, { params: { fileId } })
    expect((await readPdf(pdf.rawPayload)).pages.join(' ')).toContain(what)
  },
)

test('R20.69 Activity says it, too, also of a record without other facts of after', async () => {
  const { fileId, number } = await start(1, { kind: 'bin' })
  const answer = await portal.call(portal.people.administrator, listHistory, { query: { fileId } })
  const { happenings } = answer.json<ResultOf<typeof listHistory>>()
  expect(happenings[0]?.what).toMatch(new RegExp(`^moved to the recycle bin .* in run ${number}$`, 'u'))
})

test('R20.69 an older record of a run without its number stays as it is', async () => {
  const { people, pool, counties } = portal
  const [fileId = 0] = await addManyDocuments(pool, 1, { county: counties.loving, by: people.clerk })
  const { accountId, email } = people.administrator
  const row = toAuditRow({
    at: portal.clock.now(),
    actor: {
      kind: 'run',
      number: 7,
      caller: { address: '127.0.0.1', isOfProxy: false, requestId: 'x' },
      account: { accountId, email },
    },
    action: 'document.status_set',
    subject: { kind: 'document', id: fileId },
    countyId: counties.loving,
  })
  const older = { ...row, before: { status: 'New' }, after: { status: 'Completed' } }
  await portal.world.database.kysely
    .transaction()
    .execute((transaction) => appendAuditRecords(transaction, [older]))
  expect(await newest(people.administrator, fileId)).toMatchObject({ what: 'changed Status', run: null })
})
