import type { Endpoint } from '@portal/contract/endpoint.ts'

const DEFAULT_BASE = '/api'

type Values = Readonly<Record<string, unknown>>

/** What a call's address is made of; a value that is not set stays out of the query. */
export type AddressParts = { readonly params?: Values | undefined; readonly query?: Values | undefined }

/** The address below which all calls stand, without a slash at its end: the server names it in the page. */
function apiBase(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content.trim()
  return (named || DEFAULT_BASE).replace(/\/+$/, '')
}

/** The address of a call below the base: parameters filled in, query written. */
function callPath({ path }: Pick<Endpoint, 'path'>, { params = {}, query = {} }: AddressParts = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])))
  const set = Object.entries(query).map(([name, value]) => [name, textOf(value)] as const)
  const written = new URLSearchParams(
    set.filter(([, text]) => text !== '').map((pair) => [...pair]),
  ).toString()
  return written ? `${filled}?${written}` : filled
}

/** The whole address of a call, for a link that opens in a tab of its own. */
export function apiUrl(endpoint: Pick<Endpoint, 'path'>, parts?: AddressParts): string {
  return apiBase() + callPath(endpoint, parts)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
