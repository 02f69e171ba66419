import { expect, test } from 'vitest'
import type { Storage } from '../engines/storage/storage.ts'
import { storedObjects } from './stored-objects.ts'

/** What every storage driver has to do with anchors. */
export function testAnchors(storage: () => Storage): void {
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
}
