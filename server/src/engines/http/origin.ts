import { OTHER_ORIGIN } from '@portal/contract/common-errors.ts'
import type { Settings } from '../config/settings.ts'
import type { App, Request } from './app-types.ts'
import { failure } from './errors.ts'

/** Headers of resumable uploads, used in both directions. */
const TUS_HEADERS = 'Tus-Resumable, Upload-Offset, Upload-Length, Upload-Metadata'
const EXPOSED_HEADERS = `ETag, Retry-After, Content-Disposition, Location, Portal-File-Id, Upload-Expires, Tus-Version, Tus-Extension, Tus-Max-Size, Tus-Checksum-Algorithm, ${TUS_HEADERS}`
const ALLOWED_HEADERS = `Content-Type, If-Match, If-None-Match, Range, Upload-Checksum, ${TUS_HEADERS}`
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Accepts a call that changes something from our own origin, from configured origins, and from programs, which send
 * neither header. Browsers send the origin with every form and script, so another site cannot act for a person.
 */
export function guardOrigin(app: App, settings: Pick<Settings, 'publicUrl' | 'corsOrigins'>): void {
  app.addHook('onRequest', async (request) => {
    if (!SAFE_METHODS.has(request.method) && !mayChange(request, settings)) throw failure(OTHER_ORIGIN)
  })
}

function mayChange(
  { headers }: Request,
  { publicUrl, corsOrigins }: Pick<Settings, 'publicUrl' | 'corsOrigins'>,
): boolean {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if (origin !== undefined && corsOrigins.includes(origin)) return true
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || origin === publicUrl
}

/** Lets pages of the configured origins make calls with cookies. */
export function allowConfiguredOrigins(app: App, { corsOrigins }: Pick<Settings, 'corsOrigins'>): void {
  if (corsOrigins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined || !corsOrigins.includes(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': EXPOSED_HEADERS,
    })
    if (request.method !== 'OPTIONS') return
    await reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': '600',
      })
      .send()
  })
}
