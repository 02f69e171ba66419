import { createToken, type ApiToken } from '@portal/contract/account/tokens.ts'
import type { BodyInputOf, Endpoint } from '@portal/contract/endpoint.ts'
import type { AddressParts } from '@portal/contract/call-path.ts'
import type { InjectOptions } from 'fastify'
import { ANONYMOUS_PERSON, type TestPerson, type TestPortal } from './test-portal.ts'

type Wanted = Partial<BodyInputOf<typeof createToken>>
type TokenCall = AddressParts & Pick<InjectOptions, 'payload' | 'headers' | 'remoteAddress'>

/** Calls about API tokens, and calls with them. */
export function tokenCalls(portal: Pick<TestPortal, 'call'>) {
  const ask = (person: TestPerson | null, wanted: Wanted = {}) =>
    portal.call(person, createToken, {
      payload: { label: 'Nightly import', rights: 'read', expiresInDays: 30, ...wanted },
    })
  return {
    /** Asks for a token. */
    ask,
    /**
     * Creates a token.
     * @throws if it is refused.
     */
    async create(person: TestPerson, wanted: Wanted = {}): Promise<{ token: ApiToken; secret: string }> {
      const answer = await ask(person, wanted)
      if (answer.statusCode !== 200)
        throw new Error(`The token answered ${answer.statusCode}: ${answer.body}`)
      return answer.json<{ token: ApiToken; secret: string }>()
    },
    /** Makes a call with a token, without a cookie. */
    call: (secret: string, endpoint: Endpoint, { headers, ...more }: TokenCall = {}) =>
      portal.call(ANONYMOUS_PERSON, endpoint, {
        ...more,
        headers: { ...headers, authorization: `Bearer ${secret}` },
      }),
  }
}
