import type { Readable } from 'node:stream'

/** An answer that is written already: its bytes as they go out, or none. */
export type Written = Readable | Buffer | undefined

type Extras = {
  status?: number
  headers?: Record<string, string>
  /** Called when the answer is with its reader, or the reader is gone. */
  onceSent?: () => void
}

/** An answer with headers or a status of its own. */
export class Answered<T> {
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
