import type { ResumableUpload } from '@portal/contract/files/resumable.ts'
import type { QueueEntry } from './queue-entry.ts'

/** A file of the queue, for tests. */
export function entryOf(about: Partial<QueueEntry> = {}): QueueEntry {
  return {
    key: 'k1',
    name: 'rendition.pdf',
    size: 1000,
    lastModified: 1_790_000_000_000,
    folder: '',
    sha256: null,
    facts: {},
    uploadId: null,
    state: { is: 'waiting' },
    ...about,
  }
}

/** The same file as the server returns it, for tests. */
export function knownOf(about: Partial<ResumableUpload> = {}): ResumableUpload {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    senderKey: 'k1',
    fileName: 'rendition.pdf',
    size: 1000,
    received: 0,
    declaredSha256: null,
    state: 'unfinished',
    categoryId: 1,
    typeId: 1,
    countyId: null,
    description: '',
    ownerNbr: null,
    relationTypeId: null,
    begunAt: '2026-04-15T12:00:00Z',
    expiresAt: '2026-04-22T12:00:00Z',
    refusal: null,
    file: null,
    ...about,
  }
}

/** The document stored for it, for tests. */
export const STORED_FILE = {
  FileID: 7,
  FileName: 'rendition.pdf',
  UploadDate: '2026-04-15T12:00:00Z',
  size: 1000,
  sha256: 'a'.repeat(64),
}
