import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limitStream } from './arriving-bytes.ts'

afterEach(() => void vi.useRealTimers())

/** Both ends of a line. */
async function aLine(): Promise<{ sender: Socket; receiver: Socket; close: () => void }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [receiver] = (await once(server, 'connection')) as [Socket]
  const close = () => {
    sender.destroy()
    receiver.destroy()
    server.close()
  }
  return { sender, receiver, close }
}

function keepBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('who is to stop reads what has arrived, though the process was busy until the time for that was over', async () => {
  const { sender, receiver, close } = await aLine()
  const stop = new AbortController()
  let read = 0
  const reading = (async () => {
    const bytes = limitStream(receiver as AsyncIterable<Buffer>, {
      largest: 1e6,
      signal: stop.signal,
      onChunk: undefined,
    })
    for await (const chunk of bytes) read += chunk.length
  })()
  await new Promise(setImmediate)
  sender.write(Buffer.alloc(5000))
  stop.abort(new Error('Somebody else goes on with it.'))
  keepBusy(400)
  await expect(reading).rejects.toThrow('Somebody else goes on with it.')
  expect(read).toBe(5000)
  close()
})

const MEBIBYTE = 1_048_576
const TAKEN_OVER = new Error('Somebody else goes on with it.')

async function* unending(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(MEBIBYTE)
}

/** A byte every 50 milliseconds of the clock of the test. */
async function* slow(): AsyncGenerator<Buffer> {
  for (;;) {
    await vi.advanceTimersByTimeAsync(50)
    yield Buffer.alloc(1)
  }
}

/** Reads a stream that is stopped from the start, on a clock of its own. Returns how many bytes it delivered. */
async function readStopped(
  source: AsyncIterable<Buffer>,
  { writeMs = 0 }: { writeMs?: number } = {},
): Promise<number> {
  const bytes = limitStream(source, {
    largest: 1e9,
    signal: AbortSignal.abort(TAKEN_OVER),
    onChunk: undefined,
  })
  let read = 0
  try {
    for await (const chunk of bytes) {
      read += chunk.length
      if (writeMs > 0) await vi.advanceTimersByTimeAsync(writeMs)
      if (read > 100 * MEBIBYTE) throw new Error('It reads without end.')
    }
  } catch (error) {
    if (error !== TAKEN_OVER) throw error
  }
  return read
}

describe('a stream that is stopped', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'],
      }),
  )

  test('R5.128 delivers all that had arrived, though the disk takes six seconds to write it', async () => {
    async function* arrived(): AsyncGenerator<Buffer> {
      for (let mebibytes = 0; mebibytes < 6; mebibytes++) yield Buffer.alloc(MEBIBYTE)
      void vi.advanceTimersByTimeAsync(1000)
      await new Promise(() => undefined)
    }
    expect(await readStopped(arrived(), { writeMs: 1000 })).toBe(6 * MEBIBYTE)
  })

  test('R5.128 ends after 16 MiB, though more has arrived each time: a line may be faster than the disk', async () => {
    expect(await readStopped(unending(), { writeMs: 100 })).toBe(16 * MEBIBYTE)
  })

  test('R5.128 ends once it has waited two seconds for a slow sender in all', async () => {
    const start = performance.now()
    expect(await readStopped(slow())).toBeGreaterThan(30)
    expect(performance.now() - start).toBeLessThan(2100)
  })
})
