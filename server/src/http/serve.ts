import { finished } from 'node:stream'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@portal/contract/endpoint.ts'
import { ADMINISTRATORS_ONLY, SIGN_IN_FIRST } from '@portal/contract/error.ts'
import { z } from 'zod'
import type { Person } from '../auth/person.ts'
import type { Context, PersonContext, World } from '../world.ts'
import { Answered, type Written } from './answered.ts'
import type { App, Reply, Request } from './app-types.ts'
import { badRequest, forbidden, unauthorized } from './errors.ts'

/** What a use case gets of the request; `request` only where the call carries more than JSON. */
export type Input<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Versions that the caller would change (If-Match, without quotes and leading W/); undefined for any. */
  ifMatch: readonly string[] | undefined
  request: Request
}

export type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? Context : PersonContext
export type Handler<E extends Endpoint> = (
  context: ContextOf<E>,
  input: Input<E>,
) => Promise<AnswerOf<E> | Answered<AnswerOf<E> | Written>>
export type Serve = {
  <E extends Endpoint>(endpoint: E, handler: Handler<E>): void
  /** The methods registered so far, by path. */
  readonly methodsByPath: ReadonlyMap<string, readonly string[]>
}

/** Finds who asks; null without a session. */
export type FindPerson = (world: World, request: Request) => Promise<Person | null>

/**
 * Registers contract calls on the app. Denies by default: a call without `access: 'public'` reaches its handler only
 * with a session, an administrator's call only with an administrator's.
 */
export function createServe(app: App, world: World, findPerson: FindPerson): Serve {
  const methodsByPath = new Map<string, string[]>()
  const serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => {
    const takesHead = endpoint.carries === 'document'
    const methods = takesHead ? [endpoint.method, 'HEAD'] : [endpoint.method]
    methodsByPath.set(endpoint.path, [...(methodsByPath.get(endpoint.path) ?? []), ...methods])
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: takesHead,
      config: { endpoint },
      schema: { response: responseSchema(endpoint) },
      // Who may not call is told so before anything of a body is taken in.
      onRequest: async (request) => void (await contextOf(endpoint, { world, findPerson, request })),
      handler: async (request, reply) => {
        const context = await contextOf(endpoint, { world, findPerson, request })
        return send(reply, await handler(context, readInput(endpoint, request)))
      },
    })
  }
  return Object.assign(serve, { methodsByPath })
}

type Asked = { world: World; findPerson: FindPerson; request: Request }

async function contextOf<E extends Endpoint>(
  endpoint: E,
  { world, findPerson, request }: Asked,
): Promise<ContextOf<E>> {
  const { callerAddress: address, isOfProxy, id: requestId } = request
  const caller = { address, isOfProxy, requestId }
  if (endpoint.access === 'public') return { ...world, caller } as ContextOf<E>
  const person = await findPerson(world, request)
  if (!person) throw unauthorized(SIGN_IN_FIRST)
  if (endpoint.access === 'administrator' && !person.isAdmin) throw forbidden(ADMINISTRATORS_ONLY)
  return { ...world, caller, person } as ContextOf<E>
}

function readInput<E extends Endpoint>(endpoint: E, request: Request): Input<E> {
  return {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: endpoint.carries === 'upload' ? undefined : parse(endpoint.body, request.body ?? {}),
    ifMatch: readIfMatch(request.headers['if-match']),
    request,
  } as Input<E>
}

/** RFC 9110, section 13.1.1, save that tags are compared without a leading W/, which proxies that compress may add. */
function readIfMatch(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw badRequest(sentence(result.error.issues[0]))
}

function sentence(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'The request could not be read.'
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().at(-1)
    if (inner) return sentence({ ...inner, path: [...issue.path, ...inner.path] })
  }
  if (issue.message.endsWith('.')) return issue.message
  const where = issue.path.map(String).join('.')
  return where ? `The value of '${where}' is not valid.` : 'The request could not be read.'
}

/** Answers are written by the contract's own schema: a field that it does not name never leaves the server. */
function responseSchema(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.carries === 'document') return {}
  return { 200: z.toJSONSchema(endpoint.answer, { target: 'draft-7', io: 'output' }) }
}

function send(reply: Reply, answer: unknown): Reply {
  if (!(answer instanceof Answered)) return reply.send(answer)
  if (answer.onceSent) finished(reply.raw, answer.onceSent)
  const { vary, ...headers } = answer.headers
  // What this answer varies with stands beside what all answers vary with.
  if (vary !== undefined) reply.header('vary', [reply.getHeader('vary'), vary].filter(Boolean).join(', '))
  return reply.code(answer.status).headers(headers).send(answer.body)
}
