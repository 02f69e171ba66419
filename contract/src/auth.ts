import { z } from 'zod'
import { SIGN_IN_FIRST, TOO_MANY_ATTEMPTS } from './common-errors.ts'
import { endpoint } from './endpoint.ts'
import { defineError } from './error.ts'
import { done, id } from './fields.ts'

export const session = z.object({
  username: z.string(),
  isAdmin: z.boolean(),
  countyID: id.nullable(),
  countyName: z.string().nullable(),
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
/** So many passwords are being compared or set that this one cannot wait for its turn. */
export const SIGN_IN_BUSY = defineError({
  code: 'sign_in.busy',
  status: 503,
  sentence: 'Too many people are signing in right now. Please try again in a moment.',
})

export const getSession = endpoint({
  name: 'getSession',
  summary: 'Who is signed in.',
  method: 'GET',
  path: '/auth/session',
  access: 'public',
  answer: session,
  errors: [SIGN_IN_FIRST],
})

export const login = endpoint({
  name: 'login',
  summary: 'Signs in and sets the session cookie.',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: z.object({ username: z.string(ENTER_BOTH.sentence), password: z.string(ENTER_BOTH.sentence) }),
  answer: z.object({ success: z.literal(true), userID: id }),
  errors: [ENTER_BOTH, WRONG_SIGN_IN, CONFIRM_FIRST, TOO_MANY_ATTEMPTS, SIGN_IN_BUSY],
})

export const logout = endpoint({
  name: 'logout',
  summary: 'Ends the session; success without one too.',
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  answer: done,
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
  staffEmailDomain: z.string().nullable(),
  timeZone: z.string(),
})
export type Config = z.output<typeof config>

export const getConfig = endpoint({
  name: 'getConfig',
  summary: 'What belongs to one firm: names, years, zone.',
  method: 'GET',
  path: '/config',
  access: 'public',
  answer: config,
  errors: [],
})
