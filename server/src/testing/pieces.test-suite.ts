import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { MissingBytes, newStorageKey, type Storage } from '../engines/storage/storage.ts'
import { storedObjects } from './stored-objects.ts'
import { inPieces, readAll } from './stored-bytes.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const WRITING = { room: 20_000_000, onDurable: async () => {} }

async function* thenBreaks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* inPieces(bytes, 10_000)
  throw new Error('the cable was cut')
}

/** The tests of every storage driver for pieces of unfinished uploads. */
export function testPieces(storage: () => Storage): void {
  const start = async (key: string, length: number) =>
    Buffer.concat(await (await storage().pieces.read(key, length)).toArray())
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of storage().pieces.list()) found.push(key)
    return found
  }

  test('a piece comes back byte for byte, its beginning too, and no list of documents names it', async () => {
    const [key, bytes] = [newStorageKey(), randomBytes(1_500_000)]
    const before = await storedObjects(storage())
    const piece = await storage().pieces.write(key, inPieces(bytes, 65_521), WRITING)
    await piece.makeLast()
    expect([piece.size, piece.sha256.toString('hex'), piece.brokenBy]).toEqual([
      bytes.length,
      sha256(bytes),
      null,
    ])
    expect(await keys()).toContain(key)
    expect(await storedObjects(storage())).toEqual(before)
    expect((await start(key, bytes.length)).equals(bytes)).toBe(true)
    await storage().pieces.remove(key)
    await storage().pieces.remove(key)
    expect(await keys()).not.toContain(key)
    await expect(storage().pieces.read(key, 10)).rejects.toThrow(MissingBytes)
  })

  test('of a stream that breaks, what came stays and can be read', async () => {
    const [key, bytes] = [newStorageKey(), randomBytes(200_000)]
    const piece = await storage().pieces.write(key, thenBreaks(bytes), WRITING)
    await piece.makeLast()
    expect([piece.size, String(piece.brokenBy)]).toEqual([bytes.length, 'Error: the cable was cut'])
    expect((await start(key, bytes.length)).equals(bytes)).toBe(true)
    await storage().pieces.remove(key)
  })

  test('a whole piece is staged as it is, kept as any document, and stays until it is removed', async () => {
    const [key, bytes] = [newStorageKey(), randomBytes(300_000)]
    await (await storage().pieces.write(key, inPieces(bytes, 65_521), WRITING)).makeLast()
    expect(await storage().pieces.stage(key)).toBe(true)
    await storage().keep(key)
    expect((await readAll(storage(), key, bytes.length)).equals(bytes)).toBe(true)
    await storage().pieces.remove(key)
    expect((await readAll(storage(), key, bytes.length)).equals(bytes)).toBe(true)
    await storage().remove(key)
  })
}
