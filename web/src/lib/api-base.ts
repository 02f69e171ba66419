import { callPath, type AddressParts } from '@portal/contract/call-path.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'

const DEFAULT_BASE = '/api'

/** The base address of all calls, without a trailing slash. The server writes it into the page. */
function apiBase(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content.trim()
  return (named || DEFAULT_BASE).replace(/\/+$/, '')
}

/** The full address of a call, for a link that opens in a new tab. */
export function apiUrl(endpoint: Pick<Endpoint, 'path'>, parts?: AddressParts): string {
  return apiBase() + callPath(endpoint, parts)
}
