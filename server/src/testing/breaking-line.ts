import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../demo/random.ts'

export type BreakingLine = { readonly port: number; sent(): number; close(): void }

type Breaking = {
  readonly seed: number
  /** The minimum and maximum bytes of a connection. */
  readonly between: readonly [number, number]
  /** The current port of the portal. */
  readonly to: () => number
  /** Maximum milliseconds by which some data is delayed, so that connections overtake each other. */
  readonly delay?: number
  /** Resolves when the portal has read this many bytes of the connection from this port. The line breaks only then. */
  readonly whenRead?: (port: number, bytes: number) => Promise<void>
}

/**
 * A line to the portal that breaks after a seeded number of bytes of each connection: on both sides at the same time,
 * or so that the portal does not notice. Everything carried until then arrives.
 */
export async function breakingLine({
  seed,
  between,
  to,
  delay = 0,
  whenRead,
}: Breaking): Promise<BreakingLine> {
  const random = seededRandom(seed)
  const open = new Set<Socket>()
  let sent = 0
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(to(), '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    upstream.on('data', (chunk: Buffer) => client.write(chunk)).on('close', () => client.destroy())
    const bytes = between[0] + random.below(between[1] - between[0])
    let left = bytes
    void (async () => {
      // Leaving the loop must not close the connection, or its sender would return before the line breaks.
      const chunks: AsyncIterable<Buffer> = client.iterator({ destroyOnReturn: false })
      for await (const chunk of chunks) {
        const carried = chunk.subarray(0, left)
        left -= carried.length
        sent += chunk.length
        if (delay > 0 && random.chance(5)) await pause(random.below(delay))
        await new Promise((resolve) => upstream.write(carried, resolve))
        if (left === 0) break
      }
      const { localPort } = upstream
      if (left === 0 && localPort !== undefined) await whenRead?.(localPort, bytes)
      client.resetAndDestroy()
      if (left > 0 || random.chance(50)) upstream.end()
    })().catch(() => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
