import { z } from 'zod'
import { TOO_MANY_ATTEMPTS } from '../common-errors.ts'
import { endpoint } from '../endpoint.ts'
import { done, id, moment, pathId, text } from '../fields.ts'
import {
  ALREADY_JOINED,
  ACCESS_FROM_ISSUER,
  IDENTITY_NOT_FOUND,
  ISSUER_AWAY,
  ISSUER_UNKNOWN,
  LAST_WAY_IN,
  NO_PENDING_IDENTITY,
  RETURN_ERRORS,
} from './single-sign-on-errors.ts'

// Signing in with an external account (OpenID Connect) of one of the issuers in the settings.

const issuerId = text().max(100)

export const IDENTITY_REMOVED = 'This sign-in was removed and can no longer be used.'

export const listIssuers = endpoint({
  summary: 'With whose accounts people may sign in; `name` is what the button says.',
  method: 'GET',
  path: '/auth/oidc',
  access: 'public',
  result: z.array(z.object({ id: issuerId, name: z.string() })),
  errors: [],
})

export const beginSingleSignOn = endpoint({
  summary:
    'Where the browser goes to sign in with an issuer (OpenID Connect, code flow with PKCE); good for 10 minutes, once, in this browser. With `again` the issuer has them sign in anew, whatever it remembers: that proves who acts.',
  method: 'POST',
  path: '/auth/oidc/:issuer/begin',
  access: 'public',
  params: z.object({ issuer: issuerId }),
  body: z.object({ again: z.boolean('This must be true or false.').optional() }),
  result: z.object({ address: z.string() }),
  errors: [ISSUER_UNKNOWN, ISSUER_AWAY, TOO_MANY_ATTEMPTS],
  fallback: 'This sign-in could not be begun. Please try again, or sign in with your password.',
})

/** Values of the sign-in screen's query parameter, in addition to the codes of errors. */
export const RETURNS = {
  /** The next step is the code of the second factor. */
  code: 'code',
  /** The address already has an account; the next step is to sign in to it as proof. */
  join: 'join',
} as const

export const finishSingleSignOn = endpoint({
  summary:
    'Where an issuer sends the browser back to, with `code`, `state` and `iss` or with `error`. Sets the session cookie and goes on to the welcome screen, or to the sign-in screen with what is wrong or comes next: `sso` and `with` of its query.',
  method: 'GET',
  path: '/auth/oidc/:issuer/callback',
  access: 'public',
  params: z.object({ issuer: issuerId }),
  result: z.null(),
  errors: [...RETURN_ERRORS, TOO_MANY_ATTEMPTS],
})

export const getIdentityToJoin = endpoint({
  summary:
    'What waits in this browser to be joined to the account of whoever is signed in: `name` of the issuer, null where nothing does.',
  method: 'GET',
  path: '/auth/oidc/join',
  access: 'session',
  result: z.object({ name: z.string().nullable() }),
  errors: [],
})

/** `{name}` stands for the name of the issuer. */
export const IDENTITY_JOINED = '{name} is joined to your account, and signs you in from now on.'

export const joinIdentity = endpoint({
  summary:
    'Joins to the account of whoever is signed in the identity with which they came back to this browser less than 10 minutes ago.',
  method: 'POST',
  path: '/auth/oidc/join',
  access: 'session',
  needsProof: true,
  result: done,
  errors: [NO_PENDING_IDENTITY, ALREADY_JOINED],
  fallback: 'This sign-in could not be joined to your account. Please try again.',
})

export const identity = z.object({
  id,
  /** The name of the issuer, or its address if the portal no longer offers it. */
  name: z.string(),
  /** The id that starts a sign-in with the issuer; null if the portal no longer offers it. */
  issuer: issuerId.nullable(),
  joined: moment,
  lastUsed: moment,
  /**
   * Why it cannot be removed: it grants the person's access, or it is their only way to sign in. Null if it can be
   * removed.
   */
  stays: z.enum(['gives access', 'only way in']).nullable(),
})
export type Identity = z.output<typeof identity>

export const listIdentities = endpoint({
  summary: 'The accounts elsewhere that sign in to the account of whoever is signed in, the newest first.',
  method: 'GET',
  path: '/auth/identities',
  access: 'session',
  beforeSecondFactor: 'to set up',
  result: z.array(identity),
  errors: [],
})

export const removeIdentity = endpoint({
  summary: 'Removes one of them, where another way to sign in remains.',
  method: 'DELETE',
  path: '/auth/identities/:id',
  access: 'session',
  needsProof: true,
  params: z.object({ id: pathId('The id of the sign-in') }),
  result: done,
  errors: [IDENTITY_NOT_FOUND, ACCESS_FROM_ISSUER, LAST_WAY_IN],
  fallback: 'This sign-in could not be removed. Please try again.',
})
