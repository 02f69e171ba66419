import { setImmediate as nextTurn } from 'node:timers/promises'
import { newStorageKey, type Storage, type StoredObject } from '../engines/storage/storage.ts'

/** More than any test stores. */
export const LARGE_SIZE = { largest: 10_000_000 }

/** Stores bytes under a new key. */
export async function kept(storage: Storage, bytes: Buffer, piece = 65_536): Promise<string> {
  const key = newStorageKey()
  await storage.stage(key, inPieces(bytes, piece), LARGE_SIZE)
  await storage.keep(key)
  return key
}

/** The bytes in pieces of that length, some of them a turn late. */
export async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) {
    if (at % 7 === 0) await nextTurn()
    yield bytes.subarray(at, at + length)
  }
}

/** All bytes of a stored object, or of a part of it. */
export async function readAll(
  storage: Storage,
  key: string,
  size: number,
  range?: { start: number; end: number },
): Promise<Buffer> {
  return Buffer.concat(await (await storage.read(key, size, range)).toArray())
}

/** The list's entry for a key. */
export async function find(storage: Storage, key: string): Promise<StoredObject | undefined> {
  for await (const object of storage.list()) if (object.key === key) return object
  return undefined
}

/** The keys in the list, in order. */
export async function namesIn(storage: Storage, only?: 'staged' | 'quarantined'): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of storage.list(only)) names.push(key)
  return names.sort()
}
