import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { INFECTED_PDF, scanCalls, type ScanCalls, SCANNED } from '../../../testing/scan-calls.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'
import { waitForBlocked } from '../../../testing/wait-for-blocked.ts'
import { quarantineUsageWarnings } from '../bytes/bytes.warnings.ts'
import { removeDeletedBytes } from '../bytes/sweep-stored-bytes.ts'

const MEGABYTE = 1_048_576
/** The largest file whose bytes the scripted daemon does not all read. */
const INFECTED = Buffer.concat([INFECTED_PDF, Buffer.alloc(4 * MEGABYTE, ' ')])

let portal: TestPortal<typeof SCANNED>
let scans: ScanCalls

async function quarantined(): Promise<number> {
  return (await storedObjects(portal.world.storage)).quarantined.length
}

const codeOf = async () => (await scans.send(INFECTED_PDF)).json<{ code: string }>().code

async function warnings(): Promise<string[]> {
  await removeDeletedBytes(portal.world)
  portal.clock.advance(6000)
  const answer = await portal.app.inject('/readyz')
  return answer.json<{ warnings: string[] }>().warnings.filter((each) => each.includes('that it may'))
}

describe('a quarantine of 10 MB', () => {
  beforeAll(async () => {
    portal = await testPortal({ ...SCANNED, environment: { QUARANTINE_MB: '10', RATE_LIMIT: 'off' } })
    scans = scanCalls(portal)
  })
  afterAll(() => portal.close())

  test('R5.120 stores no more than that: a further refused file is removed, and its record says so', async () => {
    expect(await warnings()).toEqual([])
    const codes: string[] = []
    for (const _ of [1, 2, 3, 4]) {
      // One after another: each finds less room.
      // oxlint-disable-next-line no-await-in-loop
      codes.push((await scans.send(INFECTED)).json<{ code: string }>().code)
    }
    expect(codes).toEqual([
      'upload.infected',
      'upload.infected',
      'upload.infected_not_kept',
      'upload.infected_not_kept',
    ])
    expect(await quarantined()).toBe(2)
    const { kept, staged } = await storedObjects(portal.world.storage)
    expect([kept, staged]).toEqual([[], []])
    const { rows } = await portal.pool.query<{ after: { isKept: boolean } }>(
      `SELECT after FROM ${AUDIT_AS_TOLD} WHERE what = 'infected upload rejected'`,
    )
    expect(rows.filter(({ after }) => after.isKept)).toHaveLength(2)
    expect(rows.filter(({ after }) => !after.isKept)).toHaveLength(2)
    const mails = (await mailsTo(portal, portal.people.admin.email)).map(({ text }) => text)
    expect(mails.filter((text) => text?.includes('lies in quarantine'))).toHaveLength(2)
    expect(
      mails.filter((text) => text?.includes('Quarantine is full, so its bytes were not kept')),
    ).toHaveLength(2)
  })

  test('R5.120 warns administrators when four fifths of it are used', async () => {
    expect(await warnings()).toEqual([
      'Quarantine holds 8 MB of the 10 MB that it may: remove what nobody needs, else the bytes of uploads with a virus are no longer kept.',
    ])
  })
})

describe('a quarantine of 10,000 files', () => {
  beforeAll(async () => {
    portal = await testPortal({ ...SCANNED, environment: { RATE_LIMIT: 'off' } })
    scans = scanCalls(portal)
  })
  beforeEach(() =>
    portal.pool.query(
      `DELETE FROM stored_object;
       INSERT INTO stored_object (key, byte_size, state) SELECT 'seed-' || n, 1, 'quarantined' FROM generate_series(1, 9999) n`,
    ),
  )
  afterAll(() => portal.close())

  test('R5.120 stores no file beyond them', async () => {
    const before = await quarantined()
    expect(await codeOf()).toBe('upload.infected')
    expect(await codeOf()).toBe('upload.infected_not_kept')
    expect(await quarantined()).toBe(before + 1)
  })

  test('R5.120 an upload waits for another one, which may fill the last place', async () => {
    const before = await quarantined()
    const other = await portal.pool.connect()
    await other.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('quarantine', 0))`)
    const code = codeOf()
    await waitForBlocked(portal)
    await other.query(
      `INSERT INTO stored_object (key, byte_size, state) VALUES ('last', 1, 'quarantined'); COMMIT`,
    )
    other.release()
    expect(await code).toBe('upload.infected_not_kept')
    expect(await quarantined()).toBe(before)
  })
})

const codesOf = (files: number, bytes: number) =>
  quarantineUsageWarnings({ files, bytes }, { quarantineBytes: 1000 }).map(({ code }) => code)

test('R5.120 four fifths of the files or of the bytes are a warning', () => {
  expect(codesOf(7999, 799)).toEqual(['quarantine-holds-files'])
  expect(codesOf(8000, 799)).toEqual(['quarantine-holds-files', 'quarantine-is-full-of-files'])
  expect(codesOf(7999, 800)).toEqual(['quarantine-holds-files', 'quarantine-is-full-of-bytes'])
})

describe('with a day of 50 MB', () => {
  beforeAll(async () => {
    portal = await testPortal({
      ...SCANNED,
      environment: { UPLOAD_MB_PER_DAY: '50', COUNTY_UPLOAD_MB_PER_DAY: '60' },
    })
    scans = scanCalls(portal)
  })
  afterAll(() => portal.close())

  test('R5.121 quarantined bytes count for the sender and their county, as a form and as tus', async () => {
    const used = async () => {
      const { rows } = await portal.pool.query<{ person: number; county: number }>(
        `SELECT (SELECT coalesce(sum(bytes), 0)::integer FROM uploaded_bytes) AS person,
           (SELECT coalesce(sum(bytes), 0)::integer FROM county_uploaded_bytes) AS county`,
      )
      return rows[0]
    }
    expect((await scans.send(INFECTED)).statusCode).toBe(415)
    expect(await used()).toEqual({ person: INFECTED.length, county: INFECTED.length })
    const calls = tusCalls(portal, portal.people.clerk)
    expect((await calls.begin({ size: INFECTED.length, bytes: INFECTED })).statusCode).toBe(415)
    expect(await used()).toEqual({ person: 2 * INFECTED.length, county: 2 * INFECTED.length })
    await portal.pool.query('UPDATE uploaded_bytes SET bytes = $1', [50 * MEGABYTE])
    expect((await scans.send(INFECTED)).statusCode).toBe(429)
    expect(await quarantined()).toBe(2)
  })
})
