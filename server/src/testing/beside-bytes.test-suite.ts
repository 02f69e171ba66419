import { expect, test } from 'vitest'
import type { Storage } from '../engines/storage/storage.ts'
import { storedObjects } from './stored-objects.ts'

/** The tests of every storage driver for data next to the bytes: its name, and anchors. */
export function testBesideBytes(storage: () => Storage): void {
  test('anchors are written once, listed in their order, and kept where they are set aside', async () => {
    const { anchors } = storage()
    const objects = await storedObjects(storage())
    expect(await anchors.list()).toEqual([])
    expect(await anchors.list('aside')).toEqual([])
    await anchors.write('2026-11-23T041500Z-b', '{"day":23}')
    await anchors.write('2026-11-22T041500Z-a', '{"day":22}')
    expect(await anchors.list()).toEqual(['2026-11-22T041500Z-a', '2026-11-23T041500Z-b'])
    expect(await anchors.read('2026-11-22T041500Z-a')).toBe('{"day":22}')
    expect(await anchors.read('2026-11-24T041500Z-c')).toBeNull()
    await anchors.setAside('2026-11-22T041500Z-a')
    expect(await anchors.list()).toEqual(['2026-11-23T041500Z-b'])
    expect(await anchors.list('aside')).toEqual(['2026-11-22T041500Z-a'])
    expect(await storedObjects(storage())).toEqual(objects)
  })

  test('it has the name that it was given last, and none before', async () => {
    const before = await storedObjects(storage())
    expect(await storage().readId()).toBeNull()
    for (const id of ['0c4a5b6e-4f0e-4d0f-9f53-0f4b7a1f5c11', '9c1cbb5e-3b3c-4d59-8a8b-2b60a4f0d7a2']) {
      await storage().writeId(id)
      expect(await storage().readId()).toBe(id)
    }
    expect(await storedObjects(storage())).toEqual(before)
  })
}
