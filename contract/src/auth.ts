import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id } from './fields.ts'

export const session = z.object({
  username: z.string(),
  isAdmin: z.boolean(),
  countyID: id.nullable(),
  countyName: z.string().nullable(),
})
export type Session = z.output<typeof session>

export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please wait a while and try again.'
export const WRONG_SIGN_IN = 'Invalid username or password'
export const ENTER_BOTH = 'Please enter your username and password.'
export const CONFIRM_FIRST = 'Please confirm your e-mail address before signing in.'

export const getSession = endpoint({
  name: 'getSession',
  summary: 'Who is signed in.',
  method: 'GET',
  path: '/auth/session',
  access: 'public',
  answer: session,
  errors: [{ status: 401, error: 'Please sign in first.' }],
})

export const login = endpoint({
  name: 'login',
  summary: 'Signs in and sets the session cookie.',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: z.object({ username: z.string(ENTER_BOTH), password: z.string(ENTER_BOTH) }),
  answer: z.object({ success: z.literal(true), userID: id }),
  errors: [
    { status: 400, error: ENTER_BOTH },
    { status: 401, error: WRONG_SIGN_IN },
    { status: 403, error: CONFIRM_FIRST },
    { status: 429, error: TOO_MANY_ATTEMPTS },
  ],
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
