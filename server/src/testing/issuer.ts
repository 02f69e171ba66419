import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** An issuer's claims about a person, besides their name there. */
export type IssuerPerson = {
  readonly email?: string
  readonly email_verified?: unknown
  readonly name?: string
  readonly groups?: readonly string[]
}

export const CLIENT_SECRET = 'a secret of the portal and the issuer alone'

/** The library prints at every start which settings a real issuer would need. */
for (const level of ['info', 'warn'] as const) {
  const say = console[level]
  console[level] = (...words: unknown[]) => {
    if (!String(words[0]).startsWith('oidc-provider ')) say(...words)
  }
}

type Options = {
  /** The address that it may send browsers back to. */
  readonly callback: string
  readonly afterSignOut: string
  /** Whether the ID token has all claims, instead of the user info. */
  readonly saysAllInToken?: boolean
}

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>

/** A real issuer on its own port. People sign in on its page with their name there, and any password. */
export async function startIssuer({ callback, afterSignOut, saysAllInToken = false }: Options) {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, IssuerPerson>()
  const provider = new Provider(address, {
    clients: [
      {
        client_id: 'portal',
        client_secret: CLIENT_SECRET,
        redirect_uris: [callback],
        post_logout_redirect_uris: [afterSignOut],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: !saysAllInToken,
    findAccount: (_context, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) }
    },
    pkce: { required: () => true },
    features: { rpInitiatedLogout: { enabled: true } },
    cookies: { keys: ['only for tests'] },
    // Skips the question whether the portal may see the person's data.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider: own } = oidc
      if (!client || !session?.accountId) return undefined
      const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  const paths: string[] = []
  let isAway = false
  server.on('request', (request, response) => {
    paths.push(request.url ?? '')
    if (isAway) request.socket.destroy()
    else void handle(request, response)
  })
  return {
    address,
    /** The requested paths so far. */
    paths,
    /** Adds a person, or replaces the one with that name. */
    knows: (subject: string, person: IssuerPerson) => void people.set(subject, person),
    goAway: () => void (isAway = true),
    comeBack: () => void (isAway = false),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Signs in at an issuer like a browser, up to the address that it sends the browser back to. */
export async function signInAt(address: string, subject: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const visit = async (url: URL, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const issuer = new URL(address).origin
  let url = new URL(address)
  for (let steps = 0; steps < 10; steps += 1) {
    const isForm = url.pathname.startsWith('/interaction/')
    const body = new URLSearchParams({ prompt: 'login', login: subject, password: 'any' })
    const answer = await visit(url, isForm ? body : undefined)
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The issuer answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url)
    if (url.origin !== issuer) return url
  }
  throw new Error('The issuer sends the browser around in a circle.')
}
