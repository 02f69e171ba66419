import { login } from '@portal/contract/sign-in/sign-in.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  loginWithCode,
  type SecondFactorSetUp,
} from '@portal/contract/sign-in/second-factor.ts'
import { codeOf, stepAt } from '../records/accounts/second-factor/totp.ts'
import { ANONYMOUS_PERSON, type TestPerson, type TestPortal } from './test-portal.ts'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The key that an authenticator app reads from a typed secret. */
export function readSecret(typed: string): Buffer {
  const bits = Array.from(typed.replaceAll(' ', ''), (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export type TestSecondFactor = { secret: Buffer; recoveryCodes: string[] }

/** Sets up a second factor with the calls of a browser. */
export async function setUpSecondFactor(portal: TestPortal, person: TestPerson): Promise<TestSecondFactor> {
  const begun = await portal.call(person, beginSecondFactor)
  const secret = readSecret(begun.json<SecondFactorSetUp>().secret)
  const code = codeOf(secret, stepAt(portal.clock.now()))
  const confirmed = await portal.call(person, confirmSecondFactor, { payload: { code } })
  if (confirmed.statusCode !== 200) throw new Error(`Confirming answered ${confirmed.body}`)
  return { secret, ...confirmed.json<{ recoveryCodes: string[] }>() }
}

/** The current code of the app. */
export function codeNow({ clock }: TestPortal, { secret }: TestSecondFactor): string {
  return codeOf(secret, stepAt(clock.now()))
}

/** Advances the time until the app shows another code, and returns it. */
export function nextCode(portal: TestPortal, factor: TestSecondFactor): string {
  portal.clock.advance(STEP_MS)
  return codeNow(portal, factor)
}

/** The cookie of a sign-in that waits for its code. */
export async function givePassword(
  portal: TestPortal,
  { email, password }: TestPerson,
  remoteAddress = '127.0.0.1',
): Promise<string> {
  const payload = { username: email, password }
  const answer = await portal.call(ANONYMOUS_PERSON, login, { payload, remoteAddress })
  const [cookie] = answer.cookies
  if (answer.statusCode !== 403 || !cookie) throw new Error(`No code was asked for: ${answer.body}`)
  return `${cookie.name}=${cookie.value}`
}

type Step = { cookie: string; code: unknown; remoteAddress?: string }

/** The second step, with the cookie of the first. */
export function giveCode(portal: TestPortal, { cookie, code, remoteAddress = '127.0.0.1' }: Step) {
  return portal.call(ANONYMOUS_PERSON, loginWithCode, {
    payload: { code },
    headers: { cookie },
    remoteAddress,
  })
}
