import { createHash } from 'node:crypto'
import type { PortalError } from './errors.ts'
import { escapeHtml } from './escape-html.ts'
import { qualities } from './quality.ts'

/** Whether a browser's address bar asks, rather than a script. */
export function prefersPage(accept: string | undefined): boolean {
  const wanted = qualities(accept)
  const [html = 0, json = 0] = [wanted.get('text/html'), wanted.get('application/json')]
  const kinds = [...wanted.keys()]
  const isFirst = kinds.indexOf('text/html') < kinds.indexOf('application/json')
  return html > json || (html > 0 && html === json && isFirst)
}

const STYLE =
  'body{font:16px/1.5 "IBM Plex Sans",system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}h1{font-size:1.25rem}'

/** The page runs nothing, loads nothing and is framed by nobody; its own style is known by its hash. */
export const ERROR_PAGE_POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** A small page for a list, download or view that failed in a browser's own tab. */
export function errorPage(failure: PortalError): string {
  const way =
    failure.status === 401 ? '<p><a href="/login">Sign in</a></p>' : '<p>You can close this tab.</p>'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(failure.message)}</title>
<style>${STYLE}</style>
</head><body><main><h1>${escapeHtml(failure.message)}</h1>${way}</main></body></html>
`
}
