import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordMailRetry, recordRetry } from '../../records/audit/record-retry.ts'
import type { Context } from '../../records/context.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { runCommand } from '../../testing/run-command.ts'
import { tamper } from '../../testing/tamper.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { retryRefusedMails } from '../mail/refused-mail.ts'
import { newLeaseOwner } from './lease-owner.ts'
import { jobCommands } from './jobs.commands.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
// Tests identify jobs by their numbers and read the whole record.
beforeEach(() =>
  tamper(
    portal.pool,
    'TRUNCATE job, mail_outbox RESTART IDENTITY; DELETE FROM audit_record; DELETE FROM audit_chain',
  ),
)
afterAll(() => portal.close())

const COMMANDS = jobCommands<Context>({
  recordRetry,
  retryRefusedMails: (context) => retryRefusedMails(context, recordMailRetry),
})
const run = (...words: string[]) => runCommand(portal.world, COMMANDS, { words: ['jobs', ...words] })

type Planted = { kind: string; state?: 'waiting' | 'dead'; error?: string; key?: string }

async function plant({ kind, state = 'dead', error, key }: Planted): Promise<void> {
  await portal.pool.query(
    `INSERT INTO job (kind, run_at, attempts, failed_at, last_error, claimed_key)
     VALUES ($1, '2026-03-10T15:00:00Z', 12, CASE WHEN $2 THEN now() END, $3, $4)`,
    [kind, state === 'dead', error ?? null, key ?? null],
  )
}

const jobs = async () =>
  (await portal.pool.query('SELECT id::integer, attempts, failed_at, key FROM job ORDER BY id')).rows

test('jobs says that there is nothing to do', async () => {
  expect(await run()).toMatchObject({
    json: { waiting: [], running: [], dead: [] },
    exitCode: 0,
    printed: ['No job waits, runs or is dead.'],
  })
})

test('R1.60 jobs shows waiting, running and dead jobs, since when, where, and the first line of the last error', async () => {
  const owner = newLeaseOwner()
  for (let count = 0; count < 11; count += 1) await plant({ kind: 'write-owner-roll', state: 'waiting' })
  await plant({ kind: 'send-mail', error: 'Error: refused\n    at somewhere' })
  await plant({ kind: 'send-mail' })
  await portal.pool.query(
    `INSERT INTO job (kind, run_at, leased_until, lease_owner) VALUES
       ('offer-password', now(), now() + interval '1 minute', $1), ('send-mail', now(), now() + interval '1 minute', NULL)`,
    [owner],
  )
  const { json, printed } = await run()
  expect(printed).toEqual([
    'Waiting: 11 write-owner-roll (jobs 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …), the oldest due 2026-03-10T15:00:00.000Z',
    `Running: offer-password (job 14) on ${owner.host}, process ${owner.pid} since ${owner.startedAt}`,
    'Running: send-mail (job 15) on a server of the release before',
    'Dead: 2 send-mail (jobs 12, 13), the oldest due 2026-03-10T15:00:00.000Z; last error: Error: refused',
    'Bring the dead back with: npm run -s portal -- jobs --retry [KIND|ID]',
  ])
  expect(json).toMatchObject({
    waiting: [{ kind: 'write-owner-roll', count: 11 }],
    running: [
      { kind: 'offer-password', owner },
      { kind: 'send-mail', owner: null },
    ],
    dead: [{ kind: 'send-mail', count: 2, ids: [12, 13], lastError: 'Error: refused' }],
  })
})

