import { isIPv4, isIPv6 } from 'node:net'

/** Hextets of an IPv6 address that identify its network: /64, the smallest block that anyone gets. */
const NETWORK_HEXTETS = 4
/** Hextets of an IPv6 address that identify its site: /48, 65,536 networks, which anyone can get on request. */
const SITE_HEXTETS = 3

/** Stands for an unknown network; its callers have nothing in common. */
export const UNKNOWN_NETWORK = 'unknown'

/**
 * The network that an address counts as: an IPv4 address itself, an IPv6 address's /64. An IPv4-mapped IPv6 address
 * (`::ffff:192.0.2.1`) counts as the IPv4 address, so that no one has two quotas.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? `${firstHextets(plain, NETWORK_HEXTETS)}::/64` : UNKNOWN_NETWORK
}

/** The caller's own network; unknown if all callers have the address of one proxy. */
export function ownNetworkOf({ address, isOfProxy }: { address: string; isOfProxy: boolean }): string {
  return isOfProxy ? UNKNOWN_NETWORK : networkOf(address)
}

/** The /48 of an IPv6 address, which has many networks; null for an IPv4 address, which is its own network. */
export function siteOf(address: string): string | null {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `${firstHextets(plain, SITE_HEXTETS)}::/48` : null
}

/** Drops the zone and turns an IPv4-mapped IPv6 address into IPv4. */
function plainAddress(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  const hextets = hextetsOf(plain)
  const isMapped = hextets.slice(0, 5).every((hextet) => hextet === 0) && hextets[5] === 0xffff
  if (!isMapped) return plain
  return hextets
    .slice(6)
    .flatMap((hextet) => [hextet >> 8, hextet & 0xff])
    .join('.')
}

function firstHextets(address: string, most: number): string {
  return hextetsOf(address)
    .slice(0, most)
    .map((hextet) => hextet.toString(16))
    .join(':')
}

/** The eight numbers of a valid IPv6 address. */
function hextetsOf(address: string): number[] {
  // The URL parser rewrites a dotted tail as hextets and shortens the longest run of zeros.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return before.concat(zeros, after).map((hextet) => Number.parseInt(hextet, 16))
}
