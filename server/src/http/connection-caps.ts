import type { Server } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { networkOf } from '../throttle/network.ts'

/** Connections at once: what a county seat's few hundred people open, several times over. */
const MOST = 2000
/** Of one network (an IPv4 address, an IPv6 /64): an office behind one address. */
const MOST_OF_NETWORK = 256
/** Milliseconds between two lines of the log about it. */
const TOLD_EVERY = 60_000

type Caps = {
  clock: Clock
  log: Log
  /** Addresses that bring many people, as proxies do. */
  bringsMany: (address: string) => boolean
  most?: number
  mostOfNetwork?: number
}

/** Closes connections beyond these numbers at once: nobody takes all of them, and what is open stays within bounds. */
export function capConnections(
  server: Server,
  { clock, log, bringsMany, most = MOST, mostOfNetwork = MOST_OF_NETWORK }: Caps,
): void {
  const open = new Map<string, number>()
  let told = Number.NEGATIVE_INFINITY
  const tell = (address: string | undefined) => {
    const now = clock.now().getTime()
    if (now - told < TOLD_EVERY) return
    told = now
    log.warn({ address }, 'A connection was closed at once: there are too many.')
  }

  server.maxConnections = most
  server.on('drop', (refused) => tell(refused?.remoteAddress))
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (bringsMany(address)) return
    const network = networkOf(address)
    const count = open.get(network) ?? 0
    if (count >= mostOfNetwork) {
      tell(address)
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}
