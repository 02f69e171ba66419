import type { World } from '../../../records/context.ts'
import { verifyDocument, type Problem } from '../../../records/documents/bytes/verify-document.ts'
import { findLeftovers } from './leftovers.ts'
import { documentsAfter, type StoredRow } from './verify.repository.ts'

export type DamagedDocument = { fileID: number; fileName: string; storageKey: string; problem: Problem }
export type LeftBehind = { storageKey: string; bytes: number; changedAt: string }
export type Verdict = {
  checked: number
  bytes: number
  damaged: DamagedDocument[]
  /** Kept bytes older than 24 h that belong to no document. */
  orphans: LeftBehind[]
  /** Staged bytes older than 24 h. */
  brokenUploads: LeftBehind[]
  /** Bytes of deleted documents that a job is to remove. */
  pendingDeletions: number
}

type Verified = Pick<World, 'storage' | 'clock' | 'database' | 'log'>
const AT_ONCE = 500

/**
 * Compares every stored document, the bin included, with its size and SHA-256, and names what belongs to none.
 * `onChecked` hears after each document how many are done.
 */
export async function verifyDocuments(
  world: Verified,
  onChecked: (checked: number) => void = () => {},
): Promise<Verdict> {
  const verdict: Verdict = {
    checked: 0,
    bytes: 0,
    damaged: [],
    orphans: [],
    brokenUploads: [],
    pendingDeletions: 0,
  }
  for await (const document of allDocuments(world)) {
    const problem = await verifyDocument(world, document)
    verdict.checked++
    verdict.bytes += document.byte_size
    if (problem) verdict.damaged.push(describe(document, problem))
    onChecked(verdict.checked)
  }
  for await (const { fate, key, size, changedAt } of findLeftovers(world)) {
    const left = { storageKey: key, bytes: size, changedAt: changedAt.toISOString() }
    if (fate === 'pending') verdict.pendingDeletions++
    else (fate === 'orphan' ? verdict.orphans : verdict.brokenUploads).push(left)
  }
  return verdict
}

export function isSound({ damaged, orphans, brokenUploads }: Verdict): boolean {
  return damaged.length + orphans.length + brokenUploads.length === 0
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
