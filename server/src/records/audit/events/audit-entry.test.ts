import type { Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { COMMAND_LINE } from '../../access/actor.ts'
import { recordAudit, recordAudits, recordHistory } from '../record.ts'
import type { AuditEntry } from './audit-entry.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const context = { clock: testClock(), actor: COMMAND_LINE }
const subject = { kind: 'document', id: 17 } as const
const fileName = 'plat.pdf'

const COUNTY = { CountyID: 3, Name: 'Gregg', emailDomains: ['gregg.example'], emailAddresses: [] }

test.each<AuditEntry>([
  { action: 'session.ended', subject },
  { action: 'session.started', subject, after: { by: 'single sign-on', issuer: 'Entra' } },
  { action: 'document.binned', subject, countyId: 3, before: { fileName } },
  { action: 'document.check_asked', subject, before: { state: 'pending', finding: null } },
  { action: 'county.changed', subject, before: COUNTY, after: { ...COUNTY, contacts: 'Ann\n555 0100' } },
  { action: 'jobs.retried', subject, after: { 'write-owner-roll': 2, 'send-mail': 1 } },
])('the record of $action has the given facts', async (entry) => {
  const { kysely } = database.database
  await kysely.transaction().execute((transaction) => recordAudits(transaction, context, [entry]))
  const { rows } = await database.pool.query<{ action: string; before: unknown; after: unknown }>(
    'SELECT action, before, after FROM audit_record ORDER BY id DESC LIMIT 1',
  )
  const { action, before = null, after = null } = entry
  expect(rows).toEqual([{ action, before, after }])
})

test('an entry with a wrong, missing or extra fact does not compile', () => {
  const entries: AuditEntry[] = [
    // @ts-expect-error -- The file name is a text.
    { action: 'document.binned', subject, before: { fileName: 17 } },
    // @ts-expect-error -- The file name is missing.
    { action: 'document.binned', subject, before: {} },
    // @ts-expect-error -- The facts are missing.
    { action: 'document.binned', subject },
    // @ts-expect-error -- Nothing keeps a secret.
    { action: 'document.binned', subject, before: { fileName, secret: 'x' } },
    // @ts-expect-error -- What was binned has no facts of after.
    { action: 'document.binned', subject, before: { fileName }, after: { fileName } },
    // @ts-expect-error -- No release writes this code.
    { action: 'document.signed', subject },
    // @ts-expect-error -- Nobody signs in by this.
    { action: 'session.started', subject, after: { by: 'name' } },
  ]
  expect(entries).toHaveLength(7)
})

test('facts from a variable or a spread do not compile either', () => {
  const known = { fileName }
  const more = { fileName, secret: 'x' }
  const { kysely } = database.database
  const acts = [
    () =>
      kysely
        .transaction()
        .execute((transaction) =>
          recordAudit(transaction, context, { action: 'document.binned', subject, before: known }),
        ),
    () =>
      kysely.transaction().execute((transaction) =>
        // @ts-expect-error -- The variable has a secret.
        recordAudit(transaction, context, { action: 'document.binned', subject, before: more }),
      ),
    () =>
      kysely.transaction().execute((transaction) =>
        // @ts-expect-error -- The spread has a secret.
        recordAudit(transaction, context, { action: 'document.binned', subject, before: { ...more } }),
      ),
  ]
  expect(acts).toHaveLength(3)
})

const secret = 'x'
const more = { fileName, secret }
const tombstone = {
  fileName,
  bytes: 1,
  sha256: '',
  categoryId: 1,
  typeId: 1,
  description: '',
  uploadedAt: '2026-04-01T12:00:00Z',
  uploadedBy: 1,
  owners: [{ partyNumber: 70, relationTypeId: 1, secret }],
}

test.each([
  ['in a variable', { action: 'document.binned', subject, before: more }],
  [
    'in a side without facts',
    { action: 'document.binned', subject, before: { fileName }, after: { secret } },
  ],
  ['of an event without facts', { action: 'session.ended', subject, after: { secret } }],
  ['inside another fact', { action: 'document.deleted', subject, before: tombstone }],
])('R1.108 an extra fact %s is refused, and no entry is written', async (_where, extra) => {
  const entry = extra as AuditEntry
  const known: AuditEntry = { action: 'document.binned', subject, before: { fileName } }
  const past = { ...entry, at: context.clock.now(), actor: COMMAND_LINE }
  const before = await countRecords()
  for (const write of [
    (transaction: Transaction<DB>) => recordAudits(transaction, context, [known, entry]),
    (transaction: Transaction<DB>) => recordHistory(transaction, [past]),
  ]) {
    const writing = database.database.kysely.transaction().execute(write)
    await expect(writing).rejects.toThrow(`The event ${entry.action} has no fact secret.`)
  }
  expect(await countRecords()).toBe(before)
})

async function countRecords(): Promise<number> {
  return (await database.pool.query('SELECT FROM audit_record')).rowCount ?? 0
}
