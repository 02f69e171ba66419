import type { Failure } from '@portal/contract/error.ts'

type Extras = { details?: string; current?: unknown; headers?: Record<string, string> }

/** A failure with a sentence for the user. Everything else that is thrown is unexpected. */
export class PortalError extends Error {
  readonly status: number
  readonly details: string | undefined
  readonly current: unknown
  readonly headers: Record<string, string>

  constructor(status: number, message: string, extras: Extras = {}) {
    super(message)
    this.status = status
    this.details = extras.details
    this.current = extras.current
    this.headers = extras.headers ?? {}
  }

  toFailure(): Failure {
    return {
      error: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
      ...(this.current === undefined ? {} : { current: this.current }),
    }
  }
}

export const badRequest = (message: string, extras?: Extras) => new PortalError(400, message, extras)
export const unauthorized = (message: string) => new PortalError(401, message)
export const forbidden = (message: string, extras?: Extras) => new PortalError(403, message, extras)
export const notFound = (message: string) => new PortalError(404, message)
export const conflict = (message: string, extras?: Extras) => new PortalError(409, message, extras)
/** `seconds` until the next try makes sense. */
export const tooMany = (message: string, seconds: number) =>
  new PortalError(429, message, { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } })
export const unavailable = (message: string) =>
  new PortalError(503, message, { headers: { 'retry-after': '5' } })

export const DATABASE_AWAY = 'The portal cannot reach its database right now. Please try again in a minute.'
export const TOO_MANY_AT_ONCE =
  'Somebody else was changing the same records at this moment. Please try again.'
export const UNKNOWN_ADDRESS = 'This address does not exist.'
export const DISK_FULL =
  'The portal has no room left to store files. Please tell the helpdesk and try again later.'
