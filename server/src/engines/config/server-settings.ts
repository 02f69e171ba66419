import { resolve } from 'node:path'
import { WORKER_LANES } from '../lanes.ts'
import { CHECKOUT } from './environment.ts'
import { isLoopback } from './loopback.ts'
import { MEGABYTE } from './megabyte.ts'
import * as schema from './setting-schemas.ts'
import { StartError } from './start-error.ts'
import type { Values, Variables } from './variable.ts'

const LOOPBACK = ['127.0.0.0/8', '::1']

export const SERVER_VARIABLES = {
  PORT: {
    schema: schema.wholeNumber(0, 65_535),
    default: 3000,
    doc: 'the port it listens on; `0` takes a free one',
  },
  HOST: {
    schema: schema.text,
    default: '127.0.0.1',
    doc: 'the address it listens on; the demo stays on this machine',
  },
  PUBLIC_URL: {
    schema: schema.origin,
    defaultDoc: '`http://localhost:$PORT`',
    doc: 'the address people use; https makes the cookie `Secure`',
  },
  TRUST_PROXY: {
    schema: schema.addressesAndNetworks,
    defaultDoc: 'none; the same machine where `PUBLIC_URL` is https',
    doc: 'addresses or networks of proxies whose `X-Forwarded-For` is trusted, with or without ports in it',
  },
  HSTS_SUBDOMAINS: {
    schema: schema.onOff,
    default: false,
    doc: "`on` tells browsers that all subdomains of the portal's host are also https only",
  },
  DEMO_ON_NETWORK: {
    schema: schema.onOff,
    default: false,
    doc: '`on` lets the demo listen on a `HOST` that others reach; its passwords are public',
  },
  DATA_DIR: {
    schema: schema.text,
    defaultDoc: '`./data` (demo: `./demo-data`)',
    doc: 'embedded database, documents, outgoing mail',
  },
  API_BASE_URL: {
    schema: schema.apiBase,
    default: '/api',
    doc: 'the address of the calls for the page; set it for `npm run build` if another server serves the built page',
  },
} satisfies Variables

export const OPERATION_VARIABLES = {
  WORKER_LANES: {
    schema: schema.workerLanes,
    defaultDoc: 'none: the server runs all jobs',
    doc: `lanes of jobs that the server leaves to workers, such as \`scan, night\`, see [workers](running/workers.md); lanes are ${WORKER_LANES.map((lane) => `\`${lane}\``).join(', ')}`,
  },
  PREVIEW_CACHE_MB: {
    schema: schema.wholeNumber(0, 1_000_000),
    default: 500,
    doc: 'limit of the previews in `DATA_DIR/previews`, in MB; the oldest are removed, and made again when needed',
  },
  METRICS_PORT: {
    schema: schema.wholeNumber(0, 65_535),
    doc: 'the port of `/metrics` for Prometheus, only for this machine; not `PORT`; `0` takes a free one',
  },
  RATE_LIMIT: {
    schema: schema.onOff,
    default: true,
    doc: '`off` disables the rate limits and the daily quotas; rejected if `PUBLIC_URL` is https',
  },
} satisfies Variables

type ServerValues = Values<typeof SERVER_VARIABLES>
type OperationValues = Values<typeof OPERATION_VARIABLES>

/** @throws StartError if an unprotected demo would listen on a network. */
export function serverSettings(values: ServerValues, isDemo: boolean) {
  const port = values.PORT
  const publicUrl = values.PUBLIC_URL ?? new URL(`http://localhost:${port}`).origin
  return {
    isDemo,
    port,
    host: isDemo ? demoHost(values) : values.HOST,
    /** Without a slash at its end; the only source of links in mail. */
    publicUrl,
    trustProxy: trustProxy(values, publicUrl),
    strictTransport: strictTransport(values, publicUrl),
    dataDir: resolve(CHECKOUT, values.DATA_DIR ?? (isDemo ? 'demo-data' : 'data')),
    apiBaseUrl: values.API_BASE_URL,
  }
}

/**
 * The passwords of the demo are public.
 * @throws StartError if a network could reach it without `DEMO_ON_NETWORK`.
 */
function demoHost(values: ServerValues): string {
  const host = values.HOST
  if (!isLoopback(host) && !values.DEMO_ON_NETWORK) {
    throw new StartError(
      `HOST is '${host}', but the demo's passwords are known to everybody, so it listens on this machine only. Remove HOST, or set DEMO_ON_NETWORK=on as well.`,
    )
  }
  return host
}

/** The default: a portal with an https address has a proxy in front, mostly on the same machine. */
function trustProxy(values: ServerValues, publicUrl: string): readonly string[] {
  const named = values.TRUST_PROXY ?? []
  return named.length === 0 && publicUrl.startsWith('https:') ? LOOPBACK : named
}

/** The header of RFC 6797; null without https, because browsers ignore it there. */
function strictTransport(values: ServerValues, publicUrl: string): string | null {
  const withSubdomains = values.HSTS_SUBDOMAINS
  if (!publicUrl.startsWith('https:')) return null
  return withSubdomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000'
}

type Server = { readonly port: number; readonly publicUrl: string }

export function operationSettings(values: OperationValues, { port, publicUrl }: Server) {
  return {
    workerLanes: values.WORKER_LANES ?? new Set<never>(),
    previewCacheBytes: values.PREVIEW_CACHE_MB * MEGABYTE,
    metricsPort: metricsPort(values, port),
    rateLimit: rateLimit(values, publicUrl),
  }
}

/** @throws StartError if it is the port of the portal. */
function metricsPort({ METRICS_PORT: metrics }: OperationValues, port: number): number | null {
  if (metrics !== null && metrics !== 0 && metrics === port) {
    throw new StartError(`METRICS_PORT is ${metrics}, which is PORT too. Give it another one.`)
  }
  return metrics
}

/** @throws StartError if a public portal would have no rate limits. */
function rateLimit({ RATE_LIMIT: isOn }: OperationValues, publicUrl: string): boolean {
  if (!isOn && publicUrl.startsWith('https:')) {
    throw new StartError(
      'RATE_LIMIT is off, but PUBLIC_URL is https: a public portal keeps its throttling. Remove RATE_LIMIT.',
    )
  }
  return isOn
}
