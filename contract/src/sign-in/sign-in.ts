import { z } from 'zod'
import { SECOND_FACTOR_REQUIRED } from './code-errors.ts'
import { SIGN_IN_FIRST, TOO_MANY_ATTEMPTS } from '../common-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { done, id } from '../fields.ts'
import { RIGHTS } from '../access/rights.ts'

export const session = z.object({
  username: z.string(),
  /** Identifies this session in a sign-out; changes when the session gets a new token. Grants no access. */
  sessionKey: z.string(),
  isAdmin: z.boolean(),
  /** The county that the person works for; with several counties, the one that they chose last. */
  countyID: id.nullable(),
  countyName: z.string().nullable(),
  /**
   * The person's counties, sorted by name; an administrator of the firm sees every county, and may belong to none.
   * `isClosed` is set only for a county that no longer accepts documents.
   */
  counties: z.array(z.object({ CountyID: id, Name: z.string(), isClosed: z.literal(true).optional() })),
  rights: z.array(z.enum(RIGHTS)),
  /** What the person must do about their second factor before any other call; not set if nothing. */
  secondFactor: z.enum(['to set up', 'to give']).optional(),
})
export type Session = z.output<typeof session>

export const WRONG_SIGN_IN = defineError({
  code: 'sign_in.wrong',
  status: 401,
  sentence: 'Invalid username or password',
})
export const ENTER_BOTH = defineError({
  code: 'sign_in.incomplete',
  status: 400,
  sentence: 'Please enter your username and password.',
})
export const CONFIRM_FIRST = defineError({
  code: 'sign_in.unconfirmed',
  status: 403,
  sentence: 'Please confirm your e-mail address before signing in.',
})
/** The queue for password hashing is full. */
export const SIGN_IN_BUSY = defineError({
  code: 'sign_in.busy',
  status: 503,
  logged: 'info',
  sentence: 'Too many people are signing in right now. Please try again in a moment.',
})
/** Errors of every call that hashes a password, because hashing is slow. */
export const hashingErrors = [TOO_MANY_ATTEMPTS, SIGN_IN_BUSY] as const

export const getSession = endpoint({
  summary: 'Who is signed in.',
  method: 'GET',
  path: '/auth/session',
  access: 'public',
  result: session,
  errors: [SIGN_IN_FIRST],
})

export const NOT_A_COUNTY_OF_YOURS = defineError({
  code: 'session.county_not_yours',
  status: 403,
  sentence: 'You may only choose a county that you belong to.',
})

export const chooseCounty = endpoint({
  summary: 'Chooses which of their counties a person works for, in all their sessions.',
  method: 'POST',
  path: '/auth/county',
  access: 'session',
  body: z.object({ countyId: id }),
  result: session,
  errors: [NOT_A_COUNTY_OF_YOURS],
})

export const login = endpoint({
  summary:
    'Signs in and sets the session cookie. Who has a second factor hears that its code comes next, and gets a cookie for that alone.',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: z.object({ username: z.string(ENTER_BOTH.sentence), password: z.string(ENTER_BOTH.sentence) }),
  result: z.object({ success: z.literal(true), userID: id }),
  errors: [ENTER_BOTH, WRONG_SIGN_IN, CONFIRM_FIRST, SECOND_FACTOR_REQUIRED, ...hashingErrors],
})

export const logout = endpoint({
  summary:
    'Ends the session; success without one too. With a `sessionKey` it ends the caller’s session only if that is its key. `continueAt` is where the browser ends the sign-in at the issuer that it was begun with.',
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  body: z.object({ sessionKey: z.string('A sessionKey is a text.').optional() }),
  result: done.extend({ continueAt: z.string().optional() }),
  errors: [],
})

export const config = z.object({
  companyName: z.string(),
  companyUrl: z.string(),
  companyLogo: z.string(),
  companyTagline: z.string(),
  helpdeskContact: z.string(),
  footerYear: z.int(),
  newestAppraisalYear: z.int(),
  /** The maximum file size, in bytes. */
  maxUploadBytes: z.int(),
  staffEmailDomain: z.string().nullable(),
  timeZone: z.string(),
})
export type Config = z.output<typeof config>

export const getConfig = endpoint({
  summary: 'What belongs to one firm: names, years, zone.',
  method: 'GET',
  path: '/config',
  access: 'public',
  result: config,
  errors: [],
})
