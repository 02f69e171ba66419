import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Engines } from '../engines.ts'
import { isLoopback } from '../config/loopback.ts'
import type { App, Request } from './app-types.ts'
import { callerWarnings } from './http.warnings.ts'

/** Characters that are kept: browsers need 200 at most. */
const LONGEST = 300

declare module 'fastify' {
  interface FastifyRequest {
    /** The network address of who calls: the connection's, or what trusted proxies say. */
    callerAddress: string
    /** Whether that is a proxy's, which says that it speaks for somebody, but is not believed or does not say for whom. */
    isOfProxy: boolean
  }
}

/** What proxies write; none of it counts from others. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Whether an address is one of these addresses and networks, IPv4 in IPv6 clothes too. */
export function trustedProxies(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

type FindingCallers = Pick<Engines, 'log' | 'warnings'> & {
  readonly isTrusted: (address: string) => boolean
}

/** Gives every request its caller's address. The first forwarded header of an untrusted sender is a warning and logged. */
export function findCallers(app: App, { isTrusted, log, warnings }: FindingCallers): void {
  app.decorateRequest('callerAddress', '')
  app.decorateRequest('isOfProxy', false)
  app.addHook('onRequest', async (request) => {
    request.callerAddress = callerAddress(request.raw, isTrusted)
    if (!FORWARDED.some((name) => name in request.headers)) return
    const address = withoutZone(request.socket.remoteAddress)
    request.isOfProxy = request.callerAddress === address || isTrusted(request.callerAddress)
    if (isTrusted(address) || warnings.hasReportOf(callerWarnings)) return
    warnings.report(callerWarnings, () => [HEADER_IGNORED])
    log.warn({ address }, 'A forwarded header was ignored: TRUST_PROXY does not name who sent it.')
  })
}

const HEADER_IGNORED = {
  code: 'forwarded-header-ignored',
  text: 'A forwarded header was ignored: TRUST_PROXY does not name who sent it. If that is your proxy, name it there.',
} as const

/**
 * Whether a program of this machine asks for itself. A proxy on this machine writes for whom it asks, trusted or not, so
 * whatever has such a header comes from elsewhere.
 */
export function isFromThisMachine({ socket, headers }: Pick<Request, 'socket' | 'headers'>): boolean {
  return isLoopback(withoutZone(socket.remoteAddress)) && !FORWARDED.some((name) => name in headers)
}

/** The address of the nearest hop that is no trusted proxy; the connection's own where a proxy wrote none that can be read. */
export function callerAddress(
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  isTrusted: (address: string) => boolean,
): string {
  const own = withoutZone(socket.remoteAddress)
  const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  let address = own
  while (isTrusted(address)) {
    const hop = hops.pop()?.trim()
    if (!hop) return address
    const forwarded = addressIn(hop)
    if (forwarded === null) return own
    address = forwarded
  }
  return address
}

/** `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`; null for anything else. */
function addressIn(hop: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop
  return isIP(bare) === 0 || bare.includes('%') ? null : bare
}

function withoutZone(address = ''): string {
  return address.replace(/%.*/, '')
}

/** What a browser says of itself, for people to know their sessions by; null where it says nothing. */
export function userAgentOf(request: Request): string | null {
  return request.headers['user-agent']?.slice(0, LONGEST) ?? null
}
