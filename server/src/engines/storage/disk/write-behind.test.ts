import { expect, test } from 'vitest'
import { WriteBehind, type Appendable } from './write-behind.ts'

test('a disk that writes less than it is given gets the rest, in order', async () => {
  const written: Buffer[] = []
  const grudging: Appendable = {
    async writev(pieces) {
      const taken = Buffer.concat(pieces).subarray(0, 3)
      written.push(taken)
      return { bytesWritten: taken.length }
    },
  }
  const writer = new WriteBehind(grudging)
  for (const text of ['01', '2', '', '3456', '789']) writer.add(Buffer.from(text))
  await writer.drain()
  expect(Buffer.concat(written).toString()).toBe('0123456789')
})

test('the sender is paused while a megabyte, or a thousand pieces, wait for the disk', async () => {
  const { file, finish } = slowFile()
  const writer = new WriteBehind(file)
  writer.add(Buffer.alloc(262_144))
  writer.add(Buffer.alloc(1_048_575))
  expect(writer.isFull).toBe(false)
  writer.add(Buffer.alloc(1))
  expect(writer.isFull).toBe(true)
  finish()
  await writer.drain()
  expect(writer.isFull).toBe(false)
})

test('small pieces wait for each other, and for the end', async () => {
  const writes: number[] = []
  const writer = new WriteBehind({
    async writev(pieces) {
      const bytesWritten = Buffer.concat(pieces).length
      writes.push(bytesWritten)
      return { bytesWritten }
    },
  })
  for (let piece = 0; piece < 5; piece++) writer.add(Buffer.alloc(65_536))
  writer.add(Buffer.alloc(7))
  expect(writes).toEqual([262_144])
  await writer.drain()
  expect(writes).toEqual([262_144, 65_543])
})

test('the next call throws the first failure', async () => {
  const writer = new WriteBehind({ writev: () => Promise.reject(new Error('EIO')) })
  writer.add(Buffer.from('a'))
  await expect(writer.drain()).rejects.toThrow('EIO')
  await expect(writer.drain()).rejects.toThrow('EIO')
  expect(() => writer.add(Buffer.from('b'))).toThrow('EIO')
})

/** A file whose first write ends when the test says so. */
function slowFile(): { file: Appendable; finish: () => void } {
  const gate = Promise.withResolvers<void>()
  return {
    finish: gate.resolve,
    file: {
      async writev(pieces) {
        await gate.promise
        return { bytesWritten: Buffer.concat(pieces).length }
      },
    },
  }
}
