import { callPath } from '@portal/contract/call-path.ts'
import { uploadFile } from '@portal/contract/files/files.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { expectNothingLost } from './testing/engines/expect-nothing-lost.ts'
import { startLoad } from './testing/engines/load.ts'
import { oldestPostgres } from './testing/engines/oldest-postgres.ts'
import { startPgbouncer, type Pooler } from './testing/engines/pgbouncer.ts'
import { startReplicatedPostgres, type ReplicatedPostgres } from './testing/engines/replicated-postgres.ts'
import { ownBucket } from './testing/engines/s3-server.ts'
import { startTwoServers, type TwoServers } from './testing/engines/two-servers.ts'
import { SAMPLE_FILES } from './testing/sample-files.ts'
import { embeddedPostgres, type PostgresVersion } from './testing/test-cluster.ts'
import { uploadForm } from './testing/upload-form.ts'

const PEOPLE = 6
const BOUND = { timeout: 120_000, interval: 20 }
/** The sentence of the outage, or nginx's own if an upload broke off on its way to a server. */
const OF_THE_OUTAGE = /: 503 {"error":"The portal (cannot reach|is being restarted)/
/** A timeout for a whole test, including the start of its engines and servers. */
const STARTED_AND_PROMOTED_MS = 300_000
/** The oldest supported PostgreSQL, and the newest. */
const VERSIONS = [
  { major: 15, find: oldestPostgres },
  { major: 18, find: embeddedPostgres },
]

let postgres: ReplicatedPostgres
let pooler: Pooler
let two: TwoServers
let cookie: string

/** Starts two servers, which reach the primary by pgbouncer, and signs a person in. */
async function startOn(version: PostgresVersion): Promise<void> {
  postgres = await startReplicatedPostgres(version)
  pooler = await startPgbouncer(postgres.primary)
  two = await startTwoServers({
    databaseUrl: postgres.urlBy(pooler.url),
    bucket: await ownBucket('ceph'),
  })
  cookie = (await two.addPerson({ email: 'admin@staff.example' })).cookie
}

afterEach(async () => {
  await two?.stop()
  await pooler?.stop()
  await postgres?.stop()
})

test.each(VERSIONS)(
  'C01 C03 the primary is killed under load and its standby promoted: no acknowledged document is lost, all others get an error, and the servers continue automatically (PostgreSQL $major)',
  async ({ major, find }) => {
    await startOn(await find())
    const load = startLoad(two.call, { cookie, people: PEOPLE })
    await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThan(5 * PEOPLE), BOUND)
    const killed = performance.now()
    postgres.killPrimary()
    // The outage of a database is not noticed immediately.
    await vi.waitFor(() => expect(load.failures.length).toBeGreaterThan(0), BOUND)
    const [before, began] = [load.done(), performance.now()]
    await postgres.promote()
    pooler.switchTo(postgres.standby)
    await vi.waitFor(() => expect(load.done()).toBeGreaterThan(before + 5 * PEOPLE), BOUND)
    const seconds = (performance.now() - began) / 1000
    await load.stop()
    console.log(
      `PostgreSQL ${major}: ${load.acknowledged.size} uploads acknowledged, ${load.failures.length} calls refused, work again ${seconds.toFixed(1)} s after the promotion`,
    )
    expect(load.failures.length).toBeGreaterThan(0)
    expect(load.failures.filter(({ what }) => !OF_THE_OUTAGE.test(what))).toEqual([])
    expect(load.failures.filter(({ ended }) => ended < killed)).toEqual([])
    await expectNothingLost(two.world, load.acknowledged)
    expect(await majorVersion()).toBe(major)
  },
  STARTED_AND_PROMOTED_MS,
)

test(
  'C03 a document that the standby does not have is not acknowledged, even if the primary shows it',
  async () => {
    await startOn(oldestPostgres())
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
    // From here its transaction can be committed, but the standby cannot confirm it.
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
  },
  STARTED_AND_PROMOTED_MS,
)

/** The version of the server behind pgbouncer. */
async function majorVersion(): Promise<number | undefined> {
  const { rows } = await two.world.database.pool.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::integer / 10000 AS major`,
  )
  return rows[0]?.major
}
