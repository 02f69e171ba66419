import { linkOf, mailsTo } from './mailbox.ts'
import type { TestPortal } from './test-portal.ts'

export type Visitor = {
  /** Calls `/api/auth/…` over the wire, as the proxy of that network forwards it. */
  post(path: string, payload: object): Promise<{ status: number; body: { error?: string } }>
  /** The same browser, with its cookies, in another network. */
  movedTo(network: string): Visitor
}

/**
 * People at different places in front of a portal that trusts the proxy at 127.0.0.1; with `keepsCookies` like
 * browsers.
 */
export async function visitorsOf(portal: TestPortal) {
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const at = (network: string, jar: Map<string, string> | null): Visitor => ({
    movedTo: (other) => at(other, jar),
    async post(path, payload) {
      const answer = await fetch(`${origin}/api/auth/${path}`, {
        method: 'POST',
        body: JSON.stringify(payload),
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': network,
          cookie: [...(jar ?? [])].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
        jar?.set(name, value)
      }
      return { status: answer.status, body: (await answer.json()) as { error?: string } }
    },
  })
  return (network: string, { keepsCookies = true } = {}) => at(network, keepsCookies ? new Map() : null)
}

/** The newest link mailed to the address under a subject that begins so. */
export async function newestLink(portal: TestPortal, email: string, subject: string) {
  const mail = (await mailsTo(portal, email)).findLast((received) => received.subject?.startsWith(subject))
  const { token } = linkOf(mail ?? {})
  return { email, token }
}
