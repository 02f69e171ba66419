import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { listUploads, uploadFile } from '@portal/contract/files/files.ts'
import { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { METRIC_SOURCES } from '../../background.ts'
import type { Series } from '../../testing/portal/meter.ts'
import { uploadDocument } from '../../testing/store-document.ts'
import { testClock } from '../../testing/test-clock.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../testing/test-portal.ts'
import type { DB } from '../database/generated/db.d.ts'
import { createPool } from '../database/pool.ts'
import { PortalDialect } from '../database/portal-dialect.ts'
import { createHealthProbe } from '../http/health-probe.ts'
import { createMetrics } from './create-metrics.ts'

const SILENT = { info() {}, warn() {}, error() {} }

let portal: TestPortal<{ meter: true }>
beforeAll(async () => {
  portal = await testPortal({ meter: true })
})
beforeEach(async () => {
  await portal.pool.query('TRUNCATE job, mail_outbox, stored_object, standing_finding, backup_run CASCADE')
  // The result of a scrape is cached for five seconds.
  portal.clock.advance(5000)
})
afterEach(() => void vi.useRealTimers())
afterAll(() => portal.close())

const told = (series: readonly Series[], name: string, labels: Series['labels'] = {}) =>
  series.find(
    (each) =>
      each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
  )?.value

/** The values of each label of each metric. */
const values = (series: readonly Series[], label: string) =>
  new Set(series.flatMap(({ labels }) => labels[label] ?? []))

test('requests are counted by route, method and class of status, without people’s input', async () => {
  const countyId = (await portal.addCounty('Deaf Smith')).CountyID
  const clerk = await portal.addPerson({ email: 'quiet.clerk@loving.example', countyId })
  const upload = await uploadDocument(portal, clerk, {
    fileName: 'secret-lease.pdf',
    categoryId: 2,
    typeId: 14,
    description: 'Wells',
  })
  expect(upload.statusCode).toBe(200)
  await portal.call(clerk, listUploads, { query: { searchTerm: 'secret-term' } })
  await portal.call(ANONYMOUS_PERSON, login, {
    payload: { username: 'quiet.clerk@loving.example', password: 'wrong-secret' },
  })
  await portal.as(null)({ method: 'GET', url: '/api/file/4711/secret-lease.pdf' })
  await portal.as(null)({ method: 'GET', url: '/secret/path?county=Deaf+Smith' })
  await portal.as(null)({ method: 'PROPFIND', url: '/secret/path', remoteAddress: '192.0.2.77' })
  const series = await portal.meter.scrape()
  const labels = series.flatMap((each) => Object.values(each.labels)).join(' ')
  for (const brought of ['secret', 'quiet', 'Deaf', '4711', '192.0.2', 'PROPFIND'])
    expect(labels).not.toContain(brought)
  const count = (labels: Series['labels']) => told(series, 'portal_http_request_seconds_count', labels)
  expect(count({ route: `/api${uploadFile.path}`, method: 'POST', status: '2xx' })).toBe(1)
  expect(count({ route: `/api${login.path}`, method: 'POST', status: '4xx' })).toBe(1)
  expect(count({ route: 'other', method: 'other', status: '4xx' })).toBe(1)
  expect([...values(series, 'status')].toSorted()).toEqual(['2xx', '4xx'])
})

test('waiting, running and dead jobs are counted by kind, and kinds of another release are not', async () => {
  await portal.pool.query(
    `INSERT INTO job (kind, run_at, leased_until, failed_at) VALUES
       ('send-mail', now() - interval '10 minutes', NULL, NULL), ('send-mail', now(), now() + interval '1 minute', NULL),
       ('send-mail', now(), NULL, now()), ('write-owner-roll', now() + interval '1 hour', NULL, NULL),
       ('of another release', now(), NULL, NULL)`,
  )
  await portal.pool.query(
    `INSERT INTO mail_outbox (kind, recipient, facts, message_id, created_at, sent_at) VALUES
       ('reset', 'a@b.example', '{}', 'one', now() - interval '1 hour', NULL),
       ('reset', 'a@b.example', '{}', 'two', now(), now())`,
  )
  await portal.pool.query(
    `INSERT INTO mail_outbox (kind, recipient, message_id, created_at, refused_at) VALUES
       ('reset', 'b@b.example', 'three', $1, $1), ('reset', 'b@b.example', 'four', $1, $1::timestamptz - interval '25 hours')`,
    [portal.clock.now()],
  )
  await portal.pool.query(
    `INSERT INTO stored_object (key, state, byte_size) VALUES ('aside', 'quarantined', 1)`,
  )
  await portal.pool.query(
    `INSERT INTO stored_object (key, state, byte_size, sha256, scan_state) VALUES ('unseen', 'kept', 1, sha256('x'), 'pending')`,
  )
  await portal.pool.query(
    `INSERT INTO standing_finding (source, subject, problem) VALUES ('database', 'counts', 'are wrong')`,
  )
  const series = await portal.meter.scrape()
  const jobs = (kind: string, state: string) => told(series, 'portal_jobs', { kind, state })
  expect([jobs('send-mail', 'waiting'), jobs('send-mail', 'running'), jobs('send-mail', 'dead')]).toEqual([
    1, 1, 1,
  ])
  expect([jobs('write-owner-roll', 'waiting'), jobs('of another release', 'waiting')]).toEqual([1, undefined])
  const oldest = told(series, 'portal_job_oldest_seconds', { kind: 'send-mail' }) ?? 0
  expect(Math.round(oldest / 60)).toBe(10)
  expect(told(series, 'portal_job_oldest_seconds', { kind: 'write-owner-roll' })).toBe(0)
  expect(told(series, 'portal_mail_waiting')).toBe(1)
  expect(Math.round((told(series, 'portal_mail_oldest_seconds') ?? 0) / 60)).toBe(60)
  expect(told(series, 'portal_mails_refused')).toBe(1)
  expect(told(series, 'portal_quarantined_files')).toBe(1)
  expect(told(series, 'portal_scans_waiting')).toBe(1)
  expect(told(series, 'portal_scans_in_trouble')).toBe(0)
  expect(told(series, 'portal_findings', { of: 'database' })).toBe(1)
  expect(told(series, 'portal_findings', { of: 'bytes' })).toBe(0)
})

test('the age of the last good backup is reported, none before there is one, and a later failure', async () => {
  const before = await portal.meter.scrape()
  expect([told(before, 'portal_backup_age_seconds'), told(before, 'portal_backup_failing')]).toEqual([
    undefined,
    0,
  ])
  await portal.pool.query(
    `INSERT INTO backup_run (id, place, begun_at, ended_at, failure, holds_until) VALUES
       (gen_random_uuid(), '/one', now() - interval '3 hours', now(), NULL, now()),
       (gen_random_uuid(), '/two', now() - interval '1 hour', now(), 'The disk is full.', now())`,
  )
  portal.clock.advance(5000)
  const after = await portal.meter.scrape()
  expect(Math.round((told(after, 'portal_backup_age_seconds') ?? 0) / 3600)).toBe(3)
  expect(told(after, 'portal_backup_failing')).toBe(1)
})

test('parts, connections, upload slots, clock and process are reported', async () => {
  const series = await portal.meter.scrape()
  expect(told(series, 'portal_database_up')).toBe(1)
  expect(told(series, 'portal_storage_up')).toBe(1)
  expect(told(series, 'portal_storage_free_bytes')).toBeGreaterThan(0)
  expect(told(series, 'portal_database_connections', { state: 'idle' })).toBeGreaterThanOrEqual(0)
  // It does not count its own connections.
  expect(told(series, 'portal_database_connections', { state: 'busy' })).toBe(0)
  expect(told(series, 'portal_database_waiting')).toBe(0)
  expect(told(series, 'portal_upload_places')).toBe(64)
  expect(told(series, 'portal_clock_ahead_seconds')).toBe(0)
  expect(told(series, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(told(series, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  portal.clock.advance(5000)
  const slot = await portal.world.uploadLimiter.take({ accountId: 1, ownCounty: null })
  const whileOneRuns = await portal.meter.scrape()
  slot.release()
  expect(told(whileOneRuns, 'portal_uploads', { state: 'running' })).toBe(1)
})

test('every label of a gauge has only the values that its source names', async () => {
  await portal.pool.query(`INSERT INTO job (kind, run_at) VALUES ('of another release', now())`)
  const named = new Map(
    METRIC_SOURCES.flatMap(({ gauges }) =>
      Object.entries(gauges).flatMap(([name, { labels = {} }]) =>
        Object.entries(labels).map(([label, of]) => [`${name} ${label}`, of] as const),
      ),
    ),
  )
  const series = await portal.meter.scrape()
  const gauges = series.filter(({ name }) => METRIC_SOURCES.some((source) => name in source.gauges))
  expect(gauges.length).toBeGreaterThan(30)
  for (const { name, labels } of gauges)
    for (const [label, value] of Object.entries(labels))
      expect(named.get(`${name} ${label}`)).toContain(value)
})

test('a long queue is counted no further than 10,000', async () => {
  await portal.pool.query(
    `INSERT INTO stored_object (key, state, byte_size, sha256, scan_state, scan_trouble)
       SELECT 'waiting-' || n, 'kept', 1, sha256('x'), 'pending', 'It is too large.' FROM generate_series(1, 12000) AS n
     UNION ALL SELECT 'aside-' || n, 'quarantined', 1, NULL, 'none', NULL FROM generate_series(1, 12000) AS n`,
  )
  await portal.pool.query(
    `INSERT INTO job (kind, run_at) SELECT 'write-owner-roll', now() FROM generate_series(1, 12000)`,
  )
  const series = await portal.meter.scrape()
  expect(told(series, 'portal_jobs', { kind: 'write-owner-roll', state: 'waiting' })).toBe(10_000)
  for (const gauge of ['portal_quarantined_files', 'portal_scans_waiting', 'portal_scans_in_trouble']) {
    expect([gauge, told(series, gauge)]).toEqual([gauge, 10_000])
  }
})

test('the sources are read once in five seconds, however often they are scraped', async () => {
  let reads = 0
  const clock = testClock()
  const source = {
    source: 'counted',
    gauges: { portal_counted: { help: 'Reads.' } },
    read: async () => [{ gauge: 'portal_counted', value: (reads += 1) }],
  }
  const scrape = createMetrics().tellOf({ clock }, [source])
  await Promise.all([scrape.text(), scrape.text(), scrape.text()])
  clock.advance(4999)
  expect(await scrape.text()).toContain('\nportal_counted 1\n')
  clock.advance(1)
  expect(await scrape.text()).toContain('\nportal_counted 2\n')
})

test('a source that hangs is reported as missing in two seconds, and not asked again before it has responded', async () => {
  let reads = 0
  const hanging = Promise.withResolvers<[]>()
  const clock = testClock()
  const source = {
    source: 'hanging',
    gauges: { portal_hanging: { help: 'Never told.' } },
    read: () => ((reads += 1), hanging.promise),
  }
  const scrape = createMetrics().tellOf({ clock }, [source])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const twoSecondsLater = async () => {
    const text = scrape.text()
    await vi.advanceTimersByTimeAsync(2000)
    return text
  }
  const text = await twoSecondsLater()
  expect(text).toContain('portal_metrics_source_up{source="hanging"} 0')
  expect(text).not.toMatch(/^portal_hanging /m)
  clock.advance(60_000)
  await twoSecondsLater()
  expect(reads).toBe(1)
  hanging.resolve([])
  await hanging.promise
  await new Promise(setImmediate)
  expect(await scrape.text()).toContain('portal_metrics_source_up{source="hanging"} 1')
  expect(reads).toBe(2)
})

test('C01 while the database is silent a scrape reports that and what needs no database, and does not hang', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const pool = createPool(
    { host: '127.0.0.1', port, user: 'nobody', database: 'none' },
    { size: 2, log: SILENT },
  )
  const { clock, storage, database } = portal.world
  const healthProbe = createHealthProbe({ clock, database: { pool }, storage, log: SILENT })
  const silentDatabase = {
    ...database,
    pool,
    kysely: new Kysely<DB>({ dialect: new PortalDialect({ pool, isBounded: true }) }),
  }
  const watched = createMetrics().tellOf(
    { ...portal.world, database: silentDatabase, healthProbe },
    METRIC_SOURCES,
  )
  try {
    const text = await watched.text()
    expect(text).toContain('\nportal_database_up 0\n')
    expect(text).toContain('portal_metrics_source_up{source="pool"} 1')
    expect(text).not.toMatch(/^portal_(jobs|mail_waiting|quarantined_files|backup_age_seconds)[ {]/m)
  } finally {
    silent.close()
    await pool.end().catch(() => {})
  }
})
