import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createVersionedCache } from './versioned-cache.ts'

/** A cache whose source the test changes. Generation waits at the gate, if there is one. */
function watched({ largest = 100 } = {}) {
  const world = { version: '1', gate: Promise.resolve() }
  const made: string[] = []
  const cache = createVersionedCache({
    keyOf: (name: string) => name,
    version: () => world.version,
    async make(name) {
      const { version } = world
      made.push(`${name}${version}`)
      await world.gate
      return { version, name, size: Number(/\d+$/.exec(name)?.[0] ?? 1) }
    },
    sizeOf: ({ size }) => size,
    largest,
  })
  return { world, made, read: (name: string) => cache.read(name) }
}

describe('a requested entry', () => {
  test('is generated once for all who wait for it, and then returned from the cache', async () => {
    const { made, read } = watched()
    const [one, two] = await Promise.all([read('a'), read('a'), read('b')])
    expect(two).toBe(one)
    expect(await read('a')).toBe(one)
    expect(made).toEqual(['a1', 'b1'])
  })

  test('is generated again after each change', async () => {
    const { world, made, read } = watched()
    await read('a')
    world.version = '9'
    expect(await read('a')).toMatchObject({ version: '9' })
    world.version = '10'
    expect(await read('a')).toMatchObject({ version: '10' })
    expect(made).toEqual(['a1', 'a9', 'a10'])
  })

  test('after a change ignores work that began before it, and is generated once more for all callers', async () => {
    const { world, made, read } = watched()
    const gate = Promise.withResolvers<void>()
    world.gate = gate.promise
    const before = read('a')
    await nextTurn()
    world.version = '2'
    const after = [read('a'), read('a'), read('a')]
    await nextTurn()
    expect(made).toEqual(['a1'])
    gate.resolve()
    expect(await before).toMatchObject({ version: '1' })
    for (const value of await Promise.all(after)) expect(value).toMatchObject({ version: '2' })
    expect(made).toEqual(['a1', 'a2'])
    expect(await read('a')).toMatchObject({ version: '2' })
    expect(made).toHaveLength(2)
  })

  test('that fails is generated again on the next request', async () => {
    const made: number[] = []
    const cache = createVersionedCache({
      keyOf: () => 'a',
      version: () => '1',
      async make() {
        if (made.push(1) === 1) throw new Error('broken')
        return { version: '1' }
      },
      sizeOf: () => 1,
      largest: 1,
    })
    await expect(cache.read('a')).rejects.toThrow('broken')
    expect(await cache.read('a')).toEqual({ version: '1' })
  })
})

describe('a cached entry', () => {
  test('is evicted for others: the least recently requested first', async () => {
    const { made, read } = watched({ largest: 10 })
    for (const name of ['a4', 'b4', 'a4', 'c4']) await read(name)
    await read('a4')
    expect(made).toEqual(['a41', 'b41', 'c41'])
    await read('b4')
    expect(made).toEqual(['a41', 'b41', 'c41', 'b41'])
  })

  test('may fill the cache to the last byte, and one larger than the cache is stored alone', async () => {
    const { made, read } = watched({ largest: 10 })
    for (const name of ['a5', 'b5', 'a5', 'b5']) await read(name)
    expect(made).toHaveLength(2)
    for (const name of ['c11', 'c11', 'a5']) await read(name)
    expect(made).toEqual(['a51', 'b51', 'c111', 'a51'])
  })

  test('may be empty', async () => {
    const { made, read } = watched()
    expect(await read('a0')).toBe(await read('a0'))
    expect(made).toEqual(['a01'])
  })

  test('counts once, however often it changed', async () => {
    const { world, made, read } = watched({ largest: 10 })
    for (const version of ['1', '2', '3']) {
      world.version = version
      await read('a5')
    }
    await read('b5')
    await read('a5')
    expect(made).toEqual(['a51', 'a52', 'a53', 'b53'])
  })
})
