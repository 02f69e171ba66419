import { DefaultHttpStack, type HttpRequest, type HttpStack } from 'tus-js-client'

/**
 * Requests that bear the SHA-256 of what they bring. Of one that breaks off the server keeps nothing, so the browser, which
 * sends a request once more by itself when its kept connection broke, finds the upload where it left it.
 */
export class CheckedRequests implements HttpStack {
  readonly #stack = new DefaultHttpStack({})

  createRequest(method: string, url: string): HttpRequest {
    return checked(this.#stack.createRequest(method, url))
  }

  getName(): string {
    return 'requests with checksums'
  }
}

function checked(request: HttpRequest): HttpRequest {
  const send = request.send.bind(request)
  const abort = request.abort.bind(request)
  let isAborted = false
  return Object.assign(request, {
    async send(body: unknown) {
      // Without HTTPS browsers have no hashes.
      if (body instanceof Blob && body.size > 0 && globalThis.isSecureContext) {
        request.setHeader('Upload-Checksum', `sha256 ${await sha256Of(body)}`)
      }
      if (isAborted) throw new DOMException('The request was given up.', 'AbortError')
      return send(body)
    },
    abort() {
      isAborted = true
      return abort()
    },
  })
}

async function sha256Of(body: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await body.arrayBuffer()))
  return btoa(String.fromCodePoint(...hash))
}