test('R20.70 jobs shows the numbers in the payload of a job, such as that of a run, and no texts', async () => {
  await portal.pool.query(
    `INSERT INTO job (kind, payload, run_at, failed_at, leased_until, lease_owner) VALUES
       ('document-run', '{"number": 41}', '2026-03-10T15:00:00Z', NULL, NULL, NULL),
       ('document-run', '{"number": 42}', '2026-03-10T15:00:00Z', NULL, now() + interval '1 minute', NULL),
       ('write-owner-roll', '{"countyId": 3, "appraisalYear": 2026, "by": "ann@staff.example"}', '2026-03-10T15:00:00Z', now(), NULL, NULL)`,
  )
  const { printed } = await run()
  expect(printed.slice(0, 3)).toEqual([
    'Waiting: 1 document-run (job 1: number 41), the oldest due 2026-03-10T15:00:00.000Z',
    'Running: document-run (job 2: number 42) on a server of the release before',
    'Dead: 1 write-owner-roll (job 3: appraisalYear 2026, countyId 3), the oldest due 2026-03-10T15:00:00.000Z',
  ])
})

test('R1.60 jobs --retry revives one, a kind or all, and leaves a record; others stay', async () => {
  for (const kind of ['send-mail', 'send-mail', 'offer-password', 'write-owner-roll']) await plant({ kind })
  await plant({ kind: 'send-mail', state: 'waiting' })
  const alive = async () =>
    (await jobs()).filter(({ failed_at }) => failed_at === null).map(({ id }) => id as number)
  expect(await run('--retry', '1')).toMatchObject({
    json: { retried: [{ kind: 'send-mail', count: 1 }] },
    printed: ['Brought back: 1 send-mail'],
  })
  expect(await alive()).toEqual([1, 5])
  expect((await jobs())[0]).toMatchObject({ attempts: 0 })
  await run('--retry', 'offer-password')
  expect(await alive()).toEqual([1, 3, 5])
  await run('--retry')
  expect(await alive()).toEqual([1, 2, 3, 4, 5])
  expect((await run('--retry')).printed).toEqual(['No job is dead or waits for its next try.'])
  const records = await portal.pool.query(`SELECT who, what, after FROM ${AUDIT_AS_TOLD} ORDER BY id`)
  expect(records.rows).toEqual([
    { who: 'command line', what: 'tasks retried', after: { 'send-mail': 1 } },
    { who: 'command line', what: 'tasks retried', after: { 'offer-password': 1 } },
    { who: 'command line', what: 'tasks retried', after: { 'send-mail': 1, 'write-owner-roll': 1 } },
  ])
})

test('R1.60 jobs --retry retries failed jobs at once, and no jobs that wait for their time', async () => {
  await portal.pool.query(
    `INSERT INTO job (kind, run_at, attempts, last_error, leased_until) VALUES
       ('send-mail', now() + interval '1 hour', 5, 'Error: refused', NULL),
       ('send-mail', now() + interval '1 hour', 5, 'Error: refused', NULL),
       ('night-share', now() + interval '1 hour', 1, 'Error: refused', NULL),
       ('send-mails-together', now() + interval '1 hour', 0, NULL, NULL),
       ('send-mail', now() + interval '1 hour', 1, 'Error: refused', now() + interval '1 minute')`,
  )
  const due = async () =>
    (await portal.pool.query('SELECT id::integer FROM job WHERE run_at <= now() ORDER BY id')).rows.map(
      ({ id }) => id as number,
    )
  expect(await run('--retry', '2')).toMatchObject({
    json: { retried: [], hurried: [{ kind: 'send-mail', count: 1 }] },
    printed: ['Tried now: 1 send-mail'],
  })
  expect(await due()).toEqual([2])
  await run('--retry', 'send-mail')
  expect(await due()).toEqual([1, 2])
  await plant({ kind: 'night-share' })
  expect((await run('--retry')).printed).toEqual(['Brought back: 1 night-share', 'Tried now: 1 night-share'])
  expect(await due()).toEqual([1, 2, 3, 6])
  expect((await jobs())[0]).toMatchObject({ attempts: 5 })
  const { rows } = await portal.pool.query(`SELECT after FROM ${AUDIT_AS_TOLD} ORDER BY id`)
  expect(rows.map(({ after }) => after as object)).toEqual([
    { 'send-mail': 1 },
    { 'send-mail': 1 },
    { 'night-share': 2 },
  ])
})

