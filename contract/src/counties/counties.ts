import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { exportFormat, EXPORTS_BUSY } from '../exports.ts'
import { id, moment, pathId, queryText } from '../fields.ts'
import { MAX_QUESTION_POINTS, POINT_MAX_CHARACTERS } from '../questions/question-text.ts'
import { UNKNOWN_COUNTY } from '../lookups/lookups.ts'

// The counties of the portal, for administrators.

export const COUNTY_NAME_INVALID = defineError({
  code: 'county.name_invalid',
  status: 400,
  sentence: "A county's name has 1 to {most} characters on one line.",
})
export const COUNTY_NAME_NOT_PLAIN = defineError({
  code: 'county.name_not_plain',
  status: 400,
  sentence: "Use one line of plain text without invisible characters for a county's name.",
})
export const COUNTY_NAME_NO_FOLDER = defineError({
  code: 'county.name_no_folder',
  status: 400,
  sentence: "A county's name cannot begin with a dot or contain a slash: its folder may have that name.",
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
export const CONTACTS_TOO_LONG = defineError({
  code: 'county.contacts_too_long',
  status: 400,
  sentence: 'The contacts may have at most 2,000 characters.',
})
export const CONTACTS_NOT_PLAIN = defineError({
  code: 'county.contacts_not_plain',
  status: 400,
  sentence: 'The contacts hold a character that is not allowed.',
})
export const QUESTION_POINT_INVALID = defineError({
  code: 'county.question_point_invalid',
  status: 400,
  sentence: `A usual question has 1 to ${POINT_MAX_CHARACTERS} characters on one line.`,
})
export const TOO_MANY_QUESTION_POINTS = defineError({
  code: 'county.too_many_question_points',
  status: 400,
  sentence: `A county may have at most ${MAX_QUESTION_POINTS} usual questions.`,
})
export const COUNTY_CHANGED = defineError({
  code: 'county.changed',
  status: 409,
  sentence: 'Someone else changed this county. Review the changes and try again.',
})

export const COUNTY_STATES = ['open', 'closed'] as const
/** A closed county accepts no uploads and no registrations; its people can still read. */
export type CountyState = (typeof COUNTY_STATES)[number]

export const managedCounty = z.object({
  CountyID: id,
  Name: z.string(),
  /** The county's three-digit number in the state. */
  number: z.string().nullable(),
  /** Any address of these domains, and each of these addresses, may register for the county. */
  emailDomains: z.array(z.string()),
  emailAddresses: z.array(z.string()),
  /** The firm's contacts in the county, as lines of text; visible only to administrators. */
  contacts: z.string(),
  /** What its people usually miss, to choose from in a question; in the order of the list. */
  questionPoints: z.array(z.string()),
  state: z.enum(COUNTY_STATES),
  closedAt: moment.nullable(),
  /** Number of people who belong to the county. */
  people: z.int(),
  /** Number of documents outside the recycle bin. */
  documents: z.int(),
  /** The version that a change sends as `If-Match`. */
  version: z.string(),
})
export type ManagedCounty = z.output<typeof managedCounty>

/** Longer than any valid value, so that a longer one gets the error sentence of its field. */
const LONGEST = 10_000
const MAX_ENTRIES = 500
const text = z.string().max(LONGEST)
const entries = z.array(z.string().max(LONGEST)).max(MAX_ENTRIES)

const body = z.object({
  name: text,
  number: text.nullable(),
  emailDomains: entries,
  emailAddresses: entries,
  contacts: text,
  /** Undefined leaves them as they are. */
  questionPoints: entries.optional(),
})
const params = z.object({ countyId: pathId('The county id') })

const ofOneCounty = [UNKNOWN_COUNTY, COUNTY_CHANGED] as const
const ofValues = [
  COUNTY_NAME_INVALID,
  COUNTY_NAME_NOT_PLAIN,
  COUNTY_NAME_NO_FOLDER,
  COUNTY_NAME_NUMBER,
  COUNTY_NAME_TAKEN,
  COUNTY_NUMBER_INVALID,
  COUNTY_NUMBER_TAKEN,
  NOT_A_DOMAIN,
  NOT_AN_ADDRESS,
  CONTACTS_TOO_LONG,
  CONTACTS_NOT_PLAIN,
  QUESTION_POINT_INVALID,
  TOO_MANY_QUESTION_POINTS,
] as const

const filters = {
  search: queryText('search'),
  state: z
    .union([
      z.literal('').transform(() => undefined),
      z.enum(COUNTY_STATES, 'state must be one of: open, closed.'),
    ])
    .optional(),
}

export const listManagedCounties = endpoint({
  summary:
    'The counties by name, with how many people and documents each has; `search` is a part of a name, or a number.',
  method: 'GET',
  path: '/admin/counties',
  access: 'portal.manage',
  query: z.object(filters),
  result: z.object({ counties: z.array(managedCounty) }),
  errors: [],
  fallback: 'The counties could not be loaded.',
})

export const exportCounties = endpoint({
  summary:
    'The counties of the list with these filters, in its order, as CSV or XLSX, as they are at one moment. It is recorded.',
  method: 'GET',
  path: '/admin/counties/export',
  access: 'portal.manage',
  payload: 'document',
  query: z.object({ ...filters, ...exportFormat }),
  result: z.unknown(),
  errors: [EXPORTS_BUSY],
  fallback: 'The export has failed. Please try again.',
})

export const addManagedCounty = endpoint({
  summary: 'Adds a county, with who may register for it.',
  method: 'POST',
  path: '/admin/counties',
  access: 'portal.manage',
  needsProof: true,
  body,
  result: managedCounty,
  errors: ofValues,
  fallback: 'Failed to add the county.',
})

export const changeManagedCounty = endpoint({
  summary: 'Makes a county what is said: its name, its number, who may register for it, and its contacts.',
  method: 'PATCH',
  path: '/admin/counties/:countyId',
  access: 'portal.manage',
  needsProof: true,
  params,
  body,
  result: managedCounty,
  errors: [...ofOneCounty, ...ofValues],
  fallback: 'Failed to change the county.',
})

export const closeCounty = endpoint({
  summary: 'Closes a county: nobody uploads to it or registers for it any more; its people read on.',
  method: 'POST',
  path: '/admin/counties/:countyId/close',
  access: 'portal.manage',
  needsProof: true,
  params,
  result: managedCounty,
  errors: ofOneCounty,
  fallback: 'Failed to close the county.',
})

export const openCounty = endpoint({
  summary: 'Opens a closed county again.',
  method: 'POST',
  path: '/admin/counties/:countyId/open',
  access: 'portal.manage',
  needsProof: true,
  params,
  result: managedCounty,
  errors: ofOneCounty,
  fallback: 'Failed to open the county again.',
})
