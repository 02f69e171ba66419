import {
  listJobs,
  listRefusedMails,
  NOTHING_TO_RETRY,
  retryJob,
  retryJobs,
  retryRefusedMail,
} from '@portal/contract/operations/jobs.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'

let portal: TestPortal
let admin: TestPerson
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  admin = await portal.addPerson({ email: uniqueAddress('admin', 'staff.example'), role: 'administrator' })
  await portal.pool.query('TRUNCATE job, mail_outbox RESTART IDENTITY')
})
afterAll(() => portal.close())

type Page = ResultOf<typeof listJobs>
async function list(query: Record<string, string> = {}): Promise<Page> {
  const answer = await portal.call(admin, listJobs, { query })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<Page>()
}

/** Adds jobs of that kind, in order. `more` has columns as SQL. */
async function add(kind: string, count: number, more = {}): Promise<void> {
  const columns = Object.entries({ run_at: 'now()', ...more })
  await portal.pool.query(
    `INSERT INTO job (kind, ${columns.map(([name]) => name).join(', ')})
     SELECT '${kind}', ${columns.map(([, value]) => value).join(', ')} FROM generate_series(1, ${count}) AS n`,
  )
}
const DEAD = { failed_at: 'now()', attempts: '12', last_error: `'Error: connect ECONNREFUSED 10.0.0.5:25'` }

async function walk(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  let page = await list(query)
  for (;;) {
    ids.push(...page.jobs.map(({ jobID }) => jobID))
    if (page.next === null) return ids
    page = await list({ ...query, after: page.next })
  }
}

test('R8.40 counts waiting, running and failed jobs by kind', async () => {
  await add('write-owner-roll', 3)
  await add('write-owner-roll', 1, { leased_until: `now() + interval '1 minute'` })
  await add('night-share', 2, DEAD)
  expect((await list()).kinds).toEqual([
    { kind: 'night-share', waiting: 0, running: 0, failed: 2, oldestDueAt: null },
    { kind: 'write-owner-roll', waiting: 3, running: 1, failed: 0, oldestDueAt: expect.any(String) },
  ])
})

test('R8.40 a failed job shows its time, its attempts and its error, newest first', async () => {
  await add('night-share', 1, DEAD)
  await add('scan-documents', 1, { ...DEAD, last_error: `'Error: the secret of smtp://u:hidden@mail'` })
  const { jobs } = await list()
  expect(jobs).toEqual([
    {
      jobID: '2',
      kind: 'scan-documents',
      state: 'failed',
      at: expect.any(String),
      attempts: 12,
      problem: 'It failed for a reason that stands in the log: `npm run -s portal -- jobs` tells it.',
      mail: null,
    },
    expect.objectContaining({ jobID: '1', problem: 'What it needs could not be reached.' }),
  ])
})

test('R8.40 an e-mail is shown by kind and recipient, without its content', async () => {
  await portal.world.database.kysely.transaction().execute((transaction) =>
    enqueueMail(transaction, portal.world, {
      kind: 'reset',
      recipient: 'ann@reeves.example',
      facts: { requestedFrom: 'a-hidden-thing' },
    }),
  )
  const answer = await portal.call(admin, listJobs, { query: { state: 'waiting' } })
  expect(answer.json<Page>().jobs).toEqual([
    expect.objectContaining({
      kind: 'send-mail',
      state: 'waiting',
      attempts: 0,
      problem: null,
      mail: { kind: 'reset', recipient: 'ann@reeves.example' },
    }),
  ])
  expect(answer.body).not.toContain('a-hidden-thing')
})

