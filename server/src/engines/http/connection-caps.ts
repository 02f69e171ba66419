import type { Server } from 'node:net'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log/log.ts'
import { createPlaces } from '../limiter/places.ts'
import { networkOf, siteOf } from './network.ts'

/** Connections at once: what a county seat's few hundred people open, several times over. */
const MAX_CONNECTIONS = 2000
/** Of one network (an IPv4 address, an IPv6 /64): an office behind one address. */
const MAX_PER_NETWORK = 256
/** Of one site, an IPv6 /48: it has 65,536 networks, which one person may have for the asking. */
const MAX_PER_SITE = 2 * MAX_PER_NETWORK
/** Milliseconds between two lines of the log about it. */
const LOG_INTERVAL_MS = 60_000

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
  const {
    bringsMany,
    most = MAX_CONNECTIONS,
    mostOfNetwork = MAX_PER_NETWORK,
    mostOfSite = MAX_PER_SITE,
  } = caps
  const networks = createPlaces<string>({ perKey: mostOfNetwork })
  const sites = createPlaces<string>({ perKey: mostOfSite })
  const tell = teller(caps)

  server.maxConnections = most
  server.on('drop', (refused) => tell(refused?.remoteAddress))
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (bringsMany(address)) return
    const network = networkOf(address)
    // An IPv4 address is a network and a site of its own.
    const site = siteOf(address) ?? network
    const leaveNetwork = networks.tryTake(network)
    const leaveSite = leaveNetwork && sites.tryTake(site)
    if (!leaveNetwork || !leaveSite) {
      leaveNetwork?.()
      tell(address)
      socket.destroy()
      return
    }
    socket.once('close', () => {
      leaveNetwork()
      leaveSite()
    })
  })
}

/** Tells the log of an address that was turned away, once a minute. */
function teller({ clock, log }: Caps): (address: string | undefined) => void {
  let told = Number.NEGATIVE_INFINITY
  return (address) => {
    const now = clock.now().getTime()
    if (now - told < LOG_INTERVAL_MS) return
    told = now
    log.warn({ address }, 'A connection was closed at once: there are too many.')
  }
}
