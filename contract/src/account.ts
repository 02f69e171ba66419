import { z } from 'zod'
import { SIGN_IN_BUSY } from './auth.ts'
import { TOO_MANY_ATTEMPTS } from './common-errors.ts'
import { endpoint } from './endpoint.ts'
import { defineError } from './error.ts'
import { done } from './fields.ts'

// What people do with the account that they are signed in to.

export const ENTER_PASSWORD = defineError({
  code: 'account.password_required',
  status: 400,
  sentence: 'Please enter your password.',
})
/** Not 401: the session lives on. */
export const WRONG_PASSWORD = defineError({
  code: 'account.password_wrong',
  status: 403,
  sentence: 'This password is not right. Please try again.',
})

export const proveIdentity = endpoint({
  name: 'proveIdentity',
  summary:
    'Proves by the password who it is that acts in this session: for 10 minutes it may do what asks for a proof.',
  method: 'POST',
  path: '/auth/prove',
  access: 'session',
  body: z.object({ password: z.string(ENTER_PASSWORD.sentence) }),
  answer: done,
  errors: [ENTER_PASSWORD, WRONG_PASSWORD, TOO_MANY_ATTEMPTS, SIGN_IN_BUSY],
})
