import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeAsSuperuser } from '../../../testing/change-as-superuser.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { COMMAND_LINE } from '../../access/actor.ts'
import { auditCommands } from '../audit.commands.ts'
import { recordAudits } from '../record.ts'
import { verifyAudit } from '../verify-audit.usecases.ts'
import { anchorAudit } from './anchor-audit.ts'
import { anchorMetrics } from './anchor.metrics.ts'
import { textOfAnchor } from './anchor.ts'
import { verifyAnchors } from './verify-anchors.usecases.ts'

const DAY_MS = 86_400_000
let portal: TestPortal

beforeEach(async () => {
  portal = await testPortal({ now: '2026-03-10T15:00:00Z' })
  await record(5)
})
afterEach(() => portal.close())

const NIGHT = { kind: 'job', name: 'night' } as const

async function record(count: number, actor: typeof COMMAND_LINE | typeof NIGHT = NIGHT): Promise<void> {
  const entries = Array.from({ length: count }, (_, id) => ({
    action: 'password.changed' as const,
    subject: { kind: 'account' as const, id },
  }))
  await portal.world.database.kysely
    .transaction()
    .execute((transaction) => recordAudits(transaction, { clock: portal.clock, actor }, entries))
}

/** Adds records and an anchor on each of this many days. */
async function live(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await record(3)
    await anchorAudit(portal.world)
    await record(2)
    portal.clock.advance(DAY_MS)
  }
}

const asSuperuser = (statement: string) => changeAsSuperuser(portal.pool, statement)

/** The warning of /readyz for an emptied record. */
const EMPTIED =
  'The audit record is not what it was on 2026-03-12 15:00 UTC: record 18 of chain 1 is missing. See portal audit --verify.'

async function warnings(): Promise<string[]> {
  const { warnings: all } = (await portal.app.inject('/readyz')).json<{ warnings: string[] }>()
  return all.filter((line) => line.startsWith('The audit record'))
}

const refuse = () => Promise.reject(new Error('played'))
const anchorsOf = () => portal.world.storage.anchors
const verify = () => verifyAnchors(portal.world)
const command = (...words: string[]) => runCommand(portal.world, auditCommands, { words })

