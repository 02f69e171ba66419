import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, moment, queryNumber, queryText } from '../fields.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'
import { ROLES } from '../access/roles.ts'

// The people of the portal. Administrators manage everyone; managers manage the people of their counties.

export const PERSON_STATES = ['active', 'invited', 'disabled'] as const
/** An invited person cannot sign in yet: they have no password, no passkey, and no identity from an issuer. */
export type PersonState = (typeof PERSON_STATES)[number]

export const PEOPLE_ORDERS = ['address', 'last-sign-in'] as const
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number]

/** Whether a person also signs in with codes of a second factor. */
const SECOND_FACTOR_STATES = ['on', 'off'] as const

/** `needed` selects people who must still set one up. */
export const SECOND_FACTOR_FILTERS = [...SECOND_FACTOR_STATES, 'needed'] as const
export type SecondFactorFilter = (typeof SECOND_FACTOR_FILTERS)[number]

export const person = z.object({
  userID: id,
  email: z.string(),
  /** Empty if no one has entered it. */
  name: z.string(),
  role: z.enum(ROLES),
  /** Sorted by name; only the counties that the caller may see. */
  counties: z.array(z.object({ CountyID: id, Name: z.string() })),
  state: z.enum(PERSON_STATES),
  /** Whether they were invited, have never signed in, and have no valid password link left. */
  isLinkOver: z.boolean(),
  secondFactor: z.enum(SECOND_FACTOR_STATES),
  hasPasskey: z.boolean(),
  /**
   * Whether they must still set up the second factor that their role needs. People who sign in only through an issuer
   * that counts as a second factor are exempt.
   */
  lacksSecondFactor: z.boolean(),
  /** Null for a person who has never signed in. */
  lastSignedInAt: moment.nullable(),
  addedAt: moment,
  /** Whether the caller may change them; otherwise the caller may only see them. */
  mayChange: z.boolean(),
  /** Whether the caller may send them a password link. */
  maySendLink: z.boolean(),
  /** Whether they are disabled and the caller may enable them. */
  mayEnable: z.boolean(),
  /** The version that a change sends as `If-Match`. */
  version: z.string(),
})
export type Person = z.output<typeof person>

const LONGEST_PLACE = 1000

/** What the list of people shows and in which order. */
export const peopleFilters = {
  search: queryText('search'),
  countyId: queryNumber('countyId'),
  role: queryChoice('role', ROLES),
  state: queryChoice('state', PERSON_STATES),
  secondFactor: queryChoice('secondFactor', SECOND_FACTOR_FILTERS),
  order: queryChoice('order', PEOPLE_ORDERS),
}

export const listPeople = endpoint({
  summary:
    'A page of 50 of the people whom the caller looks after, with the true total; `next` and `previous` lead to the pages beside it (`after`, `before`).',
  method: 'GET',
  path: '/admin/people',
  access: 'people.manage',
  query: z
    .object({
      ...peopleFilters,
      after: queryText('after', LONGEST_PLACE),
      before: queryText('before', LONGEST_PLACE),
    })
    .refine(
      ({ after, before }) => after === undefined || before === undefined,
      'after and before may not be given together.',
    ),
  result: z.object({
    people: z.array(person),
    total: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
  errors: [OTHER_COUNTY],
  fallback: 'The list of people could not be loaded.',
})

/** An optional choice of the query string; an empty value means not set. */
function queryChoice<const T extends readonly [string, ...string[]]>(name: string, choices: T) {
  const one = z.enum(choices, `${name} must be one of: ${choices.join(', ')}.`)
  return z.union([z.literal('').transform(() => undefined), one]).optional()
}
