import type { Server } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { networkOf, siteOf } from '../throttle/network.ts'

/** Connections at once: what a county seat's few hundred people open, several times over. */
const MOST = 2000
/** Of one network (an IPv4 address, an IPv6 /64): an office behind one address. */
const MOST_OF_NETWORK = 256
/** Of one site, an IPv6 /48: it has 65,536 networks, which one person may have for the asking. */
const MOST_OF_SITE = 2 * MOST_OF_NETWORK
/** Milliseconds between two lines of the log about it. */
const TOLD_EVERY = 60_000

type Caps = {
  clock: Clock
  log: Log
  /** Addresses that bring many people, as proxies do. */
  bringsMany: (address: string) => boolean
  most?: number
  mostOfNetwork?: number
  mostOfSite?: number
}

/** Closes connections beyond these numbers at once: nobody takes all of them, and what is open stays within bounds. */
export function capConnections(server: Server, caps: Caps): void {
  const { bringsMany, most = MOST, mostOfNetwork = MOST_OF_NETWORK, mostOfSite = MOST_OF_SITE } = caps
  const networks = new Places(mostOfNetwork)
  const sites = new Places(mostOfSite)
  const tell = teller(caps)

  server.maxConnections = most
  server.on('drop', (refused) => tell(refused?.remoteAddress))
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (bringsMany(address)) return
    const network = networkOf(address)
    // An IPv4 address is a network and a site of its own.
    const site = siteOf(address) ?? network
    if (networks.isFull(network) || sites.isFull(site)) {
      tell(address)
      socket.destroy()
      return
    }
    networks.take(network)
    sites.take(site)
    socket.once('close', () => {
      networks.leave(network)
      sites.leave(site)
    })
  })
}

/** Tells the log of an address that was turned away, once a minute. */
function teller({ clock, log }: Caps): (address: string | undefined) => void {
  let told = Number.NEGATIVE_INFINITY
  return (address) => {
    const now = clock.now().getTime()
    if (now - told < TOLD_EVERY) return
    told = now
    log.warn({ address }, 'A connection was closed at once: there are too many.')
  }
}

/** How many connections stand open for each name. */
class Places {
  readonly #open = new Map<string, number>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  isFull(name: string): boolean {
    return this.#of(name) >= this.#most
  }

  take(name: string): void {
    this.#open.set(name, this.#of(name) + 1)
  }

  leave(name: string): void {
    const left = this.#of(name) - 1
    if (left > 0) this.#open.set(name, left)
    else this.#open.delete(name)
  }

  #of(name: string): number {
    return this.#open.get(name) ?? 0
  }
}
