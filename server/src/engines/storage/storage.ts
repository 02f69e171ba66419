import type { Readable } from 'node:stream'

/**
 * Stores the bytes of documents. A document is first staged and then kept. Readers never see staged bytes; kept bytes
 * are complete and survive a power loss. `newStorageKey` makes the keys: unique and unguessable.
 */
export type Storage = {
  /**
   * Streams `bytes` to a staging place, hashes them on the way and syncs them. It first reserves room for `largest`
   * bytes and rejects with ENOSPC if there is too little. If the stream fails, it rejects with the stream's own error
   * and leaves nothing behind. It stops with TooManyBytes after more than `largest` bytes.
   */
  stage(key: string, bytes: AsyncIterable<Buffer>, options: { largest: number }): Promise<StagedBytes>
  /** Bytes of a staged document, at most `length` from `offset`. */
  readStaged(key: string, offset: number, length: number): Promise<Buffer>
  /**
   * Moves a staged document to its final place. When it resolves, the bytes survive a power loss; when it rejects,
   * nothing is kept.
   */
  keep(key: string): Promise<void>
  /** Removes a staged document, if it exists. */
  discard(key: string): Promise<void>
  /**
   * Reads kept bytes, all of them or a range. `size` is the size of the whole in the database record. The stream fails
   * if it cannot deliver every byte that it promised.
   * @throws MissingBytes if there are none and DamagedBytes if there are more or fewer.
   */
  read(key: string, size: number, range?: ByteRange): Promise<Readable>
  /**
   * All kept bytes of a document in one buffer, for callers with enough memory.
   * @throws as `read` does.
   */
  readWhole(key: string, size: number): Promise<Buffer>
  /**
   * Lets `work` write bytes directly to the kept documents and overwrite existing ones, in a store that has no other
   * user yet. When it resolves, all of them survive a power loss. When it rejects, some may exist, and one may be
   * incomplete. It first reserves room for `bytes` in total and rejects with ENOSPC if there is too little.
   */
  fill<T>(bytes: number, work: (put: PutObject) => Promise<T>): Promise<T>
  /** Removes a kept document, if it exists. */
  remove(key: string): Promise<void>
  /**
   * Moves a kept document to quarantine, where readers do not see it and `remove` does not reach it. False if there is
   * no kept document. An interrupted move may leave it in both places; either call can be repeated.
   */
  quarantine(key: string): Promise<boolean>
  /** Moves a quarantined document back to the kept ones; false if it is not in quarantine. */
  restore(key: string): Promise<boolean>
  /** Removes a quarantined document for good, if it exists. */
  removeQuarantined(key: string): Promise<void>
  /** Separate from everything else: `list` does not return pieces. */
  readonly pieces: Pieces
  /** Everything in the store, or in one place, with the time of its last change. */
  list(only?: 'staged' | 'quarantined'): AsyncIterable<StoredObject>
  /** The id of the store, by which a database recognizes its own store; null while it has none. */
  readId(): Promise<string | null>
  /** Writes the id of the store, durably. */
  writeId(id: string): Promise<void>
  /** Stored next to the bytes, out of the database's reach. */
  readonly anchors: Anchors
  /** The storage's own clock: the time that it gives to a file written now. */
  now(): Promise<Date>
  /** Free bytes where the documents are, including those to keep free (RESERVED_FREE_BYTES). */
  freeBytes(): Promise<number>
  /** Resolves if the storage is writable; rejects with the reason. */
  probe(): Promise<void>
}

/** Pieces of uploads that resume after an interruption, each under its own key. */
export type Pieces = {
  /** Maximum number of bytes in one piece. */
  readonly largest: number
  /**
   * Streams bytes to a new piece and syncs them. If the stream fails, the bytes received stay, synced, and `brokenBy`
   * has its error. Where the store supports it, `onDurable` receives the number of bytes that survive a power loss so
   * far. It first reserves room for `room` bytes and rejects with ENOSPC if there is too little; durable bytes then
   * stay.
   */
  write(key: string, bytes: AsyncIterable<Buffer>, options: WritingPiece): Promise<WrittenPiece>
  /**
   * The first `length` bytes of a piece. The stream fails if it cannot deliver them.
   * @throws MissingBytes if the piece does not exist and DamagedBytes if it is shorter.
   */
  read(key: string, length: number): Promise<Readable>
  /** Stages a whole piece under its key and leaves the piece; false if the store has no quick way to do that. */
  stage(key: string): Promise<boolean>
  /** Removes a piece, if it exists. */
  remove(key: string): Promise<void>
  /** Removes a piece that no upload has, and what a server that died had started of it. */
  removeLost(key: string): Promise<void>
  /** Lists all pieces, including those started and never completed, with the time of their last change. */
  list(): AsyncIterable<Pick<StoredObject, 'key' | 'changedAt'>>
}

export type WritingPiece = {
  readonly room: number
  readonly onDurable: (bytes: number) => Promise<void>
}
export type WrittenPiece = StagedBytes & {
  /** The failure of the stream; null if it reached its end. */
  readonly brokenBy: unknown
  /** Resolves when the piece survives a power loss. */
  makeLast(): Promise<void>
}

export type PutObject = (key: string, bytes: Buffer) => Promise<void>

/** Small texts that later prove what a database contained. Each is written once and never changes. */
export type Anchors = {
  /** The names of the active anchors or of those set aside, sorted. */
  list(place?: 'standing' | 'aside'): Promise<string[]>
  /** Null if no anchor has that name. */
  read(name: string): Promise<string | null>
  /** Resolves when the text survives a power loss. The name must be new: letters, digits and hyphens. */
  write(name: string, text: string): Promise<void>
  /** Keeps the anchor, but no longer as an active one. */
  setAside(name: string): Promise<void>
}

/** Valid names of an anchor. */
export const ANCHOR_NAME = /^[A-Za-z\d-]{1,100}$/

/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number }
/** Size in bytes; SHA-256 of the whole, 32 bytes; and the tag of each MiB, as `MibTagger` makes them. */
export type StagedBytes = { size: number; sha256: Buffer; mibTags: Buffer }
export type Place = 'staged' | 'kept' | 'quarantined'
export type StoredObject = { key: string; size: number; changedAt: Date; place: Place }

export class TooManyBytes extends Error {}
export class MissingBytes extends Error {}
export class DamagedBytes extends Error {}
/** The storage does not respond, or refuses a request. The caller may retry later. */
export class StorageAway extends Error {}

/** The name of a document's bytes. It reveals nothing about the document. */
export function newStorageKey(): string {
  return crypto.randomUUID()
}
