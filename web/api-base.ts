import type { Plugin } from 'vite'

export const DEFAULT_API_BASE = '/api'

const PATH = /^(\/[\w-][\w.-]*)+$/

/** The base from API_BASE_URL. Throws if that is neither a path nor an HTTP address. */
export function apiBaseOf(environment: Readonly<Record<string, string | undefined>>): string {
  const base = (environment['API_BASE_URL']?.trim() || DEFAULT_API_BASE).replace(/\/+$/, '')
  if (PATH.test(base) || /^https?:$/.test(protocolOf(base))) return base
  throw new Error(`API_BASE_URL is '${base}', but must be a path such as '/api' or an http address.`)
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : ''
}

/** Writes the base address of the calls into the page. Our server writes its own when it serves the page. */
export function namesApiBase(base: string): Plugin {
  return {
    name: 'api-base',
    transformIndexHtml: (page) =>
      page.replace(/(<meta name="api-base" content=")[^"]*/, (_tag, start: string) => start + htmlOf(base)),
  }
}

function htmlOf(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
