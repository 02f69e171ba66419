import { getSession, login, logout } from '@portal/contract/sign-in/sign-in.ts'
import type { AddressParts } from '@portal/contract/call-path.ts'
import { PROOF_REQUIRED, SOMETHING_WENT_WRONG } from '@portal/contract/common-errors.ts'
import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import type { loginByPasskey } from '@portal/contract/sign-in/passkeys.ts'
import { apiUrl } from './api-base.ts'
import { isObject } from './wire.ts'
import { requestProof } from './proof.ts'
import { currentPeriod, currentSessionKey, sessionIsGone, untilPersonIsKnown } from './signed-out.ts'

type NotSet = undefined
type RequestParts<E extends Endpoint> = ([ParamsOf<E>] extends [NotSet]
  ? unknown
  : { readonly params: ParamsOf<E> }) &
  ([BodyInputOf<E>] extends [NotSet] ? unknown : { readonly body: BodyInputOf<E> }) &
  ([QueryOf<E>] extends [NotSet] ? unknown : { readonly query?: QueryOf<E> })

type Options = {
  /** The version that the change builds on; if it is older than the server's, the answer is 409. */
  readonly ifMatch?: string | undefined
  readonly signal?: AbortSignal | undefined
}
type Arguments<E extends Endpoint> =
  object extends RequestParts<E>
    ? [options?: RequestParts<E> & Options]
    : [options: RequestParts<E> & Options]

type AnyRequest = AddressParts & Options & { readonly body?: unknown }

/** The path is repeated here, because its contract module loads only with the screen that makes the call. */
const PASSKEY_LOGIN = '/auth/passkey-login' satisfies (typeof loginByPasskey)['path']

/** Calls whose 401 only means "not signed in", so that it does not end the session on screen. */
const CALLS_ABOUT_THE_SESSION = new Set<string>([getSession.path, login.path, logout.path, PASSKEY_LOGIN])

/**
 * Makes a call of the contract.
 * @throws CallError, or the signal's reason.
 */
export async function call<E extends Endpoint>(endpoint: E, ...options: Arguments<E>): Promise<ResultOf<E>> {
  return (await callWithVersion(endpoint, ...options)).result
}

type VersionedResult<E extends Endpoint> = { result: ResultOf<E>; etag: string | null }

/**
 * Like `call`, and also returns the record's version (ETag); null if there is none. If the server requires proof of
 * identity, the call is repeated after the user has proved it.
 */
export async function callWithVersion<E extends Endpoint>(
  endpoint: E,
  ...[options = {} as never]: Arguments<E>
): Promise<VersionedResult<E>> {
  const begunIn = currentPeriod()
  try {
    return await callOnce(endpoint, options)
  } catch (error) {
    if (!isProofMissing(error) || !(await requestProof())) throw error
  }
  if (currentPeriod() !== begunIn) throw endedBeforeSending()
  return callOnce(endpoint, options)
}

function isProofMissing(error: unknown): boolean {
  return error instanceof CallError && error.code === PROOF_REQUIRED.code
}

async function callOnce<E extends Endpoint>(endpoint: E, options: AnyRequest): Promise<VersionedResult<E>> {
  const sentIn = await periodToSendIn(endpoint)
  const sentWith = currentSessionKey()
  const { response, text } = await send(endpoint, options)
  if (!response.ok) {
    if (response.status === 401) handleUnauthorized(endpoint, sentIn, sentWith)
    const { status, statusText, headers } = response
    throw failureOf(endpoint, { status, statusText, text, retryAfter: headers.get('retry-after') })
  }
  return {
    result: readAnswer(endpoint, { status: response.status, text }),
    etag: response.headers.get('etag'),
  }
}

/**
 * Reads a successful response.
 * @throws CallError if it is not JSON: then a proxy has responded.
 */
export function readAnswer<E extends Endpoint>(
  endpoint: E,
  { status, text }: { status: number; text: string },
): ResultOf<E> {
  try {
    return JSON.parse(text) as ResultOf<E>
  } catch {
    throw noAnswerError(endpoint, status)
  }
}

/**
 * The period that a call belongs to.
 * @throws CallError if the call would be sent as another user than the one who started it.
 */
export async function periodToSendIn({ path }: Pick<Endpoint, 'path'>): Promise<number> {
  const begunIn = currentPeriod()
  if (CALLS_ABOUT_THE_SESSION.has(path)) return begunIn
  await untilPersonIsKnown()
  if (currentPeriod() === begunIn) return begunIn
  throw endedBeforeSending()
}

