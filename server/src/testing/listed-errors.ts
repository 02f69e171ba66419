import type { Endpoint } from '@portal/contract/endpoint.ts'
import { COMMON_ERRORS, ROOMS, type NamedCall } from '@portal/contract/every-call.ts'
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import type { App } from '../engines/http/app-types.ts'

const CALLS = ROOMS.flatMap(({ calls }) => calls).map((call) => ({ call, pattern: patternOf(call) }))
/** A path with more fixed segments counts before one with parameters. */
const BY_FIXED_SEGMENTS = CALLS.toSorted((one, other) => parameters(one.call) - parameters(other.call))

/** From now on a test fails if a call returns an error that its contract does not list. */
export function requireListedErrors(app: App): void {
  const inject = app.inject.bind(app) as (asked: InjectOptions) => Promise<Response>
  Object.assign(app, {
    inject: async (asked: InjectOptions) => {
      const answer = await inject(asked)
      requireListedError(asked, answer)
      return answer
    },
  })
}

function requireListedError(asked: InjectOptions, { statusCode, body }: Response): void {
  const call = callOf(asked)
  const code = statusCode < 400 ? null : codeIn(body)
  if (!call || code === null) return
  if ([...call.errors, ...COMMON_ERRORS].some((error) => error.code === code)) return
  throw new Error(
    `${call.name} has answered ${statusCode} '${code}', which the contract does not list for it.`,
  )
}

function callOf({ method = 'GET', url }: InjectOptions): NamedCall | undefined {
  if (typeof url !== 'string') return undefined
  const path = new URL(url, 'http://portal.example').pathname
  const asked = method === 'HEAD' ? 'GET' : method
  return BY_FIXED_SEGMENTS.find(({ call, pattern }) => call.method === asked && pattern.test(path))?.call
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`)
}

function parameters({ path }: Endpoint): number {
  return path.split(':').length
}

/** Null if the body is not a failure of the portal, such as the page for a browser tab. */
function codeIn(body: string): string | null {
  try {
    const { code } = Object(JSON.parse(body)) as { code?: unknown }
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
