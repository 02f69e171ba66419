import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshRoll } from '../../../records/parties/owner-values/write-roll.ts'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { changeAsSuperuser } from '../../../testing/change-as-superuser.ts'
import { MIDLAND_AND_ECTOR, ownerCalls, type OwnerCalls } from '../../../testing/owner-calls.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { storeDocument } from '../../../testing/store-document.ts'
import { tamper } from '../../../testing/tamper.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { documentCommands } from '../files.commands.ts'

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
let owners: OwnerCalls
let file: number

beforeAll(async () => {
  portal = await testPortal(MIDLAND_AND_ECTOR)
  owners = ownerCalls(portal)
  await owners.load(['OwnerNbr,OwnerName,CAD_OwnerID,CurrentValue', '100,Permian Compression,1,5'], {
    county: 'Midland',
    year: 2026,
  })
  await refreshRoll(portal.world.database, { countyId: portal.counties.midland, appraisalYear: 2026 })
  file = await storeDocument(portal, portal.people.clerk, { countyId: portal.counties.midland })
  await storeDocument(portal, portal.people.engineer, { fileName: 'own.pdf' })
  await portal.pool.query(
    `INSERT INTO document_owner SELECT id, 100, 1, county_id, now(), uploaded_by FROM document WHERE id = $1`,
    [file],
  )
})
afterAll(() => portal.close())

async function verify() {
  const { exitCode, json, printed } = await runCommand(portal.world, documentCommands, {
    words: ['verify', '--database'],
  })
  return {
    exitCode,
    verdict: json as { ok: boolean; findings: { check: string; problem: string }[] },
    printed,
  }
}

test('R1.61 a sound database is reported as sound', async () => {
  const { exitCode, verdict, printed } = await verify()
  expect([verdict, printed, exitCode]).toEqual([
    { ok: true, findings: [] },
    ['The database, in 11 checks: all is well.'],
    0,
  ])
})

type Fault = { name: string; check: string; plant: string; heal: string; says: RegExp }

