import { setTimeout as pause } from 'node:timers/promises'
import { callPath } from '@portal/contract/call-path.ts'
import { uploadFile } from '@portal/contract/files.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectNothingLost } from './testing/engines/expect-nothing-lost.ts'
import { startLoad } from './testing/engines/load.ts'
import { startPgbouncer, type Pooler } from './testing/engines/pgbouncer.ts'
import { startReplicatedPostgres, type ReplicatedPostgres } from './testing/engines/replicated-postgres.ts'
import { enginesBuckets, ownPart } from './testing/engines/s3-server.ts'
import { startTwoServers, type TwoServers } from './testing/engines/two-servers.ts'
import { SAMPLE_FILES } from './testing/sample-files.ts'
import { uploadForm } from './testing/upload-form.ts'

const PEOPLE = 6
/** Milliseconds. A database is not missed at once. */
const NOTICED_AFTER_MS = 2000
const BOUND = { timeout: 120_000, interval: 20 }

let postgres: ReplicatedPostgres
let pooler: Pooler
let two: TwoServers
let cookie: string
beforeEach(async () => {
  postgres = await startReplicatedPostgres()
  pooler = await startPgbouncer(postgres.primary)
  two = await startTwoServers({
    databaseUrl: postgres.urlBy(pooler.url),
    bucket: ownPart(enginesBuckets().ceph),
  })
  cookie = (await two.addPerson({ email: 'admin@staff.example' })).cookie
})
afterEach(async () => {
  await two?.stop()
  await pooler?.stop()
  await postgres?.stop()
})

test('C01 C03 the primary is killed under load and its standby promoted: no acknowledged document is lost, everybody else hears of an outage, and the servers go on by themselves', async () => {
  const load = startLoad(two.call, { cookie, people: PEOPLE })
  await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThan(5 * PEOPLE), BOUND)
  postgres.killPrimary()
  await pause(NOTICED_AFTER_MS)
  const [before, began] = [load.done(), performance.now()]
  await postgres.promote()
  pooler.switchTo(postgres.standby)
  await vi.waitFor(() => expect(load.done()).toBeGreaterThan(before + 5 * PEOPLE), BOUND)
  const seconds = (performance.now() - began) / 1000
  await load.stop()
  console.log(
    `${load.acknowledged.size} uploads acknowledged, ${load.failures.length} calls refused, work again ${seconds.toFixed(1)} s after the promotion`,
  )
  expect(load.failures.length).toBeGreaterThan(0)
  expect(load.failures.filter(({ what }) => !/: 503 {"error":"The portal cannot reach/.test(what))).toEqual(
    [],
  )
  await expectNothingLost(two.world, load.acknowledged)
})

test('C03 a document that the standby does not have is not acknowledged, though the primary shows it', async () => {
  const primary = await postgres.askPrimary()
  await primary.query('BEGIN; LOCK TABLE document IN SHARE MODE')
  const file = { fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 }
  const { payload, headers } = uploadForm(file)
  const sending = two.call({
    method: uploadFile.method,
    path: `/api${callPath(uploadFile)}`,
    headers: { ...headers, cookie },
    body: payload,
  })
  await vi.waitFor(async () => {
    const { rows } = await primary.query('SELECT FROM pg_locks WHERE NOT granted')
    expect(rows).not.toEqual([])
  }, BOUND)
  postgres.killStandby()
  // From here its transaction can be committed, but nobody says that the standby has it.
  await primary.query('ROLLBACK')
  await vi.waitFor(async () => {
    expect((await primary.query('SELECT FROM document')).rowCount).toBe(1)
  }, BOUND)
  expect((await sending).status).toBe(503)
  await primary.end()
  postgres.killPrimary()
  await postgres.startStandby()
  await postgres.promote()
  pooler.switchTo(postgres.standby)
  const rows = () => two.world.database.kysely.selectFrom('document').select('id').execute()
  await vi.waitFor(async () => expect(await rows()).toEqual([]), BOUND)
})
