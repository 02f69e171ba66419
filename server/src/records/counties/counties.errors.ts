import { defineError } from '@portal/contract/error.ts'

// In the words of the terminal; what the screens say too stands in the contract.

export const ENTRY_MISSING = defineError({
  code: 'county.entry_missing',
  status: 400,
  sentence: "The county does not have '{entry}'.",
})
export const NO_SUCH_COUNTY = defineError({
  code: 'county.not_named',
  status: 404,
  sentence: "There is no county '{named}'. 'county list' shows them.",
})
