import { beginPasskeyProof, proveIdentity } from '@portal/contract/account/account.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  loginByPasskey,
  type Passkey,
} from '@portal/contract/sign-in/passkeys.ts'
import type { PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '@portal/contract/sign-in/webauthn.ts'
import { createPasskey, signWith, type HeldKey, type AuthenticatorOptions } from './authenticator.ts'
import { ANONYMOUS_PERSON, type TestPerson, type TestPortal } from './test-portal.ts'

/** The sign-in request to a browser, and the cookie that identifies the browser. */
export type PasskeyRequestAndCookie = { request: PasskeyRequest; cookie: string }

/** The calls of people with passkeys. */
export function passkeyCalls(portal: TestPortal) {
  const begin = async (): Promise<PasskeyRequestAndCookie> => {
    const answer = await portal.call(ANONYMOUS_PERSON, beginPasskeySignIn)
    const [cookie] = answer.cookies
    return { request: answer.json<PasskeyRequest>(), cookie: `${cookie?.name}=${cookie?.value}` }
  }
  const send = (
    passkey: PasskeyAssertion,
    { cookie }: Pick<PasskeyRequestAndCookie, 'cookie'>,
    more: object = {},
  ) => portal.call(ANONYMOUS_PERSON, loginByPasskey, { payload: { passkey }, headers: { cookie }, ...more })
  const beginProof = async (person: TestPerson) => {
    const { request } = (await portal.call(person, beginPasskeyProof)).json<{
      request: PasskeyRequest | null
    }>()
    if (!request) throw new Error(`${person.email} has no passkey to prove by.`)
    return request
  }
  return {
    begin,
    send,
    beginProof,
    /** The options for a new passkey. */
    options: async (person: TestPerson) => (await portal.call(person, beginPasskey)).json<PasskeyCreation>(),
    /** Adds a device's passkey to a person's account. */
    async add(person: TestPerson, name = 'Laptop', said: Partial<AuthenticatorOptions> = {}) {
      const options = (await portal.call(person, beginPasskey)).json<PasskeyCreation>()
      const { key, attestation } = createPasskey(options, said)
      const answer = await portal.call(person, addPasskey, { payload: { name, passkey: attestation } })
      if (answer.statusCode !== 200) throw new Error(`Adding a passkey answered ${answer.body}`)
      return { key, passkey: answer.json<{ passkey: Passkey }>().passkey, attestation }
    },
    /** Signs in with a key, from the first call on. */
    async signIn(key: HeldKey, said: Partial<AuthenticatorOptions> = {}, more: object = {}) {
      const begun = await begin()
      return send(signWith(key, begun.request, said), begun, more)
    },
    /** Proves identity in a session with a key. */
    async prove(person: TestPerson, key: HeldKey, said: Partial<AuthenticatorOptions> = {}) {
      const passkey = signWith(key, await beginProof(person), said)
      return portal.call(person, proveIdentity, { payload: { passkey } })
    },
  }
}
