import type { Readable } from 'node:stream'

/** The body of a response that no schema serializes, or none. */
export type RawBody = Readable | Buffer | undefined

type Extras = {
  status?: number
  headers?: Record<string, string>
  /** Called when the reader has the response, or is gone. */
  onceSent?: () => void
}

/** The result of a call whose response has its own headers or status. */
export class CallResult<T> {
  readonly body: T
  readonly status: number
  readonly headers: Record<string, string>
  readonly onceSent: (() => void) | undefined

  constructor(body: T, { status = 200, headers = {}, onceSent }: Extras = {}) {
    this.body = body
    this.status = status
    this.headers = headers
    this.onceSent = onceSent
  }
}
