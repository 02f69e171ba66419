import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { recordOlder } from '../../testing/older-records.ts'
import { tamper } from '../../testing/tamper.ts'
import { testClock } from '../../testing/test-clock.ts'
import { COMMAND_LINE } from '../access/actor.ts'
import type { AuditEntry } from './events/audit-entry.ts'
import { recordAudit, recordAudits } from './record.ts'
import { verifyAudit } from './verify-audit.usecases.ts'

const CLOCK = testClock()
const RECORDS = 7
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await tamper(
    database.pool,
    'DELETE FROM audit_record; DELETE FROM audit_chain; ALTER TABLE audit_chain ALTER COLUMN chain RESTART',
  )
  await write(Array.from({ length: RECORDS }, (_, index) => described(index)))
})
afterAll(() => database.close())

const words = (text: string) => ({ attachmentCategoryId: 1, attachmentTypeId: 1, description: text })

const described = (index: number): AuditEntry => ({
  action: 'document.described',
  subject: { kind: 'document', id: 100 + index },
  countyId: index % 3,
  before: words(`words ${index}`),
  after: words(`words ${index + 1}`),
})

async function write(entries: readonly AuditEntry[]): Promise<void> {
  const { kysely } = database.database
  const context = { clock: CLOCK, actor: COMMAND_LINE }
  await kysely.transaction().execute((transaction) => recordAudits(transaction, context, entries))
}

const verify = () => verifyAudit({ database: database.database }, () => {})

async function problemAfter(statement: string): Promise<string | null> {
  await tamper(database.pool, statement)
  return (await verify()).problem
}

test('unchanged records are sound', async () => {
  expect(await verify()).toMatchObject({ records: RECORDS, chains: 1, problem: null })
})

test('the database and the verifier hash every record alike', async () => {
  const odd = '"\\ \b\f\n\r\t\u0001\u001f\u007f\u0085\u2028 é 日本 🏜 </script>'
  const signed = { at: CLOCK.now(), actor: COMMAND_LINE }
  await database.database.kysely.transaction().execute((transaction) =>
    recordOlder(transaction, [
      { ...signed, action: 'address.registered', subject: { kind: 'address', id: odd } },
      {
        ...signed,
        action: 'account.added',
        subject: { kind: 'account', id: 2_147_483_647 },
        countyId: null,
        before: {},
      },
      {
        ...signed,
        action: 'document.described',
        subject: { kind: 'document', id: 1 },
        after: { [odd]: odd, amount: 1.5e-9, large: 1e21, list: [true, null, [], {}] },
      },
    ]),
  )
  expect(await verify()).toMatchObject({ records: RECORDS + 3, problem: null })
})

test.each([
  "at = at + interval '1 millisecond'",
  'id = id + 100',
  "action = 'document.binned'",
  "actor_kind = 'person'",
  'account_id = 1',
  "actor_name = 'somebody@else.example'",
  "came_from = '192.0.2.1'",
  "subject_kind = 'account'",
  "subject_id = '1'",
  'county_id = 77',
  'before = NULL',
  `after = '{"description": "other words"}'`,
  "hash = sha256('x')",
])('V16.4.2 a changed record is named: %s', async (change) => {
  expect(await problemAfter(`UPDATE audit_record SET ${change} WHERE sequence = 3`)).toBe(
    'Record 3 of chain 1 was changed.',
  )
})

test('V16.4.2 a changed record with a new hash is detected: the next record follows another', async () => {
  const problem = await problemAfter(`
    UPDATE audit_record SET county_id = 77 WHERE sequence = 3;
    UPDATE audit_record AS r SET hash = next_audit_hash(previous_hash, audit_record_text(r)) WHERE sequence = 3`)
  expect(problem).toBe('Record 4 of chain 1 does not follow the one before it.')
})

test.each([1, 4, RECORDS])('V16.4.2 a removed record is named: the %ith', async (sequence) => {
  const problem = await problemAfter(`DELETE FROM audit_record WHERE sequence = ${sequence}`)
  expect(problem).toBe(`Record ${sequence} of chain 1 is missing.`)
})

