import type { AddressParts } from '@portal/contract/call-path.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { apiUrl } from './api-base.ts'
import { failureOf, handleUnauthorized, noAnswerError, periodToSendIn } from './call.ts'
import { currentSessionKey } from './signed-out.ts'

/** Milliseconds after which the browser has surely saved the file. */
const OBJECT_URL_LIFETIME_MS = 60_000

type Request = AddressParts & { readonly signal: AbortSignal }

/**
 * Loads the document of a call and makes the browser save it, once it is complete; a link would leave no sentence when
 * it fails. Returns the name of the file.
 * @throws CallError, or the signal's reason.
 */
export async function saveDocument(endpoint: Endpoint, { signal, ...parts }: Request): Promise<string> {
  const sentIn = await periodToSendIn(endpoint)
  const sentWith = currentSessionKey()
  try {
    const response = await fetch(apiUrl(endpoint, parts), { credentials: 'include', signal })
    if (response.ok) return save(await response.blob(), nameOf(response.headers))
    if (response.status === 401) handleUnauthorized(endpoint, sentIn, sentWith)
    const { status, statusText, headers } = response
    const text = await response.text()
    throw failureOf(endpoint, { status, statusText, text, retryAfter: headers.get('retry-after') })
  } catch (error) {
    // What fetch throws: the connection broke.
    if (error instanceof TypeError && !signal.aborted) throw noAnswerError(endpoint)
    throw error
  }
}

/** The name that the server gives the file (RFC 8187). */
function nameOf(headers: Headers): string {
  const [, encoded = 'export'] =
    /filename\*=UTF-8''([^;]+)/iu.exec(headers.get('content-disposition') ?? '') ?? []
  return decodeURIComponent(encoded)
}

function save(file: Blob, name: string): string {
  const href = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(href), OBJECT_URL_LIFETIME_MS)
  return name
}
