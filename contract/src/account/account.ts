import { z } from 'zod'
import { hashingErrors } from '../sign-in/sign-in.ts'
import { ENTER_CODE, SECOND_FACTOR_REQUIRED, WRONG_CODE } from '../sign-in/code-errors.ts'
import { TOO_MANY_ATTEMPTS } from '../common-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { done, id, moment, pathId, typedText } from '../fields.ts'
import { NAME_NOT_PLAIN, NAME_TOO_LONG, NAME_MISLEADING } from '../plain-name.ts'
import { passwordErrors, TOO_LONG } from '../sign-in/password-errors.ts'
import {
  PASSKEY_INCOMPLETE,
  PASSKEYS_UNAVAILABLE,
  passkeyAssertion,
  passkeyRequest,
} from '../sign-in/webauthn.ts'

// Calls by which people manage their own account.

export const ENTER_PASSWORD = defineError({
  code: 'account.password_required',
  status: 400,
  sentence: 'Please enter your password.',
})
export const ENTER_NEW_PASSWORD = defineError({
  code: 'account.new_password_required',
  status: 400,
  sentence: 'Please enter a new password.',
})
/** Not 401, because the session stays valid. */
export const WRONG_PASSWORD = defineError({
  code: 'account.password_wrong',
  status: 403,
  sentence: 'This password is not right. Please try again.',
})
/** Not 401, for the same reason. */
export const PASSKEY_REFUSED = defineError({
  code: 'account.passkey_refused',
  status: 403,
  sentence: 'This passkey was not accepted. Please try again, or use another way.',
})
export const SESSION_NOT_FOUND = defineError({
  code: 'account.session_not_found',
  status: 404,
  sentence: 'This session has ended already.',
})

export const PASSWORD_CHANGED = 'Your password was changed. You are signed out everywhere else.'
export const NAME_SAVED = 'Your name was saved.'
export const SESSION_ENDED = 'That session has ended.'
export const OTHERS_ENDED = 'You are signed out everywhere else.'

export const proveIdentity = endpoint({
  summary:
    'Proves by the password, by a code of the second factor or by a passkey who it is that acts in this session: for 10 minutes it may do what asks for a proof.',
  method: 'POST',
  path: '/auth/prove',
  access: 'session',
  beforeSecondFactor: 'to give',
  body: z.object({
    password: z.string(ENTER_PASSWORD.sentence).optional(),
    code: z.string(ENTER_CODE.sentence).optional(),
    passkey: passkeyAssertion.optional(),
  }),
  result: done,
  errors: [
    ENTER_PASSWORD,
    ENTER_CODE,
    WRONG_PASSWORD,
    SECOND_FACTOR_REQUIRED,
    WRONG_CODE,
    PASSKEY_INCOMPLETE,
    PASSKEY_REFUSED,
    PASSKEYS_UNAVAILABLE,
    ...hashingErrors,
  ],
})

export const beginPasskeyProof = endpoint({
  summary:
    'What the browser proves by with one of their passkeys; null where there is none that it could. Good for 5 minutes, once, in this session.',
  method: 'POST',
  path: '/auth/prove/begin',
  access: 'session',
  beforeSecondFactor: 'to give',
  result: z.object({ request: passkeyRequest.nullable() }),
  errors: [TOO_MANY_ATTEMPTS],
})

export const account = z.object({
  username: z.string(),
  /** The person's name; null if they have not entered one. */
  name: z.string().nullable(),
  /** When the password was last set; null without a password. */
  passwordChangedAt: moment.nullable(),
})
export type Account = z.output<typeof account>

export const getAccount = endpoint({
  summary: 'The account of whoever is signed in.',
  method: 'GET',
  path: '/auth/account',
  access: 'session',
  beforeSecondFactor: 'to set up',
  result: account,
  errors: [],
})

export const patchAccount = endpoint({
  summary: 'Sets the name of whoever is signed in; an empty one is none.',
  method: 'PATCH',
  path: '/auth/account',
  access: 'session',
  body: z.object({ name: typedText(NAME_NOT_PLAIN, NAME_TOO_LONG).nullable() }),
  result: account,
  errors: [NAME_TOO_LONG, NAME_NOT_PLAIN, NAME_MISLEADING],
  fallback: 'Your name could not be saved. Please try again.',
})

export const changePassword = endpoint({
  summary: 'Sets a new password by the current one. This session gets a new cookie; all others end.',
  method: 'POST',
  path: '/auth/change-password',
  access: 'session',
  body: z.object({
    currentPassword: z.string(ENTER_PASSWORD.sentence),
    newPassword: typedText(ENTER_NEW_PASSWORD, TOO_LONG),
  }),
  result: done,
  errors: [
    ENTER_PASSWORD,
    ENTER_NEW_PASSWORD,
    ...passwordErrors,
    WRONG_PASSWORD,
    SECOND_FACTOR_REQUIRED,
    ...hashingErrors,
  ],
  fallback: 'Your password could not be changed. Please try again.',
})

export const ownSession = z.object({
  id,
  /** Whether this is the session of the current request. */
  isThis: z.boolean(),
  begun: moment,
  /** Accurate to the minute. */
  lastSeen: moment,
  /** The network address when the session started. */
  address: z.string(),
  /** Such as `Firefox on Windows`; null if the program did not identify itself. */
  browser: z.string().nullable(),
})
export type OwnSession = z.output<typeof ownSession>

export const listSessions = endpoint({
  summary:
    'Where whoever is signed in is signed in: the sessions that live, the last seen first, 100 at most.',
  method: 'GET',
  path: '/auth/sessions',
  access: 'session',
  result: z.array(ownSession),
  errors: [],
})

export const endSession = endpoint({
  summary: 'Ends one of their own sessions.',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'session',
  params: z.object({ id: pathId('The id of the session') }),
  result: done,
  errors: [SESSION_NOT_FOUND],
  fallback: 'The session could not be ended. Please try again.',
})

export const endOtherSessions = endpoint({
  summary: 'Ends all their own sessions but the one that asks.',
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'session',
  result: done,
  errors: [],
  fallback: 'The other sessions could not be ended. Please try again.',
})

export const ownAct = z.object({
  at: moment,
  /** A sentence without a full stop, such as `Uploaded file 17 (roll.pdf)`. */
  what: z.string(),
  /** The network address of the request. */
  from: z.string(),
})
export type OwnAct = z.output<typeof ownAct>

const BEFORE = 'before must be taken from an earlier answer.'

export const listOwnActs = endpoint({
  summary:
    'What whoever is signed in did, newest first, 50 at a time; `next` is the `before` of those before.',
  method: 'GET',
  path: '/auth/acts',
  access: 'session',
  query: z.object({
    before: z
      .union([
        z.literal('').transform(() => undefined),
        z.string(BEFORE).regex(/^\d{1,15}-\d{1,18}$/, BEFORE),
      ])
      .optional(),
  }),
  result: z.object({ acts: z.array(ownAct), next: z.string().nullable() }),
  errors: [],
})
