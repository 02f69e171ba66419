import { PassThrough, Readable } from 'node:stream'
import { MAX_UPLOAD_BYTES } from '@portal/contract/limits.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { IncomingBytes, SenderGone } from './incoming-bytes.ts'

describe('a sender', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  test('R5.54 I02 who sends nothing for half a minute is cut off', async () => {
    const source = new PassThrough()
    const reading = readAll(new IncomingBytes(source))
    vi.advanceTimersByTime(30_000)
    await expect(reading).rejects.toThrow(SenderGone)
    expect(source.destroyed).toBe(true)
  })

  test('R5.54 I02 who sends 4 KB a second can send 50 MB, in hours; at half of it they are cut off', async () => {
    expect(await sentAt(2048)).toEqual({ seconds: 59, came: 'cut off' })
    expect(await sentAt(4096)).toEqual({ seconds: 12_800, came: MAX_UPLOAD_BYTES })
  })

  test('R5.54 I02 who was fast before is still cut off after half a minute', async () => {
    const source = new PassThrough({ highWaterMark: 20_000_000 })
    const incoming = new IncomingBytes(source)
    source.write(Buffer.alloc(10_000_000))
    const reading = readAll(incoming)
    await turn()
    vi.advanceTimersByTime(30_000)
    await expect(reading).rejects.toThrow(SenderGone)
  })

  test('is not charged for seconds in which the portal did not read', async () => {
    const source = new PassThrough()
    const incoming = new IncomingBytes(source)
    vi.advanceTimersByTime(600_000)
    source.end('all of it')
    expect(await readAll(incoming)).toBe(9)
    incoming.close()
  })

  test('who is done is no longer watched', () => {
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

describe('the rest of a refused body', () => {
  test('is read to its end, even if the reader has left the loop early', async () => {
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
    const incoming = new IncomingBytes(source, { maxDrainedBytes: 100_000 })
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

/** Sends 50 MB at that speed on the fake clock. */
async function sentAt(bytesEachSecond: number) {
  const source = new PassThrough({ highWaterMark: 1_000_000 })
  const incoming = new IncomingBytes(source)
  const reading = readAll(incoming).catch(() => 'cut off')
  let seconds = 0
  for (; seconds * bytesEachSecond < MAX_UPLOAD_BYTES && !source.destroyed; seconds++) {
    source.write(Buffer.alloc(bytesEachSecond))
    await turn()
    vi.advanceTimersByTime(1000)
  }
  source.end()
  incoming.close()
  return { seconds, came: await reading }
}

/** Lets all pending work run. */
const turn = () => new Promise((resolve) => void setImmediate(resolve))

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(10_000)
}

async function readAll(bytes: IncomingBytes): Promise<number> {
  let length = 0
  for await (const piece of bytes) length += piece.length
  return length
}
