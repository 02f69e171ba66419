import { defineError } from '@portal/contract/error.ts'

export const EMAIL_INVALID = defineError({
  code: 'account.address_invalid',
  status: 400,
  sentence: 'This is not a valid e-mail address.',
})
export const NO_SUCH_ACCOUNT = defineError({
  code: 'account.not_found',
  status: 404,
  sentence: 'There is no account for {email}.',
})
export const EMAIL_TAKEN = defineError({
  code: 'account.email_taken',
  status: 409,
  sentence: 'There is already an account for {email}.',
})