describe('pages', () => {
  test('R8.41 of waiting jobs neither skip nor repeat one, even if all are due at one moment', async () => {
    await add('send-mail', 70)
    await add('night-share', 60, { run_at: `now() + n * interval '1 microsecond'` })
    const ids = await walk({ state: 'waiting' })
    expect(ids).toHaveLength(130)
    expect(new Set(ids).size).toBe(130)
    expect(await walk({ state: 'waiting', kind: 'night-share' })).toHaveLength(60)
  })

  test('R8.41 of failed jobs neither skip nor repeat one', async () => {
    await add('night-share', 101, DEAD)
    await add('send-mail', 3, DEAD)
    expect(new Set(await walk({})).size).toBe(104)
    expect(await walk({ kind: 'send-mail' })).toHaveLength(3)
  })

  test('R8.41 stay fast with 200,000 waiting jobs', async () => {
    await add('write-owner-roll', 1)
    await add('send-mail', 200_000, { payload: `jsonb_build_object('outboxId', n)` })
    const { next } = await list({ state: 'waiting' })
    const queries: Record<string, string>[] = [
      { state: 'waiting' },
      { state: 'waiting', kind: 'send-mail' },
      { state: 'waiting', after: next ?? '' },
      { kind: 'send-mail' },
    ]
    for (const query of queries) {
      const before = await rowsRead()
      await list(query)
      // It counts at most 10,000. A list that sorts all of them reads 200,000.
      expect((await rowsRead()) - before).toBeLessThan(11_000)
    }
  })

  test.each(['x', '1 2', '2026-13-45T00:00:00.000000Z 1', "1' OR 1=1"])(
    'an invented position is 400: %s',
    async (after) => {
      for (const state of ['waiting', 'failed']) {
        if (state === 'failed' && after === '1') continue
        expect((await portal.call(admin, listJobs, { query: { state, after } })).statusCode).toBe(400)
      }
      expect((await portal.call(admin, listRefusedMails, { query: { after } })).statusCode).toBe(400)
    },
  )
})

/** How many rows of jobs all connections have read so far. */
async function rowsRead(): Promise<number> {
  const connections = Array.from({ length: portal.pool.totalCount })
  await Promise.all(connections.map(() => portal.pool.query('SELECT pg_stat_force_next_flush()')))
  const { rows } = await portal.pool.query<{ read: number }>(
    `SELECT (seq_tup_read + idx_tup_fetch)::integer AS read FROM pg_stat_user_tables WHERE relname = 'job'`,
  )
  return rows[0]?.read ?? 0
}

describe('retrying', () => {
  test('R8.42 one job resets its attempts and leaves a record', async () => {
    await add('night-share', 2, DEAD)
    const answer = await portal.call(admin, retryJob, { params: { jobId: '2' } })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { retried: [{ kind: 'night-share', count: 1 }] },
    ])
    expect((await list()).jobs.map(({ jobID }) => jobID)).toEqual(['1'])
    expect((await list({ state: 'waiting' })).jobs).toEqual([
      expect.objectContaining({ jobID: '2', attempts: 0, state: 'waiting' }),
    ])
    const { rows } = await portal.pool.query(
      `SELECT actor_name, after FROM audit_record WHERE action = 'jobs.retried' AND account_id = $1`,
      [admin.accountId],
    )
    expect(rows).toEqual([{ actor_name: admin.email, after: { 'night-share': 1 } }])
  })

  test('R8.42 all of a kind, and no other', async () => {
    await add('night-share', 60, DEAD)
    await add('send-mail', 1, DEAD)
    const answer = await portal.call(admin, retryJobs, { payload: { kind: 'night-share' } })
    expect(answer.json()).toEqual({ retried: [{ kind: 'night-share', count: 60 }] })
    expect((await list()).kinds.map(({ kind, failed }) => [kind, failed])).toEqual([
      ['night-share', 0],
      ['send-mail', 1],
    ])
  })

  test('R8.42 a job that is no longer failed is 409, and leaves no record', async () => {
    await add('night-share', 1)
    const one = await portal.call(admin, retryJob, { params: { jobId: '1' } })
    const all = await portal.call(admin, retryJobs, { payload: { kind: 'night-share' } })
    for (const answer of [one, all]) {
      expect([answer.statusCode, answer.json()]).toEqual([409, failure(NOTHING_TO_RETRY).toFailure()])
    }
    const { rowCount } = await portal.pool.query(
      `SELECT FROM audit_record WHERE action = 'jobs.retried' AND account_id = $1`,
      [admin.accountId],
    )
    expect(rowCount).toBe(0)
  })

  test('R8.42 needs a fresh proof of identity', async () => {
    await add('night-share', 1, DEAD)
    portal.clock.advance(11 * 60_000)
    for (const call of [
      portal.call(admin, retryJob, { params: { jobId: '1' } }),
      portal.call(admin, retryJobs, { payload: { kind: 'night-share' } }),
    ]) {
      const answer = await call
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        403,
        'session.proof_required',
      ])
    }
    expect((await list()).jobs).toHaveLength(1)
  })
})

