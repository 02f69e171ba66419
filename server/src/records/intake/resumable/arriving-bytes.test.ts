import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { withinBounds } from './arriving-bytes.ts'

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

async function* unending(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(1000)
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
    const bytes = withinBounds(receiver as AsyncIterable<Buffer>, {
      most: 1e6,
      signal: stop.signal,
      look: undefined,
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

test('who is to stop does so within two seconds, though each look finds more: a line may be faster than the disk', async () => {
  vi.useFakeTimers({
    toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'],
  })
  const stop = new AbortController()
  const bytes = withinBounds(unending(), { most: 1e9, signal: stop.signal, look: undefined })
  stop.abort(new Error('Somebody else goes on with it.'))
  let written = 0
  const reading = (async () => {
    for await (const _ of bytes) {
      written += 1
      // So long takes the disk.
      await vi.advanceTimersByTimeAsync(100)
      if (written > 100) throw new Error('It goes on and on.')
    }
  })()
  await expect(reading).rejects.toThrow('Somebody else goes on with it.')
  expect(written).toBe(20)
})