test('the first server of a day writes one anchor, also into the log', async () => {
  await anchorAudit(portal.world)
  await anchorAudit(portal.world)
  portal.clock.advance(DAY_MS)
  await anchorAudit(portal.world)
  const names = await anchorsOf().list()
  expect(names.map((name) => name.slice(0, 18))).toEqual(['2026-03-10T150000Z', '2026-03-11T150000Z'])
  const [first, second] = await Promise.all(names.map((name) => anchorsOf().read(name)))
  expect(JSON.parse(first ?? '')).toMatchObject({
    at: '2026-03-10T15:00:00.000Z',
    records: 5,
    ends: [{ chain: 1, sequence: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    before: null,
  })
  expect(JSON.parse(second ?? '')).toMatchObject({ before: { name: names[0] } })
  expect(portal.log.filter((line) => line.includes('The audit record was anchored.'))).toHaveLength(2)
  expect(await verify()).toEqual({ anchors: 2, problems: [], warnings: [] })
})

describe('V16.4.2 an attacker with all rights on the database', () => {
  beforeEach(() => live(3))

  const moment = '2026-03-10 15:00 UTC, nor on 2 anchors after it'

  test('who empties the record is detected', async () => {
    await asSuperuser('TRUNCATE audit_record, audit_chain RESTART IDENTITY')
    expect(await verifyAudit(portal.world, () => {})).toMatchObject({ records: 0, problem: null })
    expect((await verify()).problems).toEqual([
      `The audit record is not what it was on ${moment}: record 8 of chain 1 is missing.`,
      expect.stringContaining('compare it with a backup'),
    ])
  })

  test('who replaces it by another correctly chained one is detected', async () => {
    await asSuperuser('TRUNCATE audit_record, audit_chain RESTART IDENTITY')
    await record(40)
    expect(await verifyAudit(portal.world, () => {})).toMatchObject({ records: 40, problem: null })
    expect((await verify()).problems[0]).toBe(
      `The audit record is not what it was on ${moment}: record 8 of chain 1 was changed, or one before it.`,
    )
  })

  test('who changes one record and rehashes everything is detected, by the first anchor after it', async () => {
    await asSuperuser(`
      UPDATE audit_record SET subject_id = '4711' WHERE sequence = 11;
      DO $$
      DECLARE
        r audit_record;
        previous bytea;
      BEGIN
        SELECT hash INTO previous FROM audit_record WHERE sequence = 10;
        FOR r IN SELECT * FROM audit_record WHERE sequence > 10 ORDER BY sequence LOOP
          r.previous_hash := previous;
          previous := next_audit_hash(previous, audit_record_text(r));
          UPDATE audit_record SET previous_hash = r.previous_hash, hash = previous WHERE sequence = r.sequence;
        END LOOP;
        UPDATE audit_chain SET hash = previous;
      END $$`)
    expect(await verifyAudit(portal.world, () => {})).toMatchObject({ records: 20, problem: null })
    expect((await verify()).problems[0]).toBe(
      'The audit record is not what it was on 2026-03-11 15:00 UTC, nor on 1 anchors after it: record 13 of chain 1 was changed, or one before it.',
    )
    const { exitCode, printed } = await command('audit', '--verify')
    expect(exitCode).toBe(1)
    expect(printed.join(' ')).toContain('2026-03-11 15:00 UTC')
  })

  test('is reported by /readyz within the hour, though no one verifies', async () => {
    await asSuperuser('TRUNCATE audit_record, audit_chain RESTART IDENTITY')
    await anchorAudit(portal.world)
    expect(await warnings()).toContainEqual(EMPTIED)
  })

  test('stays reported until a person explains it, however many days pass', async () => {
    await asSuperuser('TRUNCATE audit_record, audit_chain RESTART IDENTITY')
    await live(2)
    expect(await warnings()).toContainEqual(EMPTIED)
    const gauges = () => anchorMetrics.read(portal.world)
    expect(await gauges()).toEqual([{ gauge: 'portal_audit_contradicted', value: 1 }])
    expect(await anchorsOf().list()).toHaveLength(3)
    await command('audit', 'reanchor')
    await anchorAudit(portal.world)
    expect(await warnings()).not.toContainEqual(EMPTIED)
    expect(await gauges()).toEqual([{ gauge: 'portal_audit_contradicted', value: 0 }])
  })
})

describe('a restored older database', () => {
  beforeEach(async () => {
    await live(3)
    await asSuperuser(`
      DELETE FROM audit_record WHERE sequence > 15;
      UPDATE audit_chain SET sequence = 15, hash = (SELECT hash FROM audit_record WHERE sequence = 15)`)
  })

  test('is reported with a remedy, and continues from its state after a confirmation', async () => {
    expect((await verify()).problems).toEqual([
      'The audit record is not what it was on 2026-03-12 15:00 UTC: record 18 of chain 1 is missing.',
      'Where an older database was put back, that is why: `portal audit reanchor` goes on from there. If none was, somebody has changed the audit record: keep this database as it is, and compare it with a backup.',
    ])
    // The portal ran meanwhile.
    await live(1)
    const newest = (await anchorsOf().list())[2]
    const { printed } = await command('audit', 'reanchor')
    expect(printed).toEqual([`Set aside: ${newest}`])
    expect(await verify()).toEqual({
      anchors: 3,
      problems: [],
      warnings: ['The portal ran, but the audit record was not anchored on 2026-03-13.'],
    })
    expect(await anchorsOf().list('aside')).toEqual([newest])
    const found = await portal.pool.query<{ after: object }>(
      `SELECT after FROM audit_record WHERE action = 'audit.reanchored'`,
    )
    expect(found.rows).toMatchObject([{ after: { aside: [{ name: newest }] } }])
    expect((await command('audit', 'reanchor')).printed).toEqual([
      'The audit record is what its anchors tell: nothing was done.',
    ])
  })
})

describe('anchors themselves', () => {
  test('V16.4.2 name a missing or changed one by the next one', async () => {
    await live(3)
    const names = await anchorsOf().list()
    const text = (await anchorsOf().read(names[0] ?? '')) ?? ''
    await anchorsOf().write(names[0] ?? '', text.replace('"records":8', '"records":9'))
    expect((await verify()).problems).toEqual([
      `Anchor ${names[0]} of the audit record was changed: ${names[1]} knows it otherwise.`,
    ])
    await anchorsOf().write(names[0] ?? '', '{"at":')
    expect((await verify()).problems).toEqual([
      `Anchor ${names[0]} of the audit record cannot be read: it was damaged or changed.`,
    ])
  })

  test('V16.4.2 contradict older records if one says that the record is empty', async () => {
    await live(2)
    const [first = '', second = ''] = await anchorsOf().list()
    const emptied = textOfAnchor({ at: new Date('2026-03-11T15:00:00Z'), ends: [], before: null })
    await anchorsOf().write(second, emptied)
    expect((await verify()).problems[0]).toBe(
      'The audit record is not what it was on 2026-03-11 15:00 UTC: its anchor tells that it was empty then, but it has older records.',
    )
    expect(await anchorsOf().list()).toEqual([first, second])
  })

  test('are not missing in a portal without a record yet', async () => {
    await asSuperuser('TRUNCATE audit_record, audit_chain RESTART IDENTITY')
    await anchorAudit(portal.world)
    portal.clock.advance(DAY_MS)
    await record(3)
    expect((await verify()).problems).toEqual([])
  })

  test('warn of a day on which the portal ran and wrote none, but not of one with commands only', async () => {
    await live(1)
    await record(1, COMMAND_LINE)
    portal.clock.advance(DAY_MS)
    await record(1)
    portal.clock.advance(DAY_MS)
    await live(1)
    expect(await verify()).toEqual({
      anchors: 2,
      problems: [],
      warnings: ['The portal ran, but the audit record was not anchored on 2026-03-12.'],
    })
    expect((await command('audit', '--verify')).exitCode).toBe(0)
  })

  test('warn of an unanchored record once it is a day old', async () => {
    expect((await verify()).warnings).toEqual([])
    portal.clock.advance(DAY_MS)
    expect((await verify()).warnings).toEqual([
      'The audit record has no anchor: a running server writes one within an hour, and then every day.',
    ])
  })

  test('warn on /readyz when the last one is older than two days, and when none can be written', async () => {
    expect(await warnings()).toEqual([])
    const { storage } = portal.world
    const away = { ...storage, anchors: { ...storage.anchors, write: refuse } }
    await expect(anchorAudit({ ...portal.world, storage: away })).rejects.toThrow('played')
    expect(await warnings()).toEqual(['The audit record has no anchor: see the log.'])
    await anchorAudit(portal.world)
    expect(await warnings()).toEqual([])
    portal.clock.advance(2 * DAY_MS + 1)
    expect(await warnings()).toEqual(['The audit record was last anchored 2 days ago: see the log.'])
  })
})
