import { isIPv4, isIPv6 } from 'node:net'

/** Hextets of an IPv6 address that name its network: /64, what one household or office gets. */
const NETWORK_HEXTETS = 4

/**
 * The network that an address counts as: an IPv4 address itself, an IPv6 address's /64. An IPv4 address in IPv6
 * clothes (`::ffff:192.0.2.1`) is the IPv4 address, so that nobody has two allowances.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
  const hextets = hextetsOf(plain)
  const isMapped = hextets.slice(0, 5).every((hextet) => hextet === 0) && hextets[5] === 0xffff
  if (isMapped) {
    return hextets
      .slice(6)
      .flatMap((hextet) => [hextet >> 8, hextet & 0xff])
      .join('.')
  }
  const network = hextets.slice(0, NETWORK_HEXTETS).map((hextet) => hextet.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight numbers of a valid IPv6 address. */
function hextetsOf(address: string): number[] {
  // The URL parser rewrites a dotted tail as hextets and shortens the longest run of zeros.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return before.concat(zeros, after).map((hextet) => Number.parseInt(hextet, 16))
}
