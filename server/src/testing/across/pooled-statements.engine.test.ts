import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  claimRun,
  failRun,
  recordBackupSince,
  readEndings,
  renewHold,
} from '../../engines/backup/backup-runs.repository.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { listJobGroups, listRunningJobs } from '../../engines/jobs/job-list.repository.ts'
import {
  deleteMails,
  findMailsToSendTogether,
  isMailQueuedSince,
  listRefusedIds,
  markMailsRefused,
} from '../../engines/mail/outbox.repository.ts'
import { anyAccountExists, readAccounts } from '../../records/accounts/base/accounts.repository.ts'
import { findIssuerOfSession } from '../../records/sessions/session-identity.repository.ts'
import {
  deletePasskey,
  deletePasskeysOf,
  setPasskeyName,
} from '../../records/accounts/passkeys/own-passkeys.repository.ts'
import { listDaysAtWork } from '../../records/audit/anchors/anchored.repository.ts'
import { readAudit } from '../../records/audit/audit.repository.ts'
import { findCountyByName, readCounties } from '../../records/counties/counties.repository.ts'
import { findMibProof } from '../../records/stored-files/bytes/mib-proof.repository.ts'
import { markReleased } from '../../records/stored-files/bytes/stored-objects.repository.ts'
import { findDownloadable } from '../../records/documents/download/download.repository.ts'
import { anyDocumentExists } from '../../records/documents/documents.repository.ts'
import { readExhaustedQuotas, readQuotaRoom } from '../../records/intake/upload-quota.repository.ts'
import { endShare } from '../../records/stored-files/nightly-checks/night-watch.repository.ts'
import { findLinkable } from '../../records/documents/owners/linkable-organizations.repository.ts'
import {
  deletePiecesFrom,
  deletePieces,
  readLastPiece,
} from '../../records/intake/resumable/pieces.repository.ts'
import {
  findUnfinished,
  markRefused,
  markAwaitingSender,
} from '../../records/intake/resumable/resumable.repository.ts'
import { requestScan, findFindings } from '../../records/stored-files/scan/scan.repository.ts'
import { findOrganizations } from '../../records/parties/organizations.repository.ts'
import { readFailedJobs } from '../../rooms/operations/jobs/jobs.repository.ts'
import { countWithoutFactor } from '../../rooms/operations/state/state.repository.ts'
import { testDatabase, type TestDatabase } from '../database.ts'

const NOBODY = 990_000_001
const KEY = randomUUID()
const AT = new Date('2026-04-01T12:00:00Z')
const BUCKET = 's3://bucket/monday'

let database: TestDatabase
let db: Kysely<DB>
beforeAll(async () => {
  database = await testDatabase()
  db = database.database.kysely
})
afterAll(() => database.close())

test('one server begins a backup run, holds it and records its end', async () => {
  const run = { id: randomUUID(), place: BUCKET, since: null }
  expect(await claimRun(db, ({ runs }) => (runs.length === 0 ? run : null))).toEqual(run)
  expect(await claimRun(db, ({ runs }) => (runs.length === 0 ? run : null))).toBeNull()
  await renewHold(db, run.id)
  await recordBackupSince(db, run.id, randomUUID())
  expect(await readEndings(db)).toEqual(new Map([[BUCKET, null]]))
  await failRun(db, run.id, 'The place is full.')
  expect(await readEndings(db)).toEqual(new Map([[BUCKET, 'failed']]))
})

/** Statements that no other test runs through a pooler, with their results on an empty portal. */
const READS: readonly (readonly [string, () => Promise<unknown>, unknown])[] = [
  ['groups of jobs', () => listJobGroups(db), []],
  ['running jobs', () => listRunningJobs(db), []],
  ['failed jobs', () => readFailedJobs(db, undefined, { before: null, atMost: 5 }), []],
  ['refused mails', () => listRefusedIds(db), []],
  [
    'mails to tell together',
    () => findMailsToSendTogether(db, { kind: 'reset', recipient: 'a@b.example' }),
    [],
  ],
  [
    'a mail since',
    () => isMailQueuedSince(db, { kind: 'reset', recipient: 'a@b.example', since: AT }),
    false,
  ],
  ['accounts', () => readAccounts(db), []],
  ['any account', () => anyAccountExists(db), false],
  ['any document', () => anyDocumentExists(db), false],
  ['counties', () => readCounties(db), []],
  ['a county by name', () => findCountyByName(db, 'Loving'), undefined],
  ['the issuer of a session', () => findIssuerOfSession(db, Buffer.alloc(32)), undefined],
  ['days at work', () => listDaysAtWork(db, AT), []],
  ['what proves the bytes of a document', () => findMibProof(db, KEY), null],
  ['findings of the scanner', () => findFindings(db, [KEY]), new Map()],
  ['pieces of an upload', () => readLastPiece(db, KEY), { pieces: 0, last: null }],
  [
    'a document to download',
    () =>
      findDownloadable(database.database, {
        documentId: 5,
        accountId: NOBODY,
        tokenId: undefined,
        since: AT,
        action: 'document.viewed',
      }),
    undefined,
  ],
  ['full days', () => readExhaustedQuotas(db, { at: AT, accountLimit: null, countyLimit: null }), []],
  ['unfinished uploads', () => findUnfinished(db, NOBODY, 5), []],
  ['organizations of a county', () => findOrganizations(db, { countyId: NOBODY, numbers: [5] }), []],
  ['organizations of all counties', () => findOrganizations(db, { countyId: 'every', numbers: [5] }), []],
  ['organizations to link', () => findLinkable(db, { partyNumbers: [5], countyId: null, seen: 'all' }), []],
  [
    'people without a second factor',
    () => countWithoutFactor(db, { secondFactorRequired: new Set(['user'] as const), issuers: [] }),
    0,
  ],
  ['passkeys of somebody', () => db.transaction().execute((one) => deletePasskeysOf(one, NOBODY)), 0],
  ['files in quarantine', () => db.transaction().execute((one) => markReleased(one, [KEY])), []],
  ['another scan', () => db.transaction().execute((one) => requestScan(one, KEY)), false],
]

test.each(READS)('on PostgreSQL 15 an empty portal returns: %s', async (_what, read, answer) => {
  expect(await read()).toEqual(answer)
})

test('on PostgreSQL 15 changes of nonexistent rows change nothing', async () => {
  const held = { id: KEY, holder: randomUUID() }
  await db.transaction().execute(async (transaction) => {
    await setPasskeyName(transaction, { id: NOBODY, name: 'Laptop' })
    await deletePasskey(transaction, NOBODY)
  })
  await deleteMails(db, [NOBODY])
  await markMailsRefused(db, { ids: [NOBODY], refusedAt: AT, reason: 'unknown' })
  await endShare(db, '2026-04-01')
  await deletePieces(db, KEY)
  await markRefused(db, held, { error: 'It is too large.', code: 'file.too_large' })
  await markAwaitingSender(db, held)
  expect(await deletePiecesFrom(db, held, 0)).toEqual([])
})

test('on PostgreSQL 15 a day has room, and the record is read in portions', async () => {
  const asked = {
    owner: { kind: 'account', id: NOBODY },
    bytes: 5,
    most: 9,
    at: AT,
    timeZone: 'America/Chicago',
  } as const
  expect(await readQuotaRoom(db, asked)).toMatchObject({ hasRoom: true, day: '2026-04-01' })
  for await (const portion of readAudit(db, { since: AT })) expect(portion).toEqual([])
})
