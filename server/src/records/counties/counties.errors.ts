import { defineError } from '@portal/contract/error.ts'

export const COUNTY_NAME_INVALID = defineError({
  code: 'county.name_invalid',
  status: 400,
  sentence: "A county's name has 1 to {most} characters on one line.",
})
export const COUNTY_NAME_NUMBER = defineError({
  code: 'county.name_number',
  status: 400,
  sentence: "A county's name cannot be a number.",
})
export const COUNTY_NAME_TAKEN = defineError({
  code: 'county.name_taken',
  status: 409,
  sentence: 'There is already a county of this name.',
})
export const COUNTY_NUMBER_INVALID = defineError({
  code: 'county.number_invalid',
  status: 400,
  sentence: "A county's number has three digits, such as 101.",
})
export const COUNTY_NUMBER_TAKEN = defineError({
  code: 'county.number_taken',
  status: 409,
  sentence: 'Another county has this number already.',
})
export const NOT_A_DOMAIN = defineError({
  code: 'county.email_domain_invalid',
  status: 400,
  sentence: "'{text}' is not an e-mail domain such as county.example.",
})
export const NOT_AN_ADDRESS = defineError({
  code: 'county.email_address_invalid',
  status: 400,
  sentence: "'{text}' is not an e-mail address.",
})
export const ENTRY_MISSING = defineError({
  code: 'county.entry_missing',
  status: 400,
  sentence: "The county does not have '{entry}'.",
})
/** In the words of the terminal, where somebody has named a county. */
export const NO_SUCH_COUNTY = defineError({
  code: 'county.not_named',
  status: 404,
  sentence: "There is no county '{named}'. 'county list' shows them.",
})
