import { defineError } from '../error.ts'
import { MAX_INVITED_AT_ONCE } from '../limits.ts'
import { UNKNOWN_COUNTY } from '../lookups/lookups.ts'

// Why an action on people is rejected.

export const PERSON_NOT_FOUND = defineError({
  code: 'person.not_found',
  status: 404,
  sentence: 'This person does not exist.',
})
export const PERSON_CHANGED = defineError({
  code: 'person.changed',
  status: 409,
  sentence: 'Someone else changed this person. Review the changes and try again.',
})
export const NOT_YOUR_OWN_ACCESS = defineError({
  code: 'person.own_access',
  status: 409,
  sentence: 'You cannot change your own access. Only another person can.',
})
export const LAST_ADMINISTRATOR = defineError({
  code: 'account.last_administrator',
  status: 409,
  sentence: 'This is the last administrator. Make someone else an administrator first.',
})
export const ADMIN_ONLY_CHANGE = defineError({
  code: 'person.administrators_change_them',
  status: 403,
  sentence: 'Only an administrator may change this person.',
})
export const ADMIN_ONLY_ENABLE = defineError({
  code: 'person.administrators_enable_them',
  status: 403,
  sentence: 'Only an administrator may enable this person again. Please ask one.',
})
export const ADMIN_ONLY_LINK = defineError({
  code: 'person.administrators_send_it',
  status: 403,
  sentence: 'This person signs in by single sign-on. Only an administrator may send them a password link.',
})
export const ROLE_GRANT_FORBIDDEN = defineError({
  code: 'person.role_not_yours_to_give',
  status: 403,
  sentence: 'You may make people county users and readers only.',
})
export const COUNTY_GRANT_FORBIDDEN = defineError({
  code: 'person.county_not_yours_to_give',
  status: 403,
  sentence: 'Choose at least one of your counties.',
})
export const DISABLED_PERSON = defineError({
  code: 'person.disabled',
  status: 409,
  sentence: 'This person is disabled. Please enable them first.',
})
export const NO_SECOND_FACTOR = defineError({
  code: 'person.no_second_factor',
  status: 409,
  sentence: 'This person has no two-step verification and no passkey.',
})
export const NO_INVITEES = defineError({
  code: 'invitation.nobody',
  status: 400,
  sentence: 'Please enter at least one e-mail address.',
})
export const TOO_MANY_TO_INVITE = defineError({
  code: 'invitation.too_many',
  status: 400,
  sentence: `Please invite at most ${MAX_INVITED_AT_ONCE} people at once.`,
})

/** Errors for the role and the counties that a call grants. */
export const GRANT_ERRORS = [ROLE_GRANT_FORBIDDEN, COUNTY_GRANT_FORBIDDEN, UNKNOWN_COUNTY] as const
