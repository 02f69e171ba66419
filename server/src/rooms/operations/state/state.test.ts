import { getState, type PortalState } from '@portal/contract/operations/state.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dropFolderWarnings } from '../../ingestion/drop-folder/drop-folder.warnings.ts'
import { requireMatchingStore } from '../../../records/stored-files/bytes/store-identity.ts'
import { openTestStorage } from '../../../testing/test-storage.ts'
import { setUpSecondFactor } from '../../../testing/second-factor.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DAY_MS = 86_400_000
let portal: TestPortal
let admin: TestPerson
beforeEach(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  admin = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterEach(() => portal.close())

async function state(of = portal, as = admin): Promise<PortalState> {
  const answer = await of.call(as, getState)
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<PortalState>()
}

const addRun = (ageMs: number, failure: string | null = null) =>
  portal.pool.query(
    `INSERT INTO backup_run (id, place, begun_at, ended_at, failure, holds_until)
     VALUES (gen_random_uuid(), '/backups/x', now() - $1 * interval '1 millisecond', now(), $2, now())`,
    [ageMs, failure],
  )

test('R8.44 shows database, store, disk and version', async () => {
  await requireMatchingStore(portal.world)
  const { rows } = await portal.pool.query<{ name: string }>('SELECT max(name) AS name FROM schema_migration')
  expect(await state()).toMatchObject({
    at: portal.clock.now().toISOString(),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: {
      kind: 'embedded',
      version: expect.stringMatching(/^\d+/),
      bytes: expect.any(Number),
      migration: { name: rows[0]?.name, appliedAt: expect.any(String) },
    },
    store: { id: await portal.world.storage.readId(), isOwn: true },
    quarantine: { files: 0 },
    disk: { freeBytes: expect.any(Number) },
  })
})

test('R8.45 shows what /readyz reports, each warning with a remedy', async () => {
  const { health } = await state()
  const readyz = (await portal.app.inject({ url: '/readyz' })).json<{ status: string; warnings: string[] }>()
  expect(health?.isReady).toBe(readyz.status === 'ready')
  expect(health?.warnings.map(({ text }) => text)).toEqual(readyz.warnings)
  expect(health?.warnings).toContainEqual({
    text: 'No virus scanner is set up: uploads are not scanned.',
    advice: 'Ask whoever runs the server to connect an antivirus (CLAMD_URL).',
    screen: null,
  })
  for (const { text, advice } of health?.warnings ?? []) {
    expect(advice ?? text, `of ${text}`).toMatch(/Set |Ask |Run |See |`|Let |Look |Mount /)
  }
})

test('R8.45 a warning on the board has its remedy', async () => {
  const text = 'Scans in the drop folder is a link, and links are not followed.'
  portal.world.warnings.report(dropFolderWarnings, () => [{ code: 'drop-folder-link', text }])
  const { health } = await state()
  expect(health?.warnings).toContainEqual({
    text,
    advice: 'Replace the link by the folder or file itself, or remove it.',
    screen: null,
  })
})

test('R7.88 names the screen that shows the cause of a warning', async () => {
  await portal.pool.query(
    `INSERT INTO job (kind, run_at, attempts, failed_at) VALUES ('send-mail', now(), 12, now())`,
  )
  const { health } = await state()
  const screens = health?.warnings.map(({ text, screen }) => [text.split(':')[0], screen])
  expect(screens).toContainEqual(['1 send-mail job is dead', 'jobs'])
})

describe('the last backup', () => {
  test('is none yet', async () => {
    expect((await state()).backup).toEqual({
      lastAt: null,
      isTooOld: true,
      hasFailedSince: false,
      isScheduled: false,
    })
  })

  test('R8.44 is too old after a day and a half, and a failed one does not count', async () => {
    await addRun(DAY_MS)
    expect((await state()).backup).toMatchObject({ lastAt: expect.any(String), isTooOld: false })
    await addRun(1000, 'no room')
    portal.clock.advance(6000)
    expect((await state()).backup).toMatchObject({ isTooOld: false, hasFailedSince: true })
    await portal.pool.query(`UPDATE backup_run SET begun_at = begun_at - interval '1 day'`)
    portal.clock.advance(6000)
    expect((await state()).backup).toMatchObject({ isTooOld: true })
  })
})

test('R8.44 the nightly check shows its progress and its findings', async () => {
  expect((await state()).nightCheck).toEqual({
    night: null,
    documentsLeft: 0,
    isDatabaseChecked: false,
    findings: 0,
  })
  await portal.pool.query(
    `INSERT INTO night_watch (night, share_left, database_checked) VALUES ('2026-03-10', 7, true);
     INSERT INTO standing_finding (source, subject, problem) VALUES ('bytes', '1', 'x'), ('database', 'y', 'y')`,
  )
  portal.clock.advance(6000)
  expect((await state()).nightCheck).toEqual({
    night: '2026-03-10',
    documentsLeft: 7,
    isDatabaseChecked: true,
    findings: 2,
  })
})

test('R8.47 people without the second factor that their role needs are counted, with passkeys and codes alike', async () => {
  expect((await state()).people).toEqual({ mustSetUpFactor: null })
  const strict = await testPortal({ environment: { SECOND_FACTOR_REQUIRED: 'administrator,staff' } })
  try {
    const boss = await strict.addPerson({ email: 'admin@staff.example', role: 'administrator' })
    await setUpSecondFactor(strict, boss)
    await strict.addPerson({ email: 'clerk@reeves.example' })
    const [none, gone] = [
      await strict.addPerson({ email: 'none@staff.example', role: 'staff' }),
      await strict.addPerson({ email: 'gone@staff.example', role: 'staff' }),
    ]
    await strict.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [gone.accountId])
    expect((await state(strict, boss)).people).toEqual({ mustSetUpFactor: 1 })
    await setUpSecondFactor(strict, none)
    strict.clock.advance(6000)
    expect((await state(strict, boss)).people).toEqual({ mustSetUpFactor: 0 })
  } finally {
    await strict.close()
  }
})

test('R8.46 a disk that hangs delays no one: after two seconds its part has no response, and the others do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const storage = await openTestStorage(folder)
  const hanging = new Promise<never>(() => {})
  let asked = 0
  const hung = await testPortal({
    storage: {
      ...storage,
      readId: () => {
        asked += 1
        return hanging
      },
      probe: () => hanging,
    },
  })
  try {
    const boss = await hung.addPerson({ email: 'admin@staff.example', role: 'administrator' })
    const begun = performance.now()
    const told = await state(hung, boss)
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(told.store).toBeNull()
    // One part that hangs does not hide the other results.
    expect(told.health).toEqual({ isReady: false, warnings: expect.any(Array) })
    expect(told).toMatchObject({
      database: { kind: 'embedded' },
      quarantine: { files: 0 },
      backup: { lastAt: null },
      nightCheck: { night: null },
    })
    hung.clock.advance(60_000)
    await state(hung, boss)
    // A hanging part is not asked again, because each request holds a thread.
    expect(asked).toBe(1)
  } finally {
    await hung.close()
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)
