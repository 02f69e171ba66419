/** The body of every failure. `error` is a sentence for the user, `code` the same failure for programs. */
export type Failure = {
  error: string
  code: string
  details?: string
  /** On a 409 of an edit: the current record, as the reading call returns it. */
  current?: unknown
}

/**
 * One way in which a call fails. The code stays the same when the sentence changes; `{name}` in the sentence stands for
 * a value of the request.
 */
export type ErrorCase = {
  readonly code: string
  readonly status: number
  readonly sentence: string
  /**
   * How the server logs a failure of status 500 and above, if not as an error with its stack trace: 'info' for one that
   * is expected while the portal has much to do, 'reason' if the code that detects it logs the reason.
   */
  readonly logged?: 'info' | 'reason'
}

/** Defines an error of the contract once, for server and client. */
export function defineError<const E extends ErrorCase>(definition: E): E & Unfilled<E> {
  return definition
}

/** A complete error: it has values for all placeholders of its sentence. */
export type FilledError = ErrorCase & { readonly values?: SentenceValues }

/** Keeps the compiler from accepting an error with placeholders as a complete one. */
type Unfilled<E extends ErrorCase> = [PlaceholderOf<E['sentence']>] extends [never]
  ? unknown
  : { readonly values?: 'missing' }

/** Completes an error: `fillError(FILE_EMPTY, { fileName })`. */
export function fillError<const E extends ErrorCase>(error: E, values: ValuesOf<E>): FilledError {
  return { ...error, values }
}

type PlaceholderOf<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never

/** Values for the placeholders of a sentence, by name. */
export type SentenceValues = Readonly<Record<string, string | number>>

/** The values that the sentence of an error needs; none for most. */
export type ValuesOf<E extends ErrorCase> = Readonly<Record<PlaceholderOf<E['sentence']>, string | number>>

/** The sentence of an error with its values filled in. */
export function sentenceOf<E extends ErrorCase>({ sentence }: E, values: ValuesOf<E>): string {
  const byName: SentenceValues = values
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(byName[name] ?? placeholder))
}
