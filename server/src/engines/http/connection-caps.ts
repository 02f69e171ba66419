import type { Server } from 'node:net'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log/log.ts'
import { createPlaces } from '../limiter/places.ts'
import { networkOf, siteOf } from './network.ts'

/** Maximum simultaneous connections: several times what the few hundred people of a county seat open. */
const MAX_CONNECTIONS = 2000
/** Maximum per network (an IPv4 address, an IPv6 /64), such as an office behind one address. */
const MAX_PER_NETWORK = 256
/** Maximum per site, an IPv6 /48: it has 65,536 networks, and one person can get all of them on request. */
const MAX_PER_SITE = 2 * MAX_PER_NETWORK
/** Minimum milliseconds between two log lines about it. */
const LOG_INTERVAL_MS = 60_000

type Caps = {
  clock: Clock
  log: Log
  /** Whether an address stands for many people, as a proxy does. */
  bringsMany: (address: string) => boolean
  most?: number
  maxOfNetwork?: number
  maxOfSite?: number
}

/**
 * Immediately closes connections beyond these limits, so that no client takes all of them and their number stays
 * bounded.
 */
export function capConnections(server: Server, caps: Caps): void {
  const {
    bringsMany,
    most = MAX_CONNECTIONS,
    maxOfNetwork = MAX_PER_NETWORK,
    maxOfSite = MAX_PER_SITE,
  } = caps
  const networks = createPlaces<string>({ perKey: maxOfNetwork })
  const sites = createPlaces<string>({ perKey: maxOfSite })
  const tell = teller(caps)

  server.maxConnections = most
  server.on('drop', (refused) => tell(refused?.remoteAddress))
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (bringsMany(address)) return
    const network = networkOf(address)
    // An IPv4 address is its own network and its own site.
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

/** Logs the address of a rejected connection, at most once a minute. */
function teller({ clock, log }: Caps): (address: string | undefined) => void {
  let told = Number.NEGATIVE_INFINITY
  return (address) => {
    const now = clock.now().getTime()
    if (now - told < LOG_INTERVAL_MS) return
    told = now
    log.warn({ address }, 'A connection was closed at once: there are too many.')
  }
}
