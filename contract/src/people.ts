import { z } from 'zod'
import { TOO_MANY_ATTEMPTS } from './common-errors.ts'
import { endpoint } from './endpoint.ts'
import { defineError } from './error.ts'
import { id, moment, pathId, queryNumber, queryText } from './fields.ts'
import { MAX_INVITED_AT_ONCE } from './limits.ts'
import { OTHER_COUNTY, UNKNOWN_COUNTY } from './lookups.ts'
import { ROLES } from './roles.ts'

// The people of the portal, for those who look after them: administrators all, managers those of their counties.

export const PERSON_STATES = ['active', 'invited', 'disabled'] as const
/** Invited is who has not set a password yet. */
export type PersonState = (typeof PERSON_STATES)[number]

export const PEOPLE_ORDERS = ['address', 'last-sign-in'] as const
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number]

/** Whether somebody signs in by codes of a second factor, too. */
export const SECOND_FACTOR_STATES = ['on', 'off'] as const
export type SecondFactorState = (typeof SECOND_FACTOR_STATES)[number]

/** As many as anybody could need; the portal refuses a county that it does not have. */
const MOST_COUNTIES = 1000

export const person = z.object({
  userID: id,
  email: z.string(),
  /** Empty where nobody has said it. */
  name: z.string(),
  role: z.enum(ROLES),
  /** By name; of them those that the caller may know of. */
  counties: z.array(z.object({ CountyID: id, Name: z.string() })),
  state: z.enum(PERSON_STATES),
  secondFactor: z.enum(SECOND_FACTOR_STATES),
  hasPasskey: z.boolean(),
  /** Null for who has never signed in. */
  lastSignedInAt: moment.nullable(),
  addedAt: moment,
  /** Whether the caller may act on them, or only sees that they are there. */
  mayChange: z.boolean(),
  /** Whether they are disabled and the caller may enable them. */
  mayEnable: z.boolean(),
  /** What a change names that was decided on what is shown here (`If-Match`). */
  version: z.string(),
})
export type Person = z.output<typeof person>

export const PERSON_NOT_FOUND = defineError({
  code: 'person.not_found',
  status: 404,
  sentence: 'This person does not exist.',
})
export const PERSON_CHANGED = defineError({
  code: 'person.changed',
  status: 409,
  sentence: 'Somebody else has changed this person in the meantime. Please look again and decide anew.',
})
export const NOT_YOUR_OWN_ACCESS = defineError({
  code: 'person.own_access',
  status: 409,
  sentence: 'You cannot change your own access. Please ask somebody else who is an administrator.',
})
export const LAST_ADMINISTRATOR = defineError({
  code: 'account.last_administrator',
  status: 409,
  sentence: 'This is the last administrator. Please make somebody else an administrator first.',
})
export const ADMINISTRATORS_CHANGE_THEM = defineError({
  code: 'person.administrators_change_them',
  status: 403,
  sentence: 'Only an administrator may change this person.',
})
export const ADMINISTRATORS_ENABLE_THEM = defineError({
  code: 'person.administrators_enable_them',
  status: 403,
  sentence: 'Only an administrator may enable this person again. Please ask one.',
})
export const ROLE_NOT_YOURS_TO_GIVE = defineError({
  code: 'person.role_not_yours_to_give',
  status: 403,
  sentence: 'You may make people county users and readers only.',
})
export const COUNTY_NOT_YOURS_TO_GIVE = defineError({
  code: 'person.county_not_yours_to_give',
  status: 403,
  sentence: 'Please choose one of your counties at least, and no other.',
})
export const DISABLED_PERSON = defineError({
  code: 'person.disabled',
  status: 409,
  sentence: 'This person is disabled. Please enable them first.',
})
export const NO_SECOND_FACTOR = defineError({
  code: 'person.no_second_factor',
  status: 409,
  sentence: 'This person has no second factor and no passkey.',
})
export const NOBODY_TO_INVITE = defineError({
  code: 'invitation.nobody',
  status: 400,
  sentence: 'Please enter at least one e-mail address.',
})
export const TOO_MANY_TO_INVITE = defineError({
  code: 'invitation.too_many',
  status: 400,
  sentence: `Please invite at most ${MAX_INVITED_AT_ONCE} people at once.`,
})

/** What becomes of each line of an invitation. */
export const VERDICTS = [
  'invited',
  'already-there',
  'not-an-address',
  'cannot-be-invited',
  'too-many-today',
] as const
export type Verdict = (typeof VERDICTS)[number]

export const CANNOT_BE_INVITED = 'This address cannot be invited. Please ask an administrator.'
export const TOO_MANY_INVITED_TODAY =
  'Not invited: you have named as many addresses as you may in a day. Please invite this one tomorrow.'

const LONGEST_LINE = 500
const LONGEST_PLACE = 1000
/** Bytes of a body that holds many more lines than may be sent, so that its sender hears how many may. */
const INVITATION_BODY_BYTES = 1_048_576

const line = z.string().max(LONGEST_LINE, `A line may have at most ${LONGEST_LINE} characters.`)
const countyIds = z.array(id).max(MOST_COUNTIES)
const params = z.object({ userId: pathId('The user id') })

