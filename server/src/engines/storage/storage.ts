import type { Readable } from 'node:stream'

/**
 * Where the bytes of documents lie. A document is first staged, then kept: what is staged is never seen by a reader,
 * what is kept is whole and survives the loss of power. Keys are made by `newStorageKey`: unique and unguessable.
 */
export type Storage = {
  /**
   * Streams `bytes` to a staging place, hashing on the way, and syncs them. Room for `largest` bytes is booked first:
   * rejects with ENOSPC where there is none. Rejects with the stream's own error and leaves nothing behind when the
   * stream breaks; stops with TooManyBytes once more than `largest` bytes came.
   */
  stage(key: string, bytes: AsyncIterable<Buffer>, options: { largest: number }): Promise<StagedBytes>
  /** Bytes of a staged document, at most `length` from `offset`. */
  readStaged(key: string, offset: number, length: number): Promise<Buffer>
  /**
   * Moves what is staged to its final place: when it resolves the bytes survive the loss of power, and when it rejects
   * nothing is kept.
   */
  keep(key: string): Promise<void>
  /** Removes what is staged, if it is there. */
  discard(key: string): Promise<void>
  /**
   * Kept bytes: all, or those of a range. `size` is what the record says of the whole. The stream breaks when it cannot
   * bring all it promised.
   * @throws MissingBytes when there are none and DamagedBytes when there are more or fewer.
   */
  read(key: string, size: number, range?: ByteRange): Promise<Readable>
  /**
   * All kept bytes of a document in one piece, for whoever has room for them.
   * @throws as `read` does.
   */
  readWhole(key: string, size: number): Promise<Buffer>
  /**
   * Lets `work` put bytes straight among what is kept, over what may lie there: in a store that nobody else uses yet.
   * When it resolves all of them survive the loss of power; when it rejects, some or half of one may lie there. Room for
   * `bytes` in all is booked first: rejects with ENOSPC where there is none.
   */
  fill<T>(bytes: number, work: (put: PutObject) => Promise<T>): Promise<T>
  /** Removes what is kept, if it is there. */
  remove(key: string): Promise<void>
  /**
   * Moves what is kept to quarantine, where no reader sees it and `remove` does not reach it; false when nothing is kept.
   * Broken off in the middle it may be in both places: either call may be made again.
   */
  quarantine(key: string): Promise<boolean>
  /** Moves what is in quarantine back among what is kept; false when nothing is in quarantine. */
  restore(key: string): Promise<boolean>
  /** Removes what is in quarantine, if it is there: for good. */
  removeQuarantined(key: string): Promise<void>
  /** Beside all else: `list` names none of them. */
  readonly pieces: Pieces
  /** Everything that lies there, or what lies in one place, with the moment of its last change. */
  list(only?: 'staged' | 'quarantined'): AsyncIterable<StoredObject>
  /** The name that the store was given, by which a database knows it for its own; null while it has none. */
  readId(): Promise<string | null>
  /** Names the store, durably. */
  writeId(id: string): Promise<void>
  /** Beside the bytes, out of the database's reach. */
  readonly anchors: Anchors
  /** The storage's own time: that of something written this moment. */
  now(): Promise<Date>
  /** Bytes that may still be written where the documents lie, what is to stay free (RESERVED_FREE_BYTES) among them. */
  freeBytes(): Promise<number>
  /** Resolves when the storage can be written to; rejects with the reason. */
  probe(): Promise<void>
}

/** Pieces of uploads that go on where they broke off, each under a key of its own. */
export type Pieces = {
  /** Bytes that one piece has at most. */
  readonly largest: number
  /**
   * Streams bytes to a new piece and syncs them. When the stream breaks, what came stays, synced, and its error is told
   * as `brokenBy`. `onDurable` is told on the way, where the store can do that, how many bytes survive the loss of power
   * by then. Room for `room` bytes is booked first: rejects with ENOSPC where there is none; what is durable then stays.
   */
  write(key: string, bytes: AsyncIterable<Buffer>, options: WritingPiece): Promise<WrittenPiece>
  /**
   * The first `length` bytes of a piece. The stream breaks when it cannot bring them.
   * @throws MissingBytes when there is no such piece and DamagedBytes when it is shorter.
   */
  read(key: string, length: number): Promise<Readable>
  /** Stages a whole piece under its key and leaves the piece; false where the store has no quick way to do that. */
  stage(key: string): Promise<boolean>
  /** Removes a piece, if it is there. */
  remove(key: string): Promise<void>
  /** The same of one that no upload has, and of what a server that died had begun of it. */
  removeLost(key: string): Promise<void>
  /** All that lie there, what was begun and never completed among them, with the moment of their last change. */
  list(): AsyncIterable<Pick<StoredObject, 'key' | 'changedAt'>>
}

export type WritingPiece = {
  readonly room: number
  readonly onDurable: (bytes: number) => Promise<void>
}
export type WrittenPiece = StagedBytes & {
  /** Null where the stream came to its end. */
  readonly brokenBy: unknown
  /** Resolves when the piece survives the loss of power. */
  makeLast(): Promise<void>
}

export type PutObject = (key: string, bytes: Buffer) => Promise<void>

/** Small texts by which it can be proved later what a database held, each written once and never changed. */
export type Anchors = {
  /** The names of those that stand, or of those set aside, in their order. */
  list(place?: 'standing' | 'aside'): Promise<string[]>
  /** Null when there is none of that name. */
  read(name: string): Promise<string | null>
  /** Resolves when it survives the loss of power. The name is new: letters, digits and hyphens. */
  write(name: string, text: string): Promise<void>
  /** Keeps it, but no longer among those that stand. */
  setAside(name: string): Promise<void>
}

/** What may name an anchor. */
export const ANCHOR_NAME = /^[A-Za-z\d-]{1,100}$/

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }
/** Size in bytes; SHA-256 of the whole, 32 bytes; and the tag of each MiB, as `MibTagger` makes them. */
export type StagedBytes = { size: number; sha256: Buffer; mibTags: Buffer }
export type Place = 'staged' | 'kept' | 'quarantined'
export type StoredObject = { key: string; size: number; changedAt: Date; place: Place }

export class TooManyBytes extends Error {}
export class MissingBytes extends Error {}
export class DamagedBytes extends Error {}
/** The storage does not answer, or refuses what it should do; what was asked of it may be asked again later. */
export class StorageAway extends Error {}

/** The name of a document's bytes; says nothing about the document. */
export function newStorageKey(): string {
  return crypto.randomUUID()
}
