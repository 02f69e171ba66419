import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginSingleSignOn } from '@portal/contract/single-sign-on.ts'
import type { InjectOptions } from 'fastify'
import { CLIENT_SECRET, signInAt, startIssuer, type TestIssuer } from './issuer.ts'
import { NOBODY, testPortal, type TestPortal } from './test-portal.ts'

const PUBLIC_URL = 'http://localhost:3000'

/** Where whoever is signed in comes to, as `whereTo` tells it. */
export const WELCOME = { status: 303, to: `${PUBLIC_URL}/welcome`, sso: null }
/** Where everybody else does. */
export const atSignIn = (sso: string) => ({ status: 303, to: `${PUBLIC_URL}/login`, sso })

function start(id: IssuerId, saysAllInToken: boolean): Promise<TestIssuer> {
  const callback = `${PUBLIC_URL}/api/auth/oidc/${id}/callback`
  return startIssuer({ callback, afterSignOut: `${PUBLIC_URL}/login`, saysAllInToken })
}

/** Two real issuers that a portal may name: the firm's, and that of a county. */
export async function startTestIssuers() {
  const [firm, county] = await Promise.all([start('firm', false), start('county', true)])
  return { firm, county, close: () => Promise.all([firm.close(), county.close()]) }
}

type TestIssuers = Awaited<ReturnType<typeof startTestIssuers>>

/** What the settings say of an issuer, save what the tests say themselves. */
const settingsOf = (id: string, { address }: TestIssuer) => ({
  id,
  name: `Account of the ${id}`,
  issuer: address,
  clientId: 'portal',
  clientSecretFile: 'secret',
  scope: 'openid email profile groups',
  domains: [`${id}.example`],
  rules: [
    { groups: ['appraisers'], counties: ['389', '475'], role: 'staff' },
    { groups: ['auditors'], counties: ['389'], role: 'reader' },
    { domain: 'county.example', counties: ['389'], role: 'user' },
  ],
})

/** A portal that offers those issuers; `changed` is what is other of both, `environment` what else the settings say. */
export async function singleSignOnPortal(
  issuers: TestIssuers,
  changed: object = {},
  environment: Record<string, string> = {},
): Promise<TestPortal> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-issuers-'))
  const file = join(folder, 'issuers.json')
  await writeFile(join(folder, 'secret'), `${CLIENT_SECRET}\n`)
  const named = [settingsOf('firm', issuers.firm), settingsOf('county', issuers.county)]
  await writeFile(file, JSON.stringify(named.map((one) => ({ ...one, ...changed }))))
  const portal = await testPortal({ environment: { ...environment, OIDC_ISSUERS: file, PUBLIC_URL } })
  await rm(folder, { recursive: true })
  return portal
}

export type IssuerId = 'firm' | 'county'

/** Where the browser was sent to, and the cookie that says which browser it is. */
export type Sent = { address: string; cookie: string }

/** What people do who sign in to a portal by an issuer. */
export function browserAt(portal: TestPortal) {
  const begin = async (issuer: IssuerId, cookie = '', payload: object = {}): Promise<Sent> => {
    const call = { params: { issuer }, headers: { cookie }, payload }
    const answer = await portal.call(NOBODY, beginSingleSignOn, call)
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
    /** The whole of it, and the cookie of the browser. */
    async signIn(issuer: IssuerId, subject: string, cookie = '') {
      const sent = await begin(issuer, cookie)
      const answer = await comeBack(await signInAt(sent.address, subject), sent)
      return { answer, cookie: sent.cookie }
    },
  }
}

export type TestBrowser = ReturnType<typeof browserAt>

/** Where an answer sends the browser: a path, and what its query says. */
export function whereTo({ statusCode, headers }: { statusCode: number; headers: Record<string, unknown> }) {
  const url = new URL(String(headers['location']))
  return { status: statusCode, to: `${url.origin}${url.pathname}`, sso: url.searchParams.get('sso') }
}
