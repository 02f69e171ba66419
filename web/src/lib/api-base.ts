import { callPath, type AddressParts } from '@portal/contract/call-path.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'

const DEFAULT_BASE = '/api'

/** The base address of all calls, without a trailing slash: the server names it in the page. */
function apiBase(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content.trim()
  return (named || DEFAULT_BASE).replace(/\/+$/, '')
}

/** The whole address of a call, for a link that opens in a tab of its own. */
export function apiUrl(endpoint: Pick<Endpoint, 'path'>, parts?: AddressParts): string {
  return apiBase() + callPath(endpoint, parts)
}
