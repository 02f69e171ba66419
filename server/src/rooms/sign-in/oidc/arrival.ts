import type { Issuer } from '../../../engines/config/issuers.ts'
import type { Attempt } from '../../../engines/throttle/throttle.ts'
import type { SingleSignOn } from '../open-session.ts'
import type { VerifiedIdentity } from './redeem-authorization-code.ts'

/** `oldToken` is the session that the browser held until now; it ends. */
export type Browser = { oldToken: string | null; userAgent: string | null }

/** What comes of it: a session, a sign-in that waits for its code, or an account that waits to be proved. */
export type SingleSignOnEnd =
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'code'; readonly halfToken: string }
  | { readonly kind: 'join' }

/** Somebody of whom an issuer has said who they are, in a browser that was sent there. */
export type Arrival = {
  issuer: Issuer
  told: VerifiedIdentity
  browserHash: Buffer
  browser: Browser
  attempt: Attempt
}

/** How somebody who arrives so has proved who they are. */
export function singleSignOnBy({ issuer, told }: Pick<Arrival, 'issuer' | 'told'>): SingleSignOn {
  const { name, countsAsSecondFactor } = issuer
  return { issuer: name, countsAsSecondFactor, signedInAt: told.signedInAt }
}
