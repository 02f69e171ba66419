import { z } from 'zod'
import { TOO_MANY_ATTEMPTS } from '../common-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { done, id, moment, pathId, queryNumber, typedText } from '../fields.ts'
import { NAME_NOT_PLAIN, NAME_TOO_LONG } from '../plain-name.ts'

// API tokens: secrets by which programs make calls for a person.

/** Tokens of one person that work at the same time. */
export const MAX_TOKENS = 20
/** Days until a token expires, at most. */
const MAX_TOKEN_DAYS = 366
/** Networks that one token names at most. */
const MAX_TOKEN_NETWORKS = 20
/** Counties that one token names at most. */
const MAX_TOKEN_COUNTIES = 1000
const LONGEST_NETWORK = 43

export const TOKEN_RIGHTS = ['read', 'read and write'] as const

export const TOKEN_LABEL_REQUIRED = defineError({
  code: 'token.label_required',
  status: 400,
  sentence: 'Please enter a name for the token, such as the program that uses it.',
})
export const TOKEN_DAYS_INVALID = defineError({
  code: 'token.days_invalid',
  status: 400,
  sentence: `An API token is valid for 1 to ${MAX_TOKEN_DAYS} days. Please enter a number of days.`,
})
export const TOKEN_NETWORK_INVALID = defineError({
  code: 'token.network_invalid',
  status: 400,
  sentence: `Enter at most ${MAX_TOKEN_NETWORKS} networks, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48.`,
})
export const TOKEN_COUNTY_INVALID = defineError({
  code: 'token.county_invalid',
  status: 400,
  sentence: 'Choose at least one of your counties, or all of them.',
})
export const TOO_MANY_TOKENS = defineError({
  code: 'token.too_many',
  status: 409,
  sentence: `You have ${MAX_TOKENS} API tokens already. Please revoke one first.`,
})
export const TOKEN_NOT_FOUND = defineError({
  code: 'token.not_found',
  status: 404,
  sentence: 'This API token was revoked already.',
})

export const TOKEN_CREATED = 'The API token was created. Copy it now: it is not shown again.'
export const TOKEN_REVOKED = 'The API token was revoked. It no longer works.'

export const apiToken = z.object({
  id,
  label: z.string(),
  /** The last four characters of the secret, to recognize it. */
  ending: z.string(),
  rights: z.enum(TOKEN_RIGHTS),
  /** The names of its counties; null for all counties of its owner, now and later. */
  counties: z.array(z.string()).nullable(),
  /** The networks it works from; empty for any. */
  networks: z.array(z.string()),
  created: moment,
  expires: moment,
  /** Accurate to the minute; null if it was not used yet. */
  lastUsed: moment.nullable(),
  /** The network address of the last use. */
  lastUsedFrom: z.string().nullable(),
})
export type ApiToken = z.output<typeof apiToken>

export const listTokens = endpoint({
  summary: 'The API tokens of whoever is signed in that work, the newest first.',
  method: 'GET',
  path: '/auth/tokens',
  access: 'session',
  result: z.array(apiToken),
  errors: [],
})

export const createToken = endpoint({
  summary: `Creates an API token for whoever is signed in. The response has its \`secret\`, once. Programs send it as \`Authorization: Bearer\` and need no cookie. Without \`countyIds\` the token is for all counties of its owner, without \`networks\` for any network.`,
  method: 'POST',
  path: '/auth/tokens',
  access: 'session',
  needsProof: true,
  body: z.object({
    label: typedText(TOKEN_LABEL_REQUIRED, NAME_TOO_LONG),
    rights: z.enum(TOKEN_RIGHTS),
    expiresInDays: z
      .int(TOKEN_DAYS_INVALID.sentence)
      .min(1, TOKEN_DAYS_INVALID.sentence)
      .max(MAX_TOKEN_DAYS, TOKEN_DAYS_INVALID.sentence),
    countyIds: z
      .array(id)
      .min(1, TOKEN_COUNTY_INVALID.sentence)
      .max(MAX_TOKEN_COUNTIES, TOKEN_COUNTY_INVALID.sentence)
      .nullish(),
    networks: z
      .array(z.string().max(LONGEST_NETWORK, TOKEN_NETWORK_INVALID.sentence))
      .max(MAX_TOKEN_NETWORKS, TOKEN_NETWORK_INVALID.sentence)
      .optional(),
  }),
  result: done.extend({ token: apiToken, secret: z.string() }),
  errors: [
    TOKEN_LABEL_REQUIRED,
    NAME_TOO_LONG,
    NAME_NOT_PLAIN,
    TOKEN_DAYS_INVALID,
    TOKEN_NETWORK_INVALID,
    TOKEN_COUNTY_INVALID,
    TOO_MANY_TOKENS,
    TOO_MANY_ATTEMPTS,
  ],
  fallback: 'The API token could not be created. Please try again.',
})

export const revokeToken = endpoint({
  summary: 'Revokes one of their own API tokens: it does not work from the next call on.',
  method: 'DELETE',
  path: '/auth/tokens/:id',
  access: 'session',
  params: z.object({ id: pathId('The id of the token') }),
  result: done,
  errors: [TOKEN_NOT_FOUND],
  fallback: 'The API token could not be revoked. Please try again.',
})

/** Tokens of a page. */
export const TOKENS_PAGE_SIZE = 50

export const listAllTokens = endpoint({
  summary: `The API tokens of everyone that work, the newest first, ${TOKENS_PAGE_SIZE} at a time; \`next\` is the \`before\` of those before.`,
  method: 'GET',
  path: '/admin/tokens',
  access: 'portal.manage',
  query: z.object({ before: queryNumber('before') }),
  result: z.object({
    tokens: z.array(apiToken.extend({ owner: z.string() })),
    next: id.nullable(),
  }),
  errors: [],
  fallback: 'The API tokens could not be loaded.',
})

export const revokeAnyToken = endpoint({
  summary: 'Revokes an API token of anyone: it does not work from the next call on.',
  method: 'DELETE',
  path: '/admin/tokens/:id',
  access: 'portal.manage',
  needsProof: true,
  params: z.object({ id: pathId('The id of the token') }),
  result: done,
  errors: [TOKEN_NOT_FOUND],
  fallback: 'The API token could not be revoked. Please try again.',
})
