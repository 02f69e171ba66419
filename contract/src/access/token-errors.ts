import { defineError } from '../error.ts'

// Errors of calls with an API token. Any call can return them.

/** The same for an unknown, expired or revoked token, another network, and an owner who may not sign in. */
export const TOKEN_REFUSED = defineError({
  code: 'token.refused',
  status: 401,
  sentence:
    'This API token is not accepted. It may be expired or revoked, or not allowed from this network. Please create another one.',
})
export const TOKEN_NOT_ALLOWED = defineError({
  code: 'token.not_allowed',
  status: 403,
  sentence: 'API tokens cannot do this. Please sign in to the portal in a browser.',
})
export const TOKEN_ONLY_READS = defineError({
  code: 'token.only_reads',
  status: 403,
  sentence: 'This API token may only read. Please use one that may read and write.',
})
export const TOKEN_OF_COUNTIES = defineError({
  code: 'token.of_counties',
  status: 403,
  sentence: 'An API token for selected counties cannot do this. Please use one for all of your counties.',
})
