import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { isScreen } from '@portal/contract/screens.ts'
import type { Settings } from '../config/settings.ts'
import type { App } from './app-types.ts'
import { wantedEncoding } from './content-encoding.ts'
import { POLICY_REPORTS_PATH } from './policy-reports.ts'

const YEAR_SECONDS = 31_536_000

function originOf(address: string): string[] {
  return URL.canParse(address) ? [new URL(address).origin] : []
}

/** What the page may load: its own origin, and the origins in the settings. */
function contentSecurityPolicy({ apiBaseUrl, company }: Settings): string {
  const api = originOf(apiBaseUrl)
    .map((origin) => ` ${origin}`)
    .join('')
  const logo = originOf(company.logo)
    .map((origin) => ` ${origin}`)
    .join('')
  return [
    `default-src 'self'`,
    `img-src 'self' data:${logo}`,
    `connect-src 'self'${api}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    // The newer report-to works over https only, and where it is set, this one is ignored.
    `report-uri ${POLICY_REPORTS_PATH}`,
  ].join('; ')
}

/** Serves the built web app: browsers cache hashed files for a year and always revalidate the page itself. */
export async function servePage(
  app: App,
  { webRoot, settings }: { webRoot: string; settings: Settings },
): Promise<void> {
  const page = readFileSync(join(webRoot, 'index.html'), 'utf8').replace(
    /(<meta name="api-base" content=")[^"]*/,
    (_all, start: string) => start + settings.apiBaseUrl.replaceAll('"', '&quot;'),
  )
  const policy = contentSecurityPolicy(settings)
  const encoded = { br: brotliCompressSync(page), gzip: gzipSync(page), identity: Buffer.from(page) }

  // Parse the header here for all: the library that serves the files would send `br` to a client that refuses it next
  // to a `*`.
  app.addHook('onRequest', async ({ headers }) => {
    headers['accept-encoding'] = wantedEncoding(headers['accept-encoding']?.toString())
  })
  await app.register(fastifyStatic, {
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
    index: false,
    decorateReply: false,
  })
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const encoding = wantedEncoding(request.headers['accept-encoding']?.toString())
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .code(path === '/' || isScreen(path) ? 200 : 404)
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        'cross-origin-opener-policy': 'same-origin',
        vary: 'Accept-Encoding',
      })
      .type('text/html; charset=utf-8')
      .send(encoded[encoding])
  })
}
