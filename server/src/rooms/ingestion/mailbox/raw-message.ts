import { createHash } from 'node:crypto'
import type { Engines } from '../../../engines/engines.ts'
import { decodePart } from '../../../engines/mailbox/message/decode-part.ts'
import type { MessagePart } from '../../../engines/mailbox/message/structure.ts'
import { MIB_BYTES } from '../../../engines/storage/mib-tags.ts'
import { newStorageKey, TooManyBytes, type StagedBytes } from '../../../engines/storage/storage.ts'
import { readStored } from '../../../records/stored-files/bytes/read-stored.ts'
import { deleteStaged, recordStaged } from '../../../records/stored-files/bytes/stored-objects.repository.ts'

/** Maximum bytes of a message, as received. */
const LARGEST_MESSAGE_BYTES = 100 * MIB_BYTES
/** How many bytes of a larger message are read, for its header. */
const KEPT_OF_LARGER_BYTES = MIB_BYTES

/** A message whose bytes can be read repeatedly, from any position. */
export type RawMessage = {
  readonly sha256: Buffer
  readonly size: number
  /** Null if the message is too large. Then the store has only its beginning, which `read` returns. */
  readonly staged: (StagedBytes & { readonly key: string }) | null
  read(start: number, end: number): AsyncIterable<Buffer>
}

type StoreWorld = Pick<Engines, 'storage' | 'database' | 'log'>

/** Stages a message in the store while it is processed. */
export async function stageMessage(world: StoreWorld, bytes: AsyncIterable<Buffer>): Promise<RawMessage> {
  const key = newStorageKey()
  const beginning: Buffer[] = []
  let kept = 0
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      if (kept < KEPT_OF_LARGER_BYTES)
        beginning.push(Buffer.from(piece.subarray(0, KEPT_OF_LARGER_BYTES - kept)))
      kept += piece.length
      yield piece
    }
  }
  await recordStaged(world.database.kysely, key)
  try {
    const staged = await world.storage.stage(key, watched(), { largest: LARGEST_MESSAGE_BYTES })
    const { storage } = world
    return {
      ...staged,
      staged: { ...staged, key },
      read: (start, end) => stagedBytes(storage, key, { start, end }),
    }
  } catch (error) {
    await deleteStaged(world.database.kysely, [key])
    if (!(error instanceof TooManyBytes)) throw error
    const head = Buffer.concat(beginning)
    const sha256 = createHash('sha256').update(head).digest()
    return { sha256, size: kept, staged: null, read: (start, end) => once(head.subarray(start, end)) }
  }
}

/** Removes the staged message, unless it is kept. */
export async function discardMessage({ storage, database, log }: StoreWorld, raw: RawMessage): Promise<void> {
  if (raw.staged === null) return
  const { key } = raw.staged
  try {
    await storage.discard(key)
    await deleteStaged(database.kysely, [key])
  } catch (error) {
    log.warn({ err: error, key }, 'A message that was read could not be removed yet.')
  }
}

/**
 * A waiting message from the store. Rejects bytes that differ from the received ones. @throws MissingBytes and
 * DamagedBytes
 */
export function storedMessage(
  world: Pick<Engines, 'storage' | 'database'>,
  { key, size, sha256 }: { key: string; size: number; sha256: Buffer },
): Pick<RawMessage, 'read'> {
  const stored = { storage_key: key, byte_size: size, sha256 }
  return {
    async *read(start, end) {
      if (end <= start) return
      yield* (await readStored(world, stored, { start, end: end - 1 })) as AsyncIterable<Buffer>
    },
  }
}

/** The decoded bytes of a part. @throws DamagedPart */
export function bytesOfPart(
  raw: Pick<RawMessage, 'read'>,
  { start, end, encoding }: Pick<MessagePart, 'start' | 'end' | 'encoding'>,
): AsyncIterable<Buffer> {
  return decodePart(raw.read(start, end), encoding)
}

/** Bytes of text that are searched for shown pictures. A longer text is not a letter. */
const LONGEST_TEXT_BYTES = 2 * MIB_BYTES
const SHOWN = /cid:([^"'\s<>)]{1,500})/gi

/** The ids of pictures that the text itself shows, such as the logo of a signature. */
export async function shownIdsOf(
  raw: Pick<RawMessage, 'read'>,
  parts: readonly MessagePart[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const part of parts) {
    if (part.contentType !== 'text/html' || part.end - part.start > LONGEST_TEXT_BYTES) continue
    const text = await textOf(raw, part)
    for (const [, id = ''] of text.matchAll(SHOWN)) ids.add(unescaped(id))
  }
  return ids
}

async function textOf(raw: Pick<RawMessage, 'read'>, part: MessagePart): Promise<string> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of bytesOfPart(raw, part)) pieces.push(piece)
  } catch {
    // The text before the damage is still used.
  }
  return Buffer.concat(pieces).toString('latin1')
}

function unescaped(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

async function* stagedBytes(
  storage: Engines['storage'],
  key: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const piece = await storage.readStaged(key, at, Math.min(MIB_BYTES, end - at))
    if (piece.length === 0) throw new Error('A staged message is shorter than it was.')
    at += piece.length
    yield piece
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
