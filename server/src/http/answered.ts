import type { Readable } from 'node:stream'

/** An answer that is written already: its bytes as they go out, or none. */
export type Written = Readable | Buffer | undefined

/** An answer with headers or a status of its own. */
export class Answered<T> {
  readonly body: T
  readonly status: number
  readonly headers: Record<string, string>

  constructor(
    body: T,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.body = body
    this.status = status
    this.headers = headers
  }
}
