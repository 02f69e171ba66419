import { defineError } from '../error.ts'

// Why an owner is not linked to a document, either in the edit dialog or in an upload that names an owner.

export const UNKNOWN_RELATION_TYPE = defineError({
  code: 'link.relation_type_unknown',
  status: 400,
  sentence: 'This relation type does not exist.',
})
export const UNKNOWN_ORGANIZATION = defineError({
  code: 'link.organization_unknown',
  status: 400,
  sentence: 'This organization does not exist.',
})
export const ORGANIZATION_OF_OTHER_COUNTY = defineError({
  code: 'link.organization_of_other_county',
  status: 400,
  sentence: "This organization does not belong to the file's county.",
})
export const OWNER_NOT_YOURS_TO_NAME = defineError({
  code: 'upload.owner_not_allowed',
  status: 403,
  sentence: 'Only administrators and firm staff may name an owner. Please send the file without one.',
})
export const OWNER_IS_HALF = defineError({
  code: 'upload.owner_is_half',
  status: 400,
  sentence: 'Please name an owner and a relation type, or neither.',
})

/** Errors of the calls that upload a document with its owner. */
export const ownerErrors = [
  OWNER_NOT_YOURS_TO_NAME,
  OWNER_IS_HALF,
  UNKNOWN_RELATION_TYPE,
  UNKNOWN_ORGANIZATION,
  ORGANIZATION_OF_OTHER_COUNTY,
] as const
