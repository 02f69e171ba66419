import { z } from 'zod'
import { TOO_MANY_ATTEMPTS } from '../common-errors.ts'
import { endpoint } from '../endpoint.ts'
import { id, pathId } from '../fields.ts'
import {
  ADMIN_ONLY_CHANGE,
  ADMIN_ONLY_ENABLE,
  ADMIN_ONLY_LINK,
  DISABLED_PERSON,
  LAST_ADMINISTRATOR,
  NO_SECOND_FACTOR,
  NOT_YOUR_OWN_ACCESS,
  GRANT_ERRORS,
  PERSON_CHANGED,
  PERSON_NOT_FOUND,
} from './people-errors.ts'
import { person } from './people.ts'
import { ROLES } from '../access/roles.ts'

// Actions on one person. Each returns the updated person.

/** More than anyone needs; the portal rejects unknown counties anyway. */
const MAX_COUNTIES = 1000

/** A person's access: their role and their counties. */
export const grantedAccess = { role: z.enum(ROLES), countyIds: z.array(id).max(MAX_COUNTIES) }

const params = z.object({ userId: pathId('The user id') })

const ofOnePerson = [PERSON_NOT_FOUND, ADMIN_ONLY_CHANGE, NOT_YOUR_OWN_ACCESS] as const

export const changePerson = endpoint({
  summary:
    'Gives a person a role and counties; what changes takes effect at their next call, and they get mail about it.',
  method: 'PATCH',
  path: '/admin/people/:userId',
  access: 'people.manage',
  needsProof: true,
  params,
  body: z.object(grantedAccess),
  result: person,
  errors: [...ofOnePerson, ...GRANT_ERRORS, PERSON_CHANGED, LAST_ADMINISTRATOR],
  fallback: 'Failed to change the person.',
})

export const disablePerson = endpoint({
  summary: 'Signs a person out everywhere, revokes their API tokens and lets them in no more.',
  method: 'POST',
  path: '/admin/people/:userId/disable',
  access: 'people.manage',
  needsProof: true,
  params,
  result: person,
  errors: [...ofOnePerson, PERSON_CHANGED, LAST_ADMINISTRATOR],
  fallback: 'Failed to disable the person.',
})

export const enablePerson = endpoint({
  summary: 'Lets a disabled person in again. Whom an administrator disabled only administrators enable.',
  method: 'POST',
  path: '/admin/people/:userId/enable',
  access: 'people.manage',
  needsProof: true,
  params,
  result: person,
  errors: [...ofOnePerson, ADMIN_ONLY_ENABLE, PERSON_CHANGED],
  fallback: 'Failed to enable the person.',
})

export const endSessionsOf = endpoint({
  summary: 'Signs a person out everywhere and revokes their API tokens.',
  method: 'POST',
  path: '/admin/people/:userId/end-sessions',
  access: 'people.manage',
  needsProof: true,
  params,
  result: person,
  errors: ofOnePerson,
  fallback: 'Failed to end the sessions.',
})

export const sendPasswordLink = endpoint({
  summary:
    'Mails a person a link to set a password: the invitation again to who has none, else one that is good for an hour.',
  method: 'POST',
  path: '/admin/people/:userId/password-link',
  access: 'people.manage',
  needsProof: true,
  params,
  result: person,
  errors: [...ofOnePerson, ADMIN_ONLY_LINK, DISABLED_PERSON, TOO_MANY_ATTEMPTS],
  fallback: 'Failed to send the link.',
})

export const resetSecondFactor = endpoint({
  summary:
    'Removes the second factor of a person who has lost it, with its recovery codes and all passkeys, and signs them out everywhere.',
  method: 'POST',
  path: '/admin/people/:userId/reset-second-factor',
  access: 'people.manage',
  needsProof: true,
  params,
  result: person,
  errors: [...ofOnePerson, NO_SECOND_FACTOR],
  fallback: 'Failed to reset two-step verification.',
})
