import type { Readable } from 'node:stream'

/** The body of an answer as it goes out, which no schema writes; or none. */
export type RawBody = Readable | Buffer | undefined

type Extras = {
  status?: number
  headers?: Record<string, string>
  /** Called when the answer is with its reader, or the reader is gone. */
  onceSent?: () => void
}

/** What a call returns where its answer has headers or a status of its own. */
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