const ofOnePerson = [PERSON_NOT_FOUND, ADMINISTRATORS_CHANGE_THEM, NOT_YOUR_OWN_ACCESS] as const
const ofGiving = [ROLE_NOT_YOURS_TO_GIVE, COUNTY_NOT_YOURS_TO_GIVE, UNKNOWN_COUNTY] as const

export const listPeople = endpoint({
  name: 'listPeople',
  summary:
    'A page of 50 of the people whom the caller looks after, with the true total; `next` and `previous` lead to the pages beside it (`after`, `before`).',
  method: 'GET',
  path: '/admin/people',
  access: 'people.manage',
  query: z
    .object({
      search: queryText('search'),
      countyId: queryNumber('countyId'),
      role: queryChoice('role', ROLES),
      state: queryChoice('state', PERSON_STATES),
      secondFactor: queryChoice('secondFactor', SECOND_FACTOR_STATES),
      order: queryChoice('order', PEOPLE_ORDERS),
      after: queryText('after', LONGEST_PLACE),
      before: queryText('before', LONGEST_PLACE),
    })
    .refine(
      ({ after, before }) => after === undefined || before === undefined,
      'after and before may not be given together.',
    ),
  answer: z.object({
    people: z.array(person),
    total: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
  errors: [OTHER_COUNTY],
  fallback: 'Failed to load the people.',
})

export const invitePeople = endpoint({
  name: 'invitePeople',
  summary:
    'Invites people, a line each (an address, or an address and a name), and mails each a link to set a password, good for 72 hours and once.',
  method: 'POST',
  path: '/admin/people/invitations',
  access: 'people.manage',
  needsProof: true,
  body: z.object({
    lines: z
      .array(line)
      .min(1, NOBODY_TO_INVITE.sentence)
      .max(MAX_INVITED_AT_ONCE, TOO_MANY_TO_INVITE.sentence),
    role: z.enum(ROLES),
    countyIds,
  }),
  maxBodyBytes: INVITATION_BODY_BYTES,
  answer: z.object({
    verdicts: z.array(z.object({ line: z.string(), verdict: z.enum(VERDICTS) })),
    invited: z.int(),
  }),
  errors: [NOBODY_TO_INVITE, TOO_MANY_TO_INVITE, ...ofGiving],
  fallback: 'Failed to invite.',
})

export const changePerson = endpoint({
  name: 'changePerson',
  summary:
    'Gives a person a role and counties; what changes takes effect at their next call, and they get mail about it.',
  method: 'PATCH',
  path: '/admin/people/:userId',
  access: 'people.manage',
  needsProof: true,
  params,
  body: z.object({ role: z.enum(ROLES), countyIds }),
  answer: person,
  errors: [...ofOnePerson, ...ofGiving, PERSON_CHANGED, LAST_ADMINISTRATOR],
  fallback: 'Failed to change the person.',
})

export const disablePerson = endpoint({
  name: 'disablePerson',
  summary: 'Signs a person out everywhere and lets them in no more.',
  method: 'POST',
  path: '/admin/people/:userId/disable',
  access: 'people.manage',
  needsProof: true,
  params,
  answer: person,
  errors: [...ofOnePerson, PERSON_CHANGED, LAST_ADMINISTRATOR],
  fallback: 'Failed to disable the person.',
})

export const enablePerson = endpoint({
  name: 'enablePerson',
  summary: 'Lets a disabled person in again. Whom an administrator disabled only administrators enable.',
  method: 'POST',
  path: '/admin/people/:userId/enable',
  access: 'people.manage',
  needsProof: true,
  params,
  answer: person,
  errors: [...ofOnePerson, ADMINISTRATORS_ENABLE_THEM, PERSON_CHANGED],
  fallback: 'Failed to enable the person.',
})

export const endSessionsOf = endpoint({
  name: 'endSessionsOf',
  summary: 'Signs a person out everywhere.',
  method: 'POST',
  path: '/admin/people/:userId/end-sessions',
  access: 'people.manage',
  needsProof: true,
  params,
  answer: person,
  errors: ofOnePerson,
  fallback: 'Failed to end the sessions.',
})

export const sendPasswordLink = endpoint({
  name: 'sendPasswordLink',
  summary:
    'Mails a person a link to set a password: the invitation again to who has none, else one that is good for an hour.',
  method: 'POST',
  path: '/admin/people/:userId/password-link',
  access: 'people.manage',
  needsProof: true,
  params,
  answer: person,
  errors: [...ofOnePerson, DISABLED_PERSON, TOO_MANY_ATTEMPTS],
  fallback: 'Failed to send the link.',
})

export const resetSecondFactor = endpoint({
  name: 'resetSecondFactor',
  summary:
    'Removes the second factor of a person who has lost it, with its recovery codes and all passkeys, and signs them out everywhere.',
  method: 'POST',
  path: '/admin/people/:userId/reset-second-factor',
  access: 'people.manage',
  needsProof: true,
  params,
  answer: person,
  errors: [...ofOnePerson, NO_SECOND_FACTOR],
  fallback: 'Failed to reset the second factor.',
})

/** An optional choice of the query string; an empty value means not set. */
function queryChoice<const T extends readonly [string, ...string[]]>(name: string, choices: T) {
  const one = z.enum(choices, `${name} must be one of: ${choices.join(', ')}.`)
  return z.union([z.literal('').transform(() => undefined), one]).optional()
}