test('R8.43 permanently refused e-mails show recipient, time and reason, in the portal’s words', async () => {
  await portal.pool.query(
    `INSERT INTO mail_outbox (kind, recipient, message_id, created_at, refused_at, refusal)
     SELECT 'reset', 'nobody' || n || '@reeves.example', 'id' || n, now(), now(),
       '550 5.1.1 <the words of the letter> unknown' FROM generate_series(1, 51) AS n`,
  )
  const answer = await portal.call(admin, listRefusedMails)
  const { mails, next } = answer.json<ResultOf<typeof listRefusedMails>>()
  expect(mails).toHaveLength(50)
  expect(mails[0]).toMatchObject({
    kind: 'reset',
    recipient: 'nobody51@reeves.example',
    problem: 'The mail server does not take mail for this address (550 5.1.1).',
  })
  expect(answer.body).not.toContain('the words of the letter')
  const rest = await portal.call(admin, listRefusedMails, { query: { after: next ?? '' } })
  expect(rest.json<ResultOf<typeof listRefusedMails>>()).toMatchObject({
    mails: [{ recipient: 'nobody1@reeves.example' }],
    next: null,
  })
})

const sendAgain = (mailId: number) => portal.call(admin, retryRefusedMail, { params: { mailId } })

async function refusedMail(): Promise<number> {
  const { rows } = await portal.pool.query<{ id: number }>(
    `INSERT INTO mail_outbox (kind, recipient, facts, message_id, created_at, refused_at, refusal)
     VALUES ('reset', $1, '{"requestedFrom": "192.0.2.1"}', 'id', now(), now(), '550 5.1.1 unknown') RETURNING id`,
    [admin.email],
  )
  return rows[0]?.id ?? 0
}

describe('a permanently refused e-mail', () => {
  test('R8.43 is sent again, once, with a record', async () => {
    const mailId = await refusedMail()
    const answer = await sendAgain(mailId)
    expect([answer.statusCode, answer.json()]).toEqual([200, { retried: [{ kind: 'reset', count: 1 }] }])
    expect((await portal.call(admin, listRefusedMails)).json()).toMatchObject({ mails: [] })
    const sent = await mailsTo(portal, admin.email)
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringContaining('password')])
    const { rows } = await portal.pool.query(
      `SELECT actor_name, after FROM audit_record WHERE action = 'mail.retried' AND account_id = $1`,
      [admin.accountId],
    )
    expect(rows).toEqual([{ actor_name: admin.email, after: { kind: 'reset', recipient: admin.email } }])
    expect((await sendAgain(mailId)).json()).toEqual(failure(NOTHING_TO_RETRY).toFailure())
  })

  test('R8.43 needs a fresh proof, and stays refused without one', async () => {
    const mailId = await refusedMail()
    portal.clock.advance(11 * 60_000)
    expect((await sendAgain(mailId)).json<{ code: string }>().code).toBe('session.proof_required')
    expect((await portal.call(admin, listRefusedMails)).json()).toMatchObject({ mails: [{ mailID: mailId }] })
  })
})
