import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Engines } from '../engines.ts'
import { isLoopback } from '../config/loopback.ts'
import type { App, Request } from './app-types.ts'
import { callerWarnings } from './http.warnings.ts'

/** Maximum characters stored; browsers need 200 at most. */
const LONGEST = 300

declare module 'fastify' {
  interface FastifyRequest {
    /** The network address of the caller: the connection's, or what trusted proxies report. */
    callerAddress: string
    /** Whether it is the address of a proxy that forwards for someone, but is not trusted or does not say for whom. */
    isOfProxy: boolean
  }
}

/** Headers that proxies write; from other senders they do not count. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** The IPv6 addresses that stand for IPv4 addresses, such as ::ffff:192.0.2.7. */
const MAPPED_BITS = 96
const MAPPED = new BlockList()
MAPPED.addSubnet('::ffff:0:0', MAPPED_BITS, 'ipv6')

/**
 * Builds a test for addresses in these addresses and networks. An IPv4 address counts as its IPv4-mapped IPv6 address,
 * and is in no other IPv6 network. `BlockList` would find it in `::/64`, too.
 */
export function trustedProxies(networks: readonly string[]): (address: string) => boolean {
  const lists = { ofIPv4: new BlockList(), ofIPv6: new BlockList() }
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    const isWide = family === 'ipv6' && Number(bits ?? 128) < MAPPED_BITS
    const list = isOfIPv4(address) && !isWide ? lists.ofIPv4 : lists.ofIPv6
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    if (isIP(address) === 0) return false
    return (isOfIPv4(address) ? lists.ofIPv4 : lists.ofIPv6).check(address, familyOf(address))
  }
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
const isOfIPv4 = (address: string) => isIP(address) === 4 || MAPPED.check(address, 'ipv6')

type FindingCallers = Pick<Engines, 'log' | 'warnings'> & {
  readonly isTrusted: (address: string) => boolean
}

/** Sets the caller's address of every request. Warns of and logs the first forwarded header of an untrusted sender. */
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
 * Whether a program on this machine makes the request for itself. A proxy on this machine, trusted or not, writes for
 * whom it forwards, so a request with such a header comes from elsewhere.
 */
export function isFromThisMachine({ socket, headers }: Pick<Request, 'socket' | 'headers'>): boolean {
  return isLoopback(withoutZone(socket.remoteAddress)) && !FORWARDED.some((name) => name in headers)
}

/**
 * The address of the nearest hop that is not a trusted proxy; the connection's own if a proxy wrote an unreadable one.
 */
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

/**
 * Parses `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`; null for anything
 * else.
 */
function addressIn(hop: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop
  return isIP(bare) === 0 || bare.includes('%') ? null : bare
}

function withoutZone(address = ''): string {
  return address.replace(/%.*/, '')
}

/** How a browser identifies itself, so that people recognize their sessions; null without the header. */
export function userAgentOf(request: Request): string | null {
  return request.headers['user-agent']?.slice(0, LONGEST) ?? null
}
