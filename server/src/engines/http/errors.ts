import { sentenceOf, type ErrorCase, type Failure, type ValuesOf } from '@portal/contract/error.ts'

/** Seconds until a retry makes sense, after an outage that does not specify them. */
const AFTER_OUTAGE_SECONDS = 5

type Extras = {
  readonly details?: string
  readonly current?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds until a retry makes sense. */
  readonly retryAfterSeconds?: number
}

/** A failure with a sentence for the user. Any other thrown error is unexpected. */
export class PortalError extends Error {
  readonly status: number
  readonly code: string
  readonly logged: ErrorCase['logged']
  readonly details: string | undefined
  readonly current: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor({ status, code, sentence, logged }: ErrorCase, extras: Extras = {}) {
    super(sentence)
    this.status = status
    this.code = code
    this.logged = logged
    this.details = extras.details
    this.current = extras.current
    this.headers = { ...extras.headers, ...retryAfter(status, extras.retryAfterSeconds) }
  }

  toFailure(): Failure {
    return {
      error: this.message,
      code: this.code,
      ...(this.details === undefined ? {} : { details: this.details }),
      ...(this.current === undefined ? {} : { current: this.current }),
    }
  }
}

function retryAfter(status: number, seconds = status === 503 ? AFTER_OUTAGE_SECONDS : undefined) {
  return seconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }
}

type WithValues<E extends ErrorCase> = Extras & { readonly values: ValuesOf<E> }
type Filled<E extends ErrorCase> = E & { readonly values?: ValuesOf<E> }
type ExtrasOf<E extends ErrorCase> = object extends ValuesOf<E> ? [extras?: Extras] : [extras: WithValues<E>]

/**
 * Creates an error of the contract, to be thrown: `throw failure(FILE_NOT_FOUND)`. The values of its sentence come with
 * the error itself, as from a policy, or from the extras.
 */
export function failure<const E extends ErrorCase>(error: E, ...[extras = {}]: ExtrasOf<E>): PortalError {
  const { values } = 'values' in extras ? extras : (error as Filled<E>)
  return new PortalError({ ...error, sentence: sentenceOf(error, values ?? ({} as ValuesOf<E>)) }, extras)
}
