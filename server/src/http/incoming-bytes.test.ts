import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { IncomingBytes, SenderGone } from './incoming-bytes.ts'

describe('a sender', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('I02 who brings nothing for a minute is cut off', async () => {
    const source = new PassThrough()
    const reading = readAll(new IncomingBytes(source))
    vi.advanceTimersByTime(60_000)
    await expect(reading).rejects.toThrow(SenderGone)
    expect(source.destroyed).toBe(true)
  })

  test('I02 who brings less than 64 KB a minute is cut off, one who brings more is not', async () => {
    for (const [bytes, isCutOff] of [
      [1000, true],
      [70_000, false],
    ] as const) {
      const source = new PassThrough({ highWaterMark: 1_000_000 })
      const incoming = new IncomingBytes(source)
      const iterator = incoming[Symbol.asyncIterator]()
      for (let half = 0; half < 3; half++) {
        if (source.destroyed) break
        source.write(Buffer.alloc(bytes))
        await iterator.next().catch(() => undefined)
        vi.advanceTimersByTime(30_000)
      }
      expect(source.destroyed).toBe(isCutOff)
      incoming.close()
    }
  })

  test('who is done is watched no more', () => {
    const source = new PassThrough()
    new IncomingBytes(source).close()
    vi.advanceTimersByTime(120_000)
    expect(source.destroyed).toBe(false)
  })

  test('whose connection breaks is gone', async () => {
    const source = new PassThrough()
    const reading = readAll(new IncomingBytes(source))
    source.destroy(new Error('aborted'))
    await expect(reading).rejects.toThrow(SenderGone)
  })
})

describe('what is left of a refused body', () => {
  test('is read to its end, also when the reader has left the loop early', async () => {
    const source = Readable.from([Buffer.alloc(10), Buffer.alloc(10), Buffer.alloc(10)])
    const incoming = new IncomingBytes(source)
    for await (const piece of incoming) {
      expect(piece.length).toBe(10)
      break
    }
    await incoming.drain()
    expect(source.readableEnded).toBe(true)
    incoming.close()
  })

  test('is read up to a limit only, then its sender is cut off', async () => {
    const source = Readable.from(endless())
    const incoming = new IncomingBytes(source, { drainedAtMost: 100_000 })
    const closed = new Promise((resolve) => void source.once('close', resolve))
    await incoming.drain()
    expect(source.destroyed).toBe(false)
    await closed
    expect(source.readableEnded).toBe(false)
    incoming.close()
  })

  test('is nothing when the sender is gone', async () => {
    const source = new PassThrough()
    const incoming = new IncomingBytes(source)
    const draining = incoming.drain()
    source.destroy()
    await expect(draining).resolves.toBeUndefined()
    incoming.close()
  })
})

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(10_000)
}

async function readAll(bytes: IncomingBytes): Promise<number> {
  let length = 0
  for await (const piece of bytes) length += piece.length
  return length
}
