import { ISSUER_AWAY } from '@portal/contract/sign-in/single-sign-on-errors.ts'
import type { ClientAuth, Configuration } from 'openid-client'
import type { Issuer } from '../../../engines/config/issuers.ts'
import { failure } from '../../../engines/http/errors.ts'
import { HOUR_MS, MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import type { World } from '../../../records/context.ts'

/** Seconds until a request to an issuer times out. */
const PATIENCE_SECONDS = 10
const RENEWED_AFTER_MS = HOUR_MS
const TRIED_AGAIN_AFTER_MS = MINUTE_MS

/** Loads the library at its first use, because most portals have no issuer. */
export const loadClient = () => import('openid-client')

/** Returns the metadata of an issuer and the client configuration for it. */
export type DiscoverIssuer = (context: Pick<World, 'clock' | 'log'>, issuer: Issuer) => Promise<Configuration>

type Met = { readonly configuration: Configuration; readonly renewAt: number }

/**
 * Requests an issuer's metadata at most once an hour, at a sign-in, and caches it. While the issuer does not respond,
 * the cached metadata stays in use. The library fetches the issuer's keys again when it meets an unknown key.
 */
export function createIssuerDiscovery(): DiscoverIssuer {
  const met = new Map<string, Met>()
  const asked = new Map<string, Promise<Configuration>>()
  const ask = (issuer: Issuer) => {
    const running = asked.get(issuer.id)
    if (running) return running
    const discovery = discover(issuer).finally(() => asked.delete(issuer.id))
    asked.set(issuer.id, discovery)
    return discovery
  }
  return async ({ clock, log }, issuer) => {
    const now = clock.now().getTime()
    const known = met.get(issuer.id)
    if (known && now < known.renewAt) return known.configuration
    try {
      const configuration = await ask(issuer)
      met.set(issuer.id, { configuration, renewAt: now + RENEWED_AFTER_MS })
      return configuration
    } catch (error) {
      log.warn({ issuer: issuer.id, reason: reasonOf(error) }, 'An issuer of single sign-on does not answer.')
      if (!known) throw failure(ISSUER_AWAY, { values: { name: issuer.name } })
      met.set(issuer.id, { ...known, renewAt: now + TRIED_AGAIN_AFTER_MS })
      return known.configuration
    }
  }
}

async function discover({ issuer, clientId, clientSecret }: Issuer): Promise<Configuration> {
  const client = await loadClient()
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
  const authenticate: ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
  return client.discovery(new URL(issuer), clientId, undefined, authenticate, {
    timeout: PATIENCE_SECONDS,
    execute: [
      client.enableNonRepudiationChecks,
      // The settings allow plain http on this machine only.
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ],
  })
}

/**
 * Returns the library's own text, which contains no token and no secret. Adds the code of the cause, such as
 * ECONNREFUSED or DEPTH_ZERO_SELF_SIGNED_CERT, and the `error` of OAuth, such as invalid_client. Repeats nothing else
 * of the issuer's response.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = wordOf(error, 'code')
  const below = [wordOf(error, 'error') ?? challengedErrorOf(error.cause), wordOf(error.cause, 'code')]
  const more = below.filter((word) => word !== undefined && word !== code).join(', ')
  return `${code === undefined ? '' : `${code}: `}${error.message}${more && ` (${more})`}`
}

/** Accepts code words only, because an issuer could send any text. */
const WORD = /^\w{1,60}$/

function wordOf(from: unknown, name: string): string | undefined {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
  return typeof value === 'string' && WORD.test(value) ? value : undefined
}

/** The error in a challenge (RFC 6750, section 3). */
function challengedErrorOf(challenges: unknown): string | undefined {
  const [first]: unknown[] = Array.isArray(challenges) ? challenges : []
  const parameters: unknown =
    typeof first === 'object' && first !== null ? Reflect.get(first, 'parameters') : undefined
  return wordOf(parameters, 'error')
}
