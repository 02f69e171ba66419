import type { Duplicate, Duplicates } from '@portal/contract/files/duplicates.ts'
import type { Batch } from '../facts/upload-batch.ts'

/** SHA-256 of the chosen files by their ids in the list; null if hashing failed. */
export type Hashes = ReadonlyMap<number, string | null>

/** A match for a file's bytes: a stored document, or an earlier file of the list. */
export type FileDuplicate = { readonly document: Duplicate } | { readonly earlier: string }

/** The hashes to look up on the server, for files not sent yet. */
export function hashesToAsk(batch: Batch<unknown>, hashes: Hashes): readonly string[] {
  const chosen = batch.filter(({ uploadState }) => uploadState.state === 'chosen')
  return [...new Set(chosen.flatMap(({ id }) => hashes.get(id) ?? []))].toSorted()
}

type Known = {
  readonly hashes: Hashes
  /** The documents with the same bytes, by hash. */
  readonly documents: ReadonlyMap<string, Duplicates>
}

/** Finds which unsent files have the same bytes as a document or an earlier file of the list. */
export function findFileDuplicates<F extends { readonly name: string }>(
  batch: Batch<F>,
  { hashes, documents }: Known,
): ReadonlyMap<number, FileDuplicate> {
  const duplicates = new Map<number, FileDuplicate>()
  const first = new Map<string, string>()
  for (const { id, file, uploadState } of batch) {
    const sha256 = hashes.get(id)
    if (!sha256 || uploadState.state === 'failed') continue
    const [document] = documents.get(sha256)?.files ?? []
    const earlier = first.get(sha256)
    if (earlier === undefined) first.set(sha256, file.name)
    if (uploadState.state !== 'chosen') continue
    if (document) duplicates.set(id, { document })
    else if (earlier !== undefined) duplicates.set(id, { earlier })
  }
  return duplicates
}
