import type { z } from 'zod'
import type { ErrorCase } from './error.ts'
import type { Right } from './access/rights.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** Who may call: anyone, anyone signed in, or only people with a right. */
export type Access = 'public' | 'session' | Right

/**
 * Bodies other than JSON: a form with one file, the bytes of a file or a part of it, the bytes of a document, or an
 * archive of documents, which takes as long as its reader needs, or a small form whose fields nobody reads.
 */
export type Payload = 'json' | 'upload' | 'bytes' | 'document' | 'archive' | 'form'

type Schema = z.ZodType

/**
 * One call of the portal, defined once for server and client. Its name is that of its export (see `every-call.ts`).
 * `path` is below the API base; `:name` marks a parameter that `params` describes.
 * `errors` lists the call's own errors; `common-errors.ts` has those of every call.
 * `fallback` is the sentence for an unexpected failure (the error catalogue of the specification, section 8).
 */
export type Endpoint = {
  readonly summary: string
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** Only for callers who confirmed their identity in the last 10 minutes. */
  readonly needsProof?: true
  /**
   * Allows the call while a required second factor is missing from the sign-in. `to give`: always allowed then, to
   * provide the factor. `to set up`: only for people without a factor. Without a value the call is refused to them.
   */
  readonly beforeSecondFactor?: 'to set up' | 'to give'
  readonly payload?: Payload
  /** Only reads, although by POST: it counts among the person's reads. */
  readonly isRead?: true
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** Maximum bytes of its body, if higher than the default. */
  readonly maxBodyBytes?: number
  /** For a call whose successful response has no body. */
  readonly status?: 201 | 204
  /** Also responds to HEAD, as every document does. */
  readonly takesHead?: true
  /** On each of its responses, including errors. */
  readonly headers?: Readonly<Record<string, string>>
  readonly result: Schema
  readonly errors: readonly ErrorCase[]
  readonly fallback?: string
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined
type InputOf<S> = S extends Schema ? z.input<S> : undefined

export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
/** The body as the server's use cases receive it. */
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>
/** The body as a caller may write it. */
export type BodyInputOf<E extends Endpoint> = InputOf<E['body']>
export type ResultOf<E extends Endpoint> = z.output<E['result']>