test('R1.65 jobs --retry refused-mail resends permanently rejected e-mails, each recorded, and nothing else does', async () => {
  await portal.pool.query(
    `INSERT INTO mail_outbox (kind, recipient, message_id, created_at, refused_at, sent_at) VALUES
       ('reset', 'a@b.example', 'one', now(), now(), NULL), ('invitation', 'b@b.example', 'two', now(), now(), NULL),
       ('reset', 'c@b.example', 'three', now(), NULL, now())`,
  )
  expect((await run('--retry')).printed).toEqual(['No job is dead or waits for its next try.'])
  expect(await run('--retry', 'refused-mail')).toMatchObject({
    json: { refusedMails: 2 },
    printed: ['Sent again: 2 mails'],
  })
  const queued = await portal.pool.query(
    `SELECT kind, payload, recipient FROM job JOIN (SELECT id AS mail, recipient FROM mail_outbox WHERE refused_at IS NULL) AS m
     ON mail = (payload->>'outboxId')::integer ORDER BY job.id`,
  )
  expect(queued.rows).toMatchObject([
    { kind: 'send-mail', recipient: 'a@b.example' },
    { kind: 'send-mail', recipient: 'b@b.example' },
  ])
  const records = await portal.pool.query(`SELECT who, what, after FROM ${AUDIT_AS_TOLD} ORDER BY id`)
  expect(records.rows).toMatchObject([
    { who: 'command line', after: { kind: 'reset', recipient: 'a@b.example' } },
    { who: 'command line', after: { kind: 'invitation', recipient: 'b@b.example' } },
  ])
  expect((await run('--retry', 'refused-mail')).printed).toEqual(['No mail is refused.'])
})

test('a dead job whose key a waiting one has is deleted, because that one does its work', async () => {
  await plant({ kind: 'write-owner-roll', key: 'write-owner-roll 1 2026' })
  await portal.pool.query(
    `INSERT INTO job (kind, run_at, key) VALUES ('write-owner-roll', now(), 'write-owner-roll 1 2026')`,
  )
  await plant({ kind: 'write-owner-roll', key: 'write-owner-roll 1 2025' })
  await run('--retry')
  expect(await jobs()).toMatchObject([
    { id: 2, key: 'write-owner-roll 1 2026' },
    { id: 3, key: 'write-owner-roll 1 2025', failed_at: null },
  ])
})

test('jobs --retry refuses jobs that are not dead, and a word without --retry', async () => {
  await plant({ kind: 'send-mail', state: 'waiting' })
  await expect(run('--retry', 'send-mail')).rejects.toThrow(
    'jobs: No job of that kind or number is dead or waits for its next try: send-mail.',
  )
  await expect(run('--retry', '1')).rejects.toThrow('is dead or waits for its next try: 1.')
  await expect(run('send-mail')).rejects.toThrow('jobs: KIND or ID stands behind --retry only.')
})

const warnings = async () => {
  portal.clock.advance(5000)
  const answer = await portal.app.inject({ url: '/readyz' })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ warnings: string[] }>().warnings.filter((line) => line.includes('dead'))
}

test('R1.60 /readyz names dead jobs and not their errors, until they are revived', async () => {
  expect(await warnings()).toEqual([])
  await plant({ kind: 'offer-password', error: 'Error: secret' })
  await plant({ kind: 'send-mail' })
  await plant({ kind: 'send-mail' })
  expect(await warnings()).toEqual([
    '1 offer-password job is dead: `npm run -s portal -- jobs` tells why, `npm run -s portal -- jobs --retry` brings it back.',
    '2 send-mail jobs are dead: `npm run -s portal -- jobs` tells why, `npm run -s portal -- jobs --retry` brings them back.',
  ])
  await run('--retry')
  expect(await warnings()).toEqual([])
})