test('V16.4.2 of swapped records the first is named', async () => {
  const problem = await problemAfter(`
    UPDATE audit_record SET sequence = 99 WHERE sequence = 3;
    UPDATE audit_record SET sequence = 3 WHERE sequence = 5;
    UPDATE audit_record SET sequence = 5 WHERE sequence = 99`)
  expect(problem).toBe('Record 3 of chain 1 was changed.')
})

test('V16.4.2 records without a chain head are named', async () => {
  expect(await problemAfter('DELETE FROM audit_chain')).toBe(
    `Record ${RECORDS} of chain 1 is not the one that the chain ends with.`,
  )
})

test('V16.4.2 an unchained record is named', async () => {
  const problem = await problemAfter(`
    INSERT INTO audit_record (id, at, chain, sequence, action, actor_kind, actor_name, came_from, subject_kind, subject_id,
      previous_hash, hash)
    SELECT id + 1, at + interval '1 ms', chain, sequence, action, actor_kind, actor_name, came_from, subject_kind,
      subject_id, previous_hash, hash FROM audit_record WHERE sequence = 2`)
  expect(problem).toBe('Record 2 of chain 1 is there twice.')
})

test.each([-5, 0, RECORDS + 1, 10_000_000])(
  'V16.4.2 a record outside of the chain is named: the %ith',
  async (sequence) => {
    const problem = await problemAfter(`
      INSERT INTO audit_record (id, at, chain, sequence, action, actor_kind, actor_name, came_from, subject_kind,
        subject_id, previous_hash, hash)
      VALUES (900001, now(), 1, ${sequence}, 'document.deleted', 'person', 'framed@x.example', '192.0.2.1', 'document',
        '7', '', '')`)
    expect(problem).toMatch(/ of chain 1 /)
  },
)

test('V16.4.2 newest records that are removed with their chain heads change the digest', async () => {
  const before = await verify()
  const problem = await problemAfter(`
    DELETE FROM audit_record WHERE sequence > 5;
    UPDATE audit_chain SET sequence = 5, hash = (SELECT hash FROM audit_record WHERE sequence = 5)`)
  expect(problem).toBe(null)
  expect((await verify()).digest).not.toBe(before.digest)
})

test('simultaneous writers do not wait: each has its own chain throughout', async () => {
  const { kysely } = database.database
  const context = { clock: CLOCK, actor: COMMAND_LINE }
  const together = meeting(3)
  const writeTwice = (index: number) =>
    kysely.transaction().execute(async (transaction) => {
      await recordAudit(transaction, context, described(index))
      await together()
      await recordAudit(transaction, context, described(index + 1))
    })
  await Promise.all([writeTwice(10), writeTwice(20), writeTwice(30)])
  expect(await verify()).toMatchObject({
    records: RECORDS + 6,
    problem: null,
    heads: [{ sequence: RECORDS + 2 }, { sequence: 2 }, { sequence: 2 }],
  })
})

/** A barrier for this many callers. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = size
  return () => {
    missing -= 1
    if (missing === 0) resolve()
    return promise
  }
}

test('a rolled-back transaction leaves no gap', async () => {
  const { kysely } = database.database
  const context = { clock: CLOCK, actor: COMMAND_LINE }
  const failing = kysely.transaction().execute(async (transaction) => {
    await recordAudit(transaction, context, described(50))
    throw new Error('played')
  })
  await expect(failing).rejects.toThrow('played')
  await write([described(51)])
  expect(await verify()).toMatchObject({ records: RECORDS + 1, chains: 1, problem: null })
})

test('many simultaneous writers, some of whom fail, leave sound chains', async () => {
  const { kysely } = database.database
  const context = { clock: CLOCK, actor: COMMAND_LINE }
  const writeOne = (index: number) =>
    kysely.transaction().execute(async (transaction) => {
      await recordAudits(transaction, context, [described(index), described(index + 1)])
      if (index % 5 === 0) throw new Error('played')
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => writeOne(index)))
  const written = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(written).toBe(160)
  expect(await verify()).toMatchObject({ records: RECORDS + 2 * written, problem: null })
})
