import { defineError } from './error.ts'

// Errors that any call can return in addition to its own.

/** An invalid field; `problem` is the sentence that the form shows at the field. */
export const REQUEST_INVALID = defineError({ code: 'request.invalid', status: 400, sentence: '{problem}' })
export const REQUEST_UNREADABLE = defineError({
  code: 'request.unreadable',
  status: 400,
  sentence: 'The request could not be read.',
})
export const JSON_INVALID = defineError({
  code: 'request.json_invalid',
  status: 400,
  sentence: 'The request could not be read: its JSON is not valid.',
})
export const REQUEST_INCOMPLETE = defineError({
  code: 'request.incomplete',
  status: 400,
  sentence: 'The request arrived incomplete. Please try again.',
})
export const ADDRESS_INVALID = defineError({
  code: 'request.address_invalid',
  status: 400,
  sentence: 'This address is not valid.',
})
export const SIGN_IN_FIRST = defineError({
  code: 'session.required',
  status: 401,
  sentence: 'Please sign in first.',
})
/** The browser then asks the user to confirm their identity, and repeats the call. */
export const PROOF_REQUIRED = defineError({
  code: 'session.proof_required',
  status: 403,
  sentence: 'Please confirm your identity first.',
})
/** The role requires more than the password of this sign-in; the session response says what is missing. */
export const SECOND_FACTOR_NEEDED = defineError({
  code: 'session.second_factor_needed',
  status: 403,
  sentence:
    'Your role requires two-step verification. Please open the portal in a browser, which leads you through it.',
})
export const OTHER_ORIGIN = defineError({
  code: 'request.other_origin',
  status: 403,
  sentence: 'This request came from another site and was refused.',
})
export const UNKNOWN_ADDRESS = defineError({
  code: 'request.address_unknown',
  status: 404,
  sentence: 'This address does not exist.',
})
export const METHOD_NOT_ALLOWED = defineError({
  code: 'request.method_not_allowed',
  status: 405,
  sentence: '{method} is not allowed here.',
})
export const REQUEST_TOO_SLOW = defineError({
  code: 'request.too_slow',
  status: 408,
  sentence: 'The request took too long to arrive. Please try again.',
})
export const REQUEST_TOO_LARGE = defineError({
  code: 'request.too_large',
  status: 413,
  sentence: 'The request is too large.',
})
export const NOT_JSON = defineError({
  code: 'request.not_json',
  status: 415,
  sentence: 'This content type is not understood here. Please send JSON.',
})
export const TOO_MANY_ATTEMPTS = defineError({
  code: 'request.too_many',
  status: 429,
  sentence: 'Too many attempts. Please wait a while and try again.',
})
export const HEADERS_TOO_LARGE = defineError({
  code: 'request.headers_too_large',
  status: 431,
  sentence: 'The headers of the request are too large.',
})
/** Any unexpected failure. A call's own fallback replaces this sentence. */
export const SOMETHING_WENT_WRONG = defineError({
  code: 'portal.unexpected',
  status: 500,
  sentence: 'Something went wrong on our side. Please try again later.',
})
export const DATABASE_AWAY = defineError({
  code: 'portal.database_away',
  status: 503,
  sentence: 'The portal cannot reach its database right now. Please try again in a minute.',
})
/** The database aborted one of several transactions that contended for the same records. */
export const RECORDS_CONTESTED = defineError({
  code: 'portal.records_contested',
  status: 503,
  sentence: 'Somebody else was changing the same records at this moment. Please try again.',
})
export const DISK_FULL = defineError({
  code: 'portal.disk_full',
  status: 503,
  sentence: 'The portal has no room left to store files. Please tell the helpdesk and try again later.',
})
/** The document bucket, which is on another machine, is unreachable. */
export const STORAGE_AWAY = defineError({
  code: 'portal.storage_away',
  status: 503,
  sentence: 'The portal cannot reach the store of the documents right now. Please try again in a minute.',
})
export const LIMITER_DOWN = defineError({
  code: 'portal.limiter_down',
  status: 503,
  sentence: 'The portal cannot count attempts right now. Please try again in a minute.',
})
