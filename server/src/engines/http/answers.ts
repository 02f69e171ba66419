import { METHOD_NOT_ALLOWED, UNKNOWN_ADDRESS } from '@portal/contract/common-errors.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { App, Reply, Request } from './app-types.ts'
import { SenderGone } from './incoming-bytes.ts'
import { failure, type PortalError } from './errors.ts'
import { toPortalError } from './failure.ts'
import { createHash } from 'node:crypto'
import { escapeHtml } from './escape-html.ts'
import { qualities } from './content-encoding.ts'

const STYLE =
  'body{font:16px/1.5 "IBM Plex Sans",system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}h1{font-size:1.25rem}'

/** The page runs and loads nothing and cannot be framed; the policy allows its own style by its hash. */
const ERROR_PAGE_POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Gives every failure the same shape, including the framework's own. */
export function answerFailures(app: App): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { endpoint } = request.routeOptions.config
    const told = toPortalError(error, endpoint?.fallback)
    logFailure(request, told, error)
    return sendFailure(told, { request, reply })
  })
  app.setNotFoundHandler(async (request, reply) => sendFailure(failure(UNKNOWN_ADDRESS), { request, reply }))
}

/** A client that asks again every second would fill the log with stack traces of expected failures. */
function logFailure({ log }: Request, { status, code, logged, message }: PortalError, error: unknown): void {
  if (error instanceof SenderGone) log.debug('The sender was gone before the response.')
  else if (logged === 'info') log.info({ code }, message)
  else if (status >= 500 && logged === undefined) log.error({ err: error }, message)
}

/** Known paths reject other methods as METHOD_NOT_ALLOWED; call this after all routes are registered. */
export function refuseOtherMethods(app: App, methodsByPath: ReadonlyMap<string, readonly string[]>): void {
  for (const [url, methods] of methodsByPath) {
    const others = ALL_METHODS.filter((method) => !methods.includes(method))
    app.route({
      method: others,
      url,
      handler: async (request) => {
        const headers = { allow: methods.join(', ') }
        throw failure(METHOD_NOT_ALLOWED, { values: { method: request.method }, headers })
      },
    })
  }
}

/**
 * Unknown paths below the base of the calls return our failure, never the page. Call this after all routes are
 * registered.
 */
export function refuseOtherPaths(app: App): void {
  for (const url of ['/', '/*']) {
    app.route({
      method: ALL_METHODS,
      url,
      handler: async () => {
        throw failure(UNKNOWN_ADDRESS)
      },
    })
  }
}

function sendFailure(told: PortalError, { request, reply }: { request: Request; reply: Reply }): Reply {
  reply.code(told.status).headers(told.headers).header('cache-control', 'no-store')
  // A browser tab can open only calls that read; all other responses are for programs.
  const isOpened = request.routeOptions.config?.endpoint?.method === 'GET'
  if (isOpened && prefersPage(request.headers.accept)) {
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', ERROR_PAGE_POLICY)
      .send(errorPage(told))
  }
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(told.toFailure())
}

/** Whether a browser's address bar sends the request, not a script. */
function prefersPage(accept: string | undefined): boolean {
  const wanted = qualities(accept)
  const [html = 0, json = 0] = [wanted.get('text/html'), wanted.get('application/json')]
  const kinds = [...wanted.keys()]
  const isFirst = kinds.indexOf('text/html') < kinds.indexOf('application/json')
  return html > json || (html > 0 && html === json && isFirst)
}

/** A small page for a list, download or view that failed in a browser's own tab. */
function errorPage(failure: PortalError): string {
  const way =
    failure.status === 401 ? '<p><a href="/login">Sign in</a></p>' : '<p>You can close this tab.</p>'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(failure.message)}</title>
<style>${STYLE}</style>
</head><body><main><h1>${escapeHtml(failure.message)}</h1>${way}</main></body></html>
`
}
