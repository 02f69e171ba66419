/** Where a ClamAV daemon listens: a host and a port, or the path of a socket of this machine. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string }

const CLAMD_PORT = 3310

/** Reads `tcp://host:3310` or `unix:/run/clamav/clamd.ctl`; null for anything else. */
export function readClamdAddress(value: string): ClamdAddress | null {
  if (!URL.canParse(value)) return null
  const { protocol, hostname, port, pathname, username, password, search, hash } = new URL(value)
  if (username || password || search || hash) return null
  if (protocol === 'unix:' && hostname === '' && pathname.length > 1) return socketAt(decodePercent(pathname))
  if (protocol !== 'tcp:' || hostname === '' || !/^\/?$/.test(pathname)) return null
  return { host: hostname.replaceAll(/^\[|\]$/g, ''), port: port === '' ? CLAMD_PORT : Number(port) }
}

function socketAt(path: string | null): ClamdAddress | null {
  return path === null ? null : { path }
}

/** Decodes the percent encoding of a part of a URL; null if it is invalid, such as `%zz`. */
export function decodePercent(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
