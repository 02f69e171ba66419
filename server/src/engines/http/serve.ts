import { finished } from 'node:stream'
import { REQUEST_INVALID, REQUEST_UNREADABLE } from '@portal/contract/common-errors.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import { z } from 'zod'
import { CallResult, type RawBody } from './call-result.ts'
import type { App, Reply, Request } from './app-types.ts'
import { failure, type PortalError } from './errors.ts'
import { SenderGone } from './incoming-bytes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The context from the access check; the call's access determines its type. */
    context: unknown
  }
}

/** The request as a use case gets it; `request` is for calls that carry more than JSON. */
export type Input<E extends Endpoint, C = unknown> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Versions that the caller wants to change (If-Match, without quotes and leading W/); undefined for any. */
  ifMatch: readonly string[] | undefined
  request: Request
  /**
   * Repeats the access check, for work after the caller's bytes have arrived, which may be hours later.
   * @throws PortalError if the caller no longer has access.
   */
  letInAgain: () => Promise<C>
  /** Aborts with SenderGone when the connection closes before the response is sent. */
  senderGone: AbortSignal
}

/** The context of a call: unknown callers reach public calls only. */
type ContextOf<E extends Endpoint, Unknown, Known> = E['access'] extends 'public' ? Unknown : Known

type Handler<E extends Endpoint, C> = (
  context: C,
  input: Input<E, C>,
) => Promise<ResultOf<E> | CallResult<ResultOf<E> | RawBody>>

export type Serve<Unknown, Known> = {
  <E extends Endpoint>(endpoint: E, handler: Handler<E, ContextOf<E, Unknown, Known>>): void
  /** The methods registered so far, by path. */
  readonly methodsByPath: ReadonlyMap<string, readonly string[]>
}

/**
 * Checks the access to that call and returns the context of its use case.
 * @throws PortalError if the caller has no access.
 */
export type Door<Unknown, Known> = (
  request: Request,
  endpoint: Pick<Endpoint, 'access' | 'needsProof' | 'beforeSecondFactor' | 'method' | 'path' | 'isRead'>,
) => Promise<Unknown | Known>

/**
 * Resolves, once the caller may read, with the function that releases the permit. Calls `onWait` if that takes a wait.
 * @throws PortalError 429.
 */
export type TakeTurn<Known> = (context: Known, onWait: () => void) => Promise<() => void>

/**
 * Registers contract calls on the app. Denies by default: every request passes the access check before its handler, and
 * reads of known callers are limited.
 */
export function createServe<Unknown, Known>(
  app: App,
  door: Door<Unknown, Known>,
  takeTurn: TakeTurn<Known>,
): Serve<Unknown, Known> {
  const methodsByPath = new Map<string, string[]>()
  app.decorateRequest('context', undefined)
  const serve = <E extends Endpoint>(endpoint: E, handler: Handler<E, ContextOf<E, Unknown, Known>>) => {
    const takesHead = endpoint.payload === 'document' || endpoint.takesHead === true
    const methods = takesHead ? [endpoint.method, 'HEAD'] : [endpoint.method]
    methodsByPath.set(endpoint.path, [...(methodsByPath.get(endpoint.path) ?? []), ...methods])
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: takesHead,
      config: { endpoint },
      schema: { response: responseSchema(endpoint) },
      // Reject callers without access before reading any of the body.
      onRequest: async (request, reply) => {
        reply.headers(endpoint.headers ?? {})
        request.context = await door(request, endpoint)
      },
      handler: async (request, reply) => {
        type Context = ContextOf<E, Unknown, Known>
        const letInAgain = () => door(request, endpoint) as Promise<Context>
        let isLate = Boolean(request.body)
        const wait = () => void (isLate = true)
        const endTurn = isBoundedRead(endpoint) ? await takeTurn(request.context as Known, wait) : undefined
        try {
          // A caller who held the body back, or waited, may have lost access meanwhile.
          const context = isLate ? await letInAgain() : (request.context as Context)
          const input = { ...readInput(endpoint, request), letInAgain }
          return send(reply, await handler(context, withSenderGone(input, reply)))
        } finally {
          endTurn?.()
        }
      },
    })
  }
  return Object.assign(serve, { methodsByPath })
}

/** JSON reads of known callers. Documents have limits of their own. */
function isBoundedRead({ method, isRead, access, payload }: Endpoint): boolean {
  return (method === 'GET' || isRead === true) && access !== 'public' && payload === undefined
}

/** Creates the signal on its first use, because most calls never check whether their sender is still there. */
function withSenderGone<I extends object>(
  input: I,
  { raw }: Reply,
): I & { readonly senderGone: AbortSignal } {
  return {
    ...input,
    get senderGone() {
      const gone = new AbortController()
      raw.once('close', () => raw.writableFinished || gone.abort(new SenderGone('The sender is gone.')))
      return gone.signal
    },
  }
}

function readInput<E extends Endpoint>(
  endpoint: E,
  request: Request,
): Omit<Input<E>, 'letInAgain' | 'senderGone'> {
  return {
    params: parse(endpoint, 'params', request.params),
    query: parse(endpoint, 'query', request.query),
    body: isReadByItsCall(endpoint) ? undefined : parse(endpoint, 'body', request.body ?? {}),
    ifMatch: readIfMatch(request.headers['if-match']),
    request,
  } as Omit<Input<E>, 'letInAgain' | 'senderGone'>
}

/** Whether the use case itself reads the bytes of the body as they arrive. */
function isReadByItsCall({ payload }: Pick<Endpoint, 'payload'>): boolean {
  return payload === 'upload' || payload === 'bytes'
}

/** RFC 9110, section 13.1.1, except that tags are compared without a leading W/, which compressing proxies may add. */
function readIfMatch(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
}

function parse(endpoint: Endpoint, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const result = endpoint[part]?.safeParse(value)
  if (result?.success === false) throw refusalOf(endpoint, sentence(result.error.issues[0]))
  return result?.data
}

/** A call may have its own error for a field; the schema then fails with that error's sentence. */
function refusalOf({ errors }: Endpoint, problem: string): PortalError {
  const named = errors.find((error) => error.status === 400 && error.sentence === problem)
  return named ? failure(named) : failure(REQUEST_INVALID, { values: { problem } })
}

function sentence(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return REQUEST_UNREADABLE.sentence
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().at(-1)
    if (inner) return sentence({ ...inner, path: [...issue.path, ...inner.path] })
  }
  if (issue.message.endsWith('.')) return issue.message
  const where = issue.path.map(String).join('.')
  return where ? `The value of '${where}' is not valid.` : REQUEST_UNREADABLE.sentence
}

/** The contract's own schema serializes responses: a field that it does not name never leaves the server. */
function responseSchema(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.payload === 'document' || endpoint.payload === 'archive' || endpoint.status) return {}
  return { 200: z.toJSONSchema(endpoint.result, { target: 'draft-7', io: 'output' }) }
}

function send(reply: Reply, answer: unknown): Reply {
  if (!(answer instanceof CallResult)) return reply.send(answer)
  if (answer.onceSent) finished(reply.raw, answer.onceSent)
  const { vary, ...headers } = answer.headers
  // Add to the Vary header that all responses have.
  if (vary !== undefined) reply.header('vary', [reply.getHeader('vary'), vary].filter(Boolean).join(', '))
  return reply.code(answer.status).headers(headers).send(answer.body)
}
