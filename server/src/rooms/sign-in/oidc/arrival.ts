import type { Issuer } from '../../../engines/config/issuers.ts'
import type { Attempt } from '../../../engines/throttle/throttle.ts'
import type { SingleSignOn } from '../open-session.ts'
import type { VerifiedIdentity } from './redeem-authorization-code.ts'

/** `oldToken` is the session that the browser had until now. It ends. */
export type Browser = { oldToken: string | null; userAgent: string | null }

/** The result: a session, a sign-in that waits for its code, or an account whose owner must prove it first. */
export type SingleSignOnEnd =
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'code'; readonly halfToken: string }
  | { readonly kind: 'join' }

/** A person whom an issuer identified, in the browser that was sent there. */
export type Arrival = {
  issuer: Issuer
  told: VerifiedIdentity
  browserHash: Buffer
  browser: Browser
  attempt: Attempt
}

export function singleSignOnBy({ issuer, told }: Pick<Arrival, 'issuer' | 'told'>): SingleSignOn {
  const { name, countsAsSecondFactor } = issuer
  return { issuer: name, countsAsSecondFactor, signedInAt: told.signedInAt }
}
