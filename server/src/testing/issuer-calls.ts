import { beginSingleSignOn } from '@portal/contract/sign-in/single-sign-on.ts'
import type { InjectOptions } from 'fastify'
import { signInAt } from './issuer.ts'
import { PUBLIC_URL, type TestIssuers } from './portal/issuers.ts'
import { ANONYMOUS_PERSON, type TestPortal } from './test-portal.ts'

/** The destination after a successful sign-in, as `whereTo` returns it. */
export const WELCOME = { status: 303, to: `${PUBLIC_URL}/welcome`, sso: null }
/** The destination of everyone else. */
export const atSignIn = (sso: string) => ({ status: 303, to: `${PUBLIC_URL}/login`, sso })

/** The address that the browser was sent to, and the cookie that identifies the browser. */
export type Sent = { address: string; cookie: string }

/** The calls of a browser that signs in by an issuer. */
export function issuerCalls(portal: TestPortal) {
  const begin = async (issuer: keyof TestIssuers, cookie = '', payload: object = {}): Promise<Sent> => {
    const call = { params: { issuer }, headers: { cookie }, payload }
    const answer = await portal.call(ANONYMOUS_PERSON, beginSingleSignOn, call)
    if (answer.statusCode !== 200) throw new Error(`Beginning answered ${answer.body}`)
    const [known] = answer.cookies
    return { ...answer.json<{ address: string }>(), cookie: known ? `${known.name}=${known.value}` : cookie }
  }
  const comeBack = (url: URL, { cookie, ...more }: { cookie: string } & Omit<InjectOptions, 'url'>) =>
    portal.app.inject({
      ...more,
      method: 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { cookie, ...more.headers },
    })
  return {
    begin,
    comeBack,
    /** The whole sign-in, with the cookie of the browser. */
    async signIn(issuer: keyof TestIssuers, subject: string, cookie = '') {
      const sent = await begin(issuer, cookie)
      const answer = await comeBack(await signInAt(sent.address, subject), sent)
      return { answer, cookie: sent.cookie }
    },
  }
}

export type IssuerCalls = ReturnType<typeof issuerCalls>

/** The destination of a response: a path, and its query. */
export function whereTo({ statusCode, headers }: { statusCode: number; headers: Record<string, unknown> }) {
  const url = new URL(String(headers['location']))
  return { status: statusCode, to: `${url.origin}${url.pathname}`, sso: url.searchParams.get('sso') }
}
