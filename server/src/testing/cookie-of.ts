import type { LightMyRequestResponse } from 'fastify'

/** What a browser sends back after that response: all cookies that it set. */
export function cookieOf({ cookies }: Pick<LightMyRequestResponse, 'cookies'>): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
