import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { DamagedBytes, MissingBytes, newStorageKey, type Storage } from '../engines/storage/storage.ts'

async function kept(storage: Storage, bytes: Buffer): Promise<string> {
  const key = newStorageKey()
  await storage.fill(bytes.length, (put) => put(key, bytes))
  return key
}

/** What a storage does for a backup and a restore. */
export function testWholeObjects(storage: () => Storage): void {
  test('all bytes in one piece: as many as there should be, or an error', async () => {
    const bytes = randomBytes(700_001)
    const key = await kept(storage(), bytes)
    expect((await storage().readWhole(key, bytes.length)).equals(bytes)).toBe(true)
    for (const wrong of [bytes.length - 1, bytes.length + 1]) {
      await expect(storage().readWhole(key, wrong)).rejects.toThrow(DamagedBytes)
    }
    await expect(storage().readWhole(newStorageKey(), 10)).rejects.toThrow(MissingBytes)
  })

  test('what fills an empty store is kept, over what lay there, and a failure is told', async () => {
    const [small, large] = [randomBytes(300), randomBytes(6_000_001)]
    const [key, other] = [await kept(storage(), randomBytes(500)), newStorageKey()]
    const filled = storage().fill(small.length + large.length, async (put) => {
      await Promise.all([put(key, small), put(other, large)])
      return 'all of it'
    })
    expect(await filled).toBe('all of it')
    expect((await storage().readWhole(key, small.length)).equals(small)).toBe(true)
    expect((await storage().readWhole(other, large.length)).equals(large)).toBe(true)
    const failed = storage().fill(10, () => Promise.reject(new Error('the backup is damaged')))
    await expect(failed).rejects.toThrow('the backup is damaged')
  })
}