const FAULTS: readonly Fault[] = [
  {
    name: 'a trigger that is disabled',
    check: 'schema',
    plant: 'ALTER TABLE document DISABLE TRIGGER document_inserted',
    heal: 'ALTER TABLE document ENABLE TRIGGER document_inserted',
    says: /^Trigger document_inserted of document is disabled: ALTER TABLE document ENABLE TRIGGER document_inserted, /,
  },
  {
    name: 'a trigger that is gone',
    check: 'schema',
    plant: 'ALTER TRIGGER audit_chain_is_kept ON audit_chain RENAME TO elsewhere',
    heal: 'ALTER TRIGGER elsewhere ON audit_chain RENAME TO audit_chain_is_kept',
    says: /^Trigger audit_chain_is_kept of audit_chain is missing: /,
  },
  {
    name: 'an index that is gone',
    check: 'schema',
    plant: 'ALTER INDEX document_list RENAME TO elsewhere',
    heal: 'ALTER INDEX elsewhere RENAME TO document_list',
    says: /^Index document_list of document is missing: /,
  },
  {
    name: 'a constraint that was never proved',
    check: 'schema',
    plant: 'ALTER TABLE mail_outbox ADD CONSTRAINT later CHECK (id > 0) NOT VALID',
    heal: 'ALTER TABLE mail_outbox DROP CONSTRAINT later',
    says: /^Constraint later of mail_outbox was never proved on all rows: ALTER TABLE mail_outbox VALIDATE CONSTRAINT later\.$/,
  },
  {
    name: 'a migration that this release does not know',
    check: 'schema',
    plant: `INSERT INTO schema_migration (name, sha256) VALUES ('0001-other.sql', '')`,
    heal: `DELETE FROM schema_migration WHERE name = '0001-other.sql'`,
    says: /^Migration 0001-other\.sql is not the one of this release: /,
  },
  {
    name: 'a dead job',
    check: 'jobs',
    plant: `INSERT INTO job (kind, run_at, failed_at) VALUES ('send-mail', now(), now())`,
    heal: 'DELETE FROM job WHERE failed_at IS NOT NULL',
    says: /^1 send-mail job is dead: `npm run -s portal -- jobs` /,
  },
  {
    name: 'a count that has drifted',
    check: 'counts',
    plant: 'UPDATE document_delta SET n = n + 3; UPDATE document_count SET n = n + 3',
    heal: 'UPDATE document_delta SET n = n - 3; UPDATE document_count SET n = n - 3',
    says: /^(?:1 count of documents is|\d+ counts of documents are) wrong; one says \d+ instead of [12]: `npm run -s portal -- counts rebuild` /,
  },
  {
    name: 'two counties of one name, from before names were unique,',
    check: 'counties',
    plant: `INSERT INTO county (name, created_at, is_namesake) VALUES ('MIDLAND', now(), true)`,
    heal: `DELETE FROM county WHERE name = 'MIDLAND'`,
    says: /^Counties \d+ Midland and \d+ MIDLAND have one name: rename one with /,
  },
  {
    name: 'a link of another county',
    check: 'documents',
    plant: `ALTER TABLE document_owner DISABLE TRIGGER document_owner_of_its_county, DROP CONSTRAINT document_owner_county_key_check;
      UPDATE document_owner SET county_id = (SELECT id FROM county WHERE name = 'Ector')`,
    heal: `ALTER TABLE document_owner ENABLE TRIGGER document_owner_of_its_county;
      UPDATE document_owner SET county_key = 0;
      ALTER TABLE document_owner ADD CONSTRAINT document_owner_county_key_check CHECK (county_key = coalesce(county_id, 0))`,
    says: /^File \d+ is of county \d+, its link to owner 100 of county \d+: unlink /,
  },
  {
    name: 'a status whose rank its documents have not',
    check: 'documents',
    plant: 'UPDATE status SET rank = 350 WHERE id = 1',
    heal: 'UPDATE status SET rank = 301 WHERE id = 1',
    says: /^(?:1 file|2 files) of status 1 at the place of another status in the list: `npm run -s portal -- counts rebuild` /,
  },
  {
    name: 'a type that is not there',
    check: 'documents',
    plant: `ALTER TABLE document DROP CONSTRAINT document_category_id_type_id_fkey;
      UPDATE document SET type_id = 999 WHERE description = ''`,
    heal: `UPDATE document SET type_id = 1;
      ALTER TABLE document ADD CONSTRAINT document_category_id_type_id_fkey
        FOREIGN KEY (category_id, type_id) REFERENCES document_type (category_id, id)`,
    says: /^File \d+ names type 999, which is not there: /,
  },
  {
    name: 'a document whose bytes are not to be kept',
    check: 'stored objects',
    plant: `UPDATE stored_object SET state = 'removing' WHERE state = 'kept'`,
    heal: `UPDATE stored_object SET state = 'kept' WHERE state = 'removing'`,
    says: /^Stored object \S+ of file \d+ is not among those that are kept: stop the servers/,
  },
  {
    name: 'a document whose bytes are said to be others',
    check: 'stored objects',
    plant: 'UPDATE stored_object SET sha256 = sha256(sha256)',
    heal: 'UPDATE stored_object SET sha256 = d.sha256 FROM document AS d WHERE d.storage_key = key',
    says: /^Stored object \S+ of file \d+ has another size or SHA-256 there: /,
  },
  {
    name: 'bytes that are kept for nobody',
    check: 'stored objects',
    plant: `INSERT INTO stored_object (key, byte_size, sha256, state) VALUES ('nobody', 1, sha256(''), 'kept')`,
    heal: `DELETE FROM stored_object WHERE key = 'nobody'`,
    says: /^Stored object nobody is kept for no document: /,
  },
  {
    name: 'a roll that does not say what the values say',
    check: 'owner rolls',
    plant: 'UPDATE owner_value SET current_value = 6',
    heal: 'UPDATE owner_value SET current_value = 5',
    says: /^The roll of county \d+ of 2026 is not what its owner values say: `npm run -s portal -- counts rebuild` /,
  },
  {
    name: 'a roll that cannot be read',
    check: 'owner rolls',
    plant: `ALTER TABLE owner_roll ADD COLUMN was bytea; UPDATE owner_roll SET was = columns, columns = 'broken'`,
    heal: `UPDATE owner_roll SET columns = was; ALTER TABLE owner_roll DROP COLUMN was`,
    says: /^The roll of county \d+ of 2026 is not what its owner values say: /,
  },
  {
    name: 'values of an organization that is gone',
    check: 'owner rolls',
    plant: 'UPDATE owner_value SET party_number = 101',
    heal: 'UPDATE owner_value SET party_number = 100',
    says: /^1 owner value of county \d+ of 2026 without an organization, such as that of party number 101: /,
  },
  {
    name: 'a month without a place in the audit record',
    check: 'audit',
    plant: `DO $$ BEGIN EXECUTE format('ALTER TABLE %I RENAME TO elsewhere',
      'audit_record_' || to_char(now() AT TIME ZONE 'UTC' + interval '1 month', 'YYYY_MM')); END $$`,
    heal: `DO $$ BEGIN EXECUTE format('ALTER TABLE elsewhere RENAME TO %I',
      'audit_record_' || to_char(now() AT TIME ZONE 'UTC' + interval '1 month', 'YYYY_MM')); END $$`,
    says: /^The audit record has no part for \d{4}-\d\d: /,
  },
]

