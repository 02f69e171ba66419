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
    /** What the door has let the request in with; of the type that its call's access says. */
    context: unknown
  }
}

/** What a use case gets of the request; `request` only where the call carries more than JSON. */
export type Input<E extends Endpoint, C = unknown> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Versions that the caller would change (If-Match, without quotes and leading W/); undefined for any. */
  ifMatch: readonly string[] | undefined
  request: Request
  /**
   * Lets the caller in once more, for what is done after their bytes have come: that may be hours later.
   * @throws PortalError for who may no longer call.
   */
  letInAgain: () => Promise<C>
  /** Aborted, with SenderGone, when the connection closes before the answer has left. */
  senderGone: AbortSignal
}

/** The context of a call: who is unknown reaches public calls only. */
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
 * Lets a request in to that call, with the context of its use case.
 * @throws PortalError for who may not call.
 */
export type Door<Unknown, Known> = (
  request: Request,
  endpoint: Pick<Endpoint, 'access' | 'needsProof' | 'beforeSecondFactor'>,
) => Promise<Unknown | Known>

/**
 * Resolves with what ends the turn once the caller may read; calls `onWait` where that is not at once.
 * @throws PortalError 429.
 */
export type TakeTurn<Known> = (context: Known, onWait: () => void) => Promise<() => void>

/** Registers contract calls on the app. Denies by default: nobody reaches a handler but through the door, and who is known reads in turn. */
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
      // Who may not call is told so before anything of a body is taken in.
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
          // Who kept a body back, or waited, may have lost their access meanwhile.
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

/** What somebody known reads as JSON. Documents have bounds of their own. */
function isBoundedRead({ method, isRead, access, payload }: Endpoint): boolean {
  return (method === 'GET' || isRead === true) && access !== 'public' && payload === undefined
}

/** Most calls never ask whether their sender is still there: the signal is made when it is read. */
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

/** Whether the bytes of its body are for its use case to read as they come. */
function isReadByItsCall({ payload }: Pick<Endpoint, 'payload'>): boolean {
  return payload === 'upload' || payload === 'bytes'
}

/** RFC 9110, section 13.1.1, save that tags are compared without a leading W/, which proxies that compress may add. */
function readIfMatch(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
}

function parse(endpoint: Endpoint, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const result = endpoint[part]?.safeParse(value)
  if (result?.success === false) throw refusalOf(endpoint, sentence(result.error.issues[0]))
  return result?.data
}

/** A field may be refused by an error of its call, in whose words its schema says so. */
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

/** Answers are written by the contract's own schema: a field that it does not name never leaves the server. */
function responseSchema(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.payload === 'document' || endpoint.status) return {}
  return { 200: z.toJSONSchema(endpoint.result, { target: 'draft-7', io: 'output' }) }
}

function send(reply: Reply, answer: unknown): Reply {
  if (!(answer instanceof CallResult)) return reply.send(answer)
  if (answer.onceSent) finished(reply.raw, answer.onceSent)
  const { vary, ...headers } = answer.headers
  // What this answer varies with stands beside what all answers vary with.
  if (vary !== undefined) reply.header('vary', [reply.getHeader('vary'), vary].filter(Boolean).join(', '))
  return reply.code(answer.status).headers(headers).send(answer.body)
}