/**
 * Requires that the period is still current: another user may have signed in, and the call must not use their name.
 * @throws CallError once the period has ended.
 */
export async function requirePeriod(endpoint: Pick<Endpoint, 'path'>, period: number): Promise<void> {
  if ((await periodToSendIn(endpoint)) !== period) throw endedBeforeSending()
}

function endedBeforeSending(): CallError {
  return new CallError({ status: 401, message: SESSION_ENDED_BEFORE_SENDING, fromServer: false })
}

/** Signs out after a 401, once, unless the call only asked who is signed in. */
export function handleUnauthorized(
  { path }: Pick<Endpoint, 'path'>,
  sentIn: number,
  sentWith: string | null,
): void {
  if (!CALLS_ABOUT_THE_SESSION.has(path)) sessionIsGone(sentIn, sentWith)
}

/** Characters of a body that outlives its page. A browser allows 64 KiB for all such calls at once, and fails others. */
const MAX_KEPT_BODY = 4096

/** Whether a call finishes after a reload or a closed tab: a small change (R7.170). */
function outlivesPage({ method }: Endpoint, body: string | undefined): boolean {
  return (method === 'PUT' || method === 'PATCH') && body !== undefined && body.length <= MAX_KEPT_BODY
}

async function send(endpoint: Endpoint, { params, query, body: value, ifMatch, signal }: AnyRequest) {
  const body = value === undefined ? undefined : JSON.stringify(value)
  try {
    const response = await fetch(apiUrl(endpoint, { params, query }), {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body !== undefined && { body }),
      ...(outlivesPage(endpoint, body) && { keepalive: true }),
      ...(signal && { signal }),
    })
    return { response, text: await response.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswerError(endpoint)
  }
}

export const NOT_REACHED =
  'The portal cannot be reached right now. Please check your connection and try again.'

const SESSION_ENDED_BEFORE_SENDING = 'Your session ended before this could be sent.'

type FailureFacts = {
  readonly status: number
  readonly statusText?: string | undefined
  readonly message: string
  readonly fromServer: boolean
  readonly code?: string | undefined
  readonly details?: string | undefined
  readonly current?: unknown
  readonly retryAfter?: number | undefined
}

/** A call that failed. `message` is a sentence for the user. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** The HTTP status; 0 if there was no response. */
  readonly status: number
  /** The status text of the response; empty if there is none, as over HTTP/2. */
  readonly statusText: string
  /** Whether `message` is the server's own sentence, not one that stands in for it. */
  readonly fromServer: boolean
  /** The contract's error code; undefined if the server sends none. */
  readonly code: string | undefined
  readonly details: string | undefined
  /** On a 409 of an edit: the current record, as the reading call returns it. */
  readonly current: unknown
  /** Seconds to wait before a retry, if the server gives them. */
  readonly retryAfter: number | undefined

  constructor({
    status,
    statusText = '',
    message,
    fromServer,
    code,
    details,
    current,
    retryAfter,
  }: FailureFacts) {
    super(message)
    this.status = status
    this.statusText = statusText
    this.fromServer = fromServer
    this.code = code
    this.details = details
    this.current = current
    this.retryAfter = retryAfter
  }
}

type FailedAnswer = {
  readonly status: number
  readonly statusText?: string
  readonly text: string
  readonly retryAfter: string | null
}

/** The failure in a response; uses the call's own sentence if the server sent none. */
export function failureOf({ fallback }: Pick<Endpoint, 'fallback'>, answer: FailedAnswer): CallError {
  const body = readObject(answer.text)
  const error = textIn(body['error']) ?? textIn(body['message'])
  const seconds = Number(answer.retryAfter ?? NaN)
  return new CallError({
    status: answer.status,
    statusText: answer.statusText,
    message: error ?? fallback ?? SOMETHING_WENT_WRONG.sentence,
    fromServer: error !== undefined,
    code: textIn(body['code']),
    details: textIn(body['details']),
    current: body['current'],
    retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
  })
}

/** The failure of a call without a response, or with an unreadable one. */
export function noAnswerError({ fallback }: Pick<Endpoint, 'fallback'>, status = 0): CallError {
  const general = status === 0 ? NOT_REACHED : SOMETHING_WENT_WRONG.sentence
  return new CallError({ status, message: fallback ?? general, fromServer: false })
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