test.for(FAULTS)('R1.61 $name is named, with the remedy', async ({ check, plant, heal, says }) => {
  await portal.pool.query(plant)
  const { exitCode, verdict, printed } = await verify()
  await portal.pool.query(heal)
  expect([exitCode, verdict.ok]).toEqual([1, false])
  expect(verdict.findings).toContainEqual({ check, problem: expect.stringMatching(says) as string })
  expect(printed).toEqual([
    ...verdict.findings.map(({ problem }) => problem),
    'The database, in 11 checks: something is wrong.',
  ])
  expect((await verify()).verdict.findings).toEqual([])
})

test('an unfinished index is named', async () => {
  const unique = 'CREATE UNIQUE INDEX CONCURRENTLY halfway ON document (content_type)'
  await expect(portal.pool.query(unique)).rejects.toThrow('could not create unique index')
  expect((await verify()).verdict.findings).toEqual([
    { check: 'schema', problem: 'Index halfway of document is invalid: REINDEX INDEX CONCURRENTLY halfway.' },
  ])
  await portal.pool.query('DROP INDEX halfway')
})

test('R1.61 rows without their parent are named by table and key, one line for each key, with the remedy', async () => {
  await changeAsSuperuser(
    portal.pool,
    `UPDATE document_owner SET document_id = 88888; UPDATE credential SET account_id = account_id + 88000`,
  )
  const { exitCode, verdict } = await verify()
  await changeAsSuperuser(
    portal.pool,
    `UPDATE document_owner SET document_id = ${file}; UPDATE credential SET account_id = account_id - 88000`,
  )
  const found = verdict.findings.filter(({ check }) => check === 'foreign keys')
  expect([exitCode, found.map(({ problem }) => problem)]).toEqual([
    1,
    [
      expect.stringMatching(
        /^(?:1 row|\d rows) of credential without the row of account \(credential_account_id_fkey\), such as account_id = '88\d{3}'\. No backup with this can be restored\. Add the missing rows of account, or remove these of credential\. Then verify again and make a new backup\.$/,
      ) as string,
      expect.stringMatching(
        /^1 row of document_owner without the row of document \(\w+\), such as document_id = '88888' AND county_key = '\d+'\. /,
      ) as string,
    ],
  ])
  expect((await verify()).verdict.findings).toEqual([])
})

test('a frequent fault is listed a few times, with its count', async () => {
  await portal.pool.query(
    `INSERT INTO stored_object (key, byte_size, sha256, state)
     SELECT 'nobody-' || n, 1, sha256(''), 'kept' FROM generate_series(1, 30) AS n`,
  )
  const { verdict } = await verify()
  await portal.pool.query(`DELETE FROM stored_object WHERE key LIKE 'nobody-%'`)
  expect(verdict.findings).toHaveLength(21)
  expect(verdict.findings.at(-1)?.problem).toBe('… and 10 more of that kind.')
})

test('R1.61 counts rebuild corrects counts and rolls during uploads, and leaves a record', async () => {
  await portal.pool.query('SELECT fold_document_counts(5000)')
  await portal.pool.query(
    'UPDATE document_count SET n = n + 7 WHERE level = 0; DELETE FROM document_count WHERE level = 1',
  )
  await portal.pool.query('UPDATE owner_value SET current_value = 6')
  const rebuild = () => runCommand(portal.world, documentCommands, { words: ['counts', 'rebuild'] })
  const uploading = await portal.pool.connect()
  try {
    // Another transaction has a document locked all the time.
    await uploading.query('BEGIN')
    await uploading.query(`UPDATE document SET status_id = 2 WHERE id = ${file}`)
    const { exitCode, json } = await rebuild()
    expect([exitCode, json]).toEqual([0, { ranked: 0, counts: expect.any(Number) as number, rolls: 1 }])
    await uploading.query('COMMIT')
  } finally {
    uploading.release()
  }
  expect((await verify()).verdict.findings).toEqual([])
  await portal.pool.query('SELECT fold_document_counts(5000)')
  expect((await verify()).verdict.findings).toEqual([])
  expect((await rebuild()).printed).toEqual(['All counts and rolls are right.'])
  const { rows } = await portal.pool.query(
    `SELECT who, after->>'rolls' AS rolls FROM ${AUDIT_AS_TOLD} WHERE what = 'counts rebuilt' ORDER BY id`,
  )
  expect(rows).toEqual([
    { who: 'command line', rolls: '1' },
    { who: 'command line', rolls: '0' },
  ])
})

test('a removed audit record is named', async () => {
  await tamper(portal.pool, `DELETE FROM audit_record WHERE action = 'counts.rebuilt'`)
  const { verdict } = await verify()
  expect(verdict.findings).toEqual([
    {
      check: 'audit',
      problem: expect.stringMatching(/^Record \d+ of chain \d+ is missing\. Somebody has /) as string,
    },
  ])
})
