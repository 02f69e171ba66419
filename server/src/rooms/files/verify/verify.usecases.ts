import type { World } from '../../../records/context.ts'
import { storeMismatch } from '../../../records/stored-files/bytes/store-identity.ts'
import { countDue } from '../../../records/stored-files/bytes/stored-objects.repository.ts'
import { removalsDue } from '../../../records/stored-files/bytes/sweep-stored-bytes.ts'
import type { Problem } from '../../../records/stored-files/bytes/compare-stored.ts'
import { verifyDocument } from '../../../records/documents/verify-document.ts'
import { verifyMails, type DamagedMail } from './verify-mails.ts'
import { findLeftovers, type Leftover } from './leftovers.ts'
import { scanWarnings } from '../../../records/stored-files/scan/scan.warnings.ts'
import { documentsAfter, findInfected, type StoredRow } from './verify.repository.ts'

export type DamagedDocument = {
  fileID: number
  fileName: string
  storageKey: string
  problem: Problem | 'in quarantine'
}
export type UnclaimedFile = { storageKey: string; bytes: number; changedAt: string }
export type Verdict = {
  checked: number
  bytes: number
  damaged: DamagedDocument[]
  /** Messages of the mailbox that wait for a person. */
  damagedMails: DamagedMail[]
  /** Kept bytes older than 24 h that belong to no document. */
  orphans: UnclaimedFile[]
  /** Staged bytes older than 24 h. */
  brokenUploads: UnclaimedFile[]
  /** Files in quarantine. They are not an error, but a person must decide about them. */
  quarantined: UnclaimedFile[]
  /** Deleted documents or decided messages whose bytes still exist. */
  pendingDeletions: number
  /** Those of the pending deletions that are overdue by a day or more. */
  overdueDeletions: number
  /** Infected documents. They are not an error of the store. */
  infected: { fileID: number; fileName: string; finding: string | null }[]
  /** Other warnings about virus scans, as sentences. */
  virusChecks: string[]
  /** Why the store does not belong to the database; null if it does. */
  foreignStore: string | null
}

type Verified = Pick<World, 'storage' | 'database' | 'settings' | 'log' | 'scanner'>
const AT_ONCE = 500

/**
 * Compares every stored document (including the bin) and every message that waits for a person with its size and
 * SHA-256. Also lists the files that belong to none of them. Calls `onChecked` after each document with the number
 * checked so far.
 */
export async function verifyDocuments(
  world: Verified,
  onChecked: (checked: number) => void = () => {},
): Promise<Verdict> {
  const verdict: Verdict = {
    checked: 0,
    bytes: 0,
    damaged: [],
    damagedMails: (await verifyMails(world, () => false)) ?? [],
    orphans: [],
    brokenUploads: [],
    quarantined: [],
    foreignStore: await storeMismatch(world),
    ...(await countDeletions(world)),
    infected: await findInfected(world.database.kysely),
    virusChecks: (await scanWarnings.collect(world)).map(({ text }) => text),
  }
  for await (const document of allDocuments(world)) {
    const problem = await verifyDocument(world, document)
    verdict.checked++
    verdict.bytes += document.byte_size
    if (problem) verdict.damaged.push(describe(document, problem))
    onChecked(verdict.checked)
  }
  for await (const { fate, key, size, changedAt } of findLeftovers(world)) {
    listOf(verdict, fate).push({ storageKey: key, bytes: size, changedAt: changedAt.toISOString() })
  }
  const setAside = new Set(verdict.quarantined.map(({ storageKey }) => storageKey))
  for (const each of verdict.damaged) {
    if (each.problem === 'missing' && setAside.has(each.storageKey)) each.problem = 'in quarantine'
  }
  return verdict
}

export function isSound(verdict: Verdict): boolean {
  const { damaged, damagedMails, orphans, brokenUploads, overdueDeletions, foreignStore } = verdict
  const wrong = damaged.length + damagedMails.length + orphans.length + brokenUploads.length
  return wrong + overdueDeletions === 0 && !foreignStore
}

function listOf(verdict: Verdict, fate: Leftover['fate']): UnclaimedFile[] {
  if (fate === 'quarantined') return verdict.quarantined
  return fate === 'orphan' ? verdict.orphans : verdict.brokenUploads
}

async function countDeletions(
  world: Verified,
): Promise<Pick<Verdict, 'pendingDeletions' | 'overdueDeletions'>> {
  const db = world.database.kysely
  const { state, hours } = removalsDue(world)
  return {
    pendingDeletions: await countDue(db, { state, hours: 0 }),
    overdueDeletions: await countDue(db, { state, hours: hours + 24 }),
  }
}

async function* allDocuments({ database }: Verified): AsyncGenerator<StoredRow> {
  for (let after = 0; ;) {
    const rows = await documentsAfter(database.kysely, after, AT_ONCE)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

function describe(document: StoredRow, problem: Problem): DamagedDocument {
  return { fileID: document.id, fileName: document.file_name, storageKey: document.storage_key, problem }
}
