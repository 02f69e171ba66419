import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { id, pathId, queryNumber, queryChoice, queryText } from '../fields.ts'
import { MAX_ID, MAX_PARTY_NUMBERS, MAX_SUGGESTION_LIMIT } from '../limits.ts'

const county = z.object({ CountyID: id, Name: z.string() })
/** `isClosed` is set only for a county that no longer accepts documents. */
const countyToChoose = county.extend({ isClosed: z.literal(true).optional() })
const named = z.object({ ID: id, Name: z.string() })
const type = named.extend({ CategoryID: id })
/** Facts beyond the specification's fields, which the plain calls do not have. */
const facts = queryChoice('facts', ['roll'])
/** `isOnRoll` is set only with `facts=roll`, for an owner on the newest roll of the county. */
const organization = z.object({
  Id: id,
  OrganizationName: z.string(),
  Name: z.string(),
  isOnRoll: z.literal(true).optional(),
})
const agent = z.object({
  AgentName: z.string(),
  LegacyCode: z.string(),
  AgentNbr: id,
  /** This and the next two only with `facts=roll`. */
  City: z.string().optional(),
  StateAbbreviation: z.string().optional(),
  /** Its owners on the newest rolls of the counties that the caller sees, at most `MAX_COUNTED_OWNERS`. */
  OwnerCount: z.int().optional(),
})

export type County = z.output<typeof countyToChoose>
export type LookupItem = z.output<typeof named>
export type DocumentType = z.output<typeof type>
export type Organization = z.output<typeof organization>
export type Agent = z.output<typeof agent>

/** Number of suggestions requested. */
const limit = queryNumber('limit', MAX_SUGGESTION_LIMIT)

/** The requested party numbers, separated by commas; an empty value means not set. */
const partyNumbers = z
  .string('partyNumbers may be given once only.')
  .transform((text) => text.split(',').filter(Boolean))
  .refine(
    (numbers) => numbers.length <= MAX_PARTY_NUMBERS,
    `partyNumbers may name at most ${MAX_PARTY_NUMBERS}.`,
  )
  .refine(
    (numbers) => numbers.every((number) => /^[1-9]\d{0,9}$/.test(number) && Number(number) <= MAX_ID),
    'partyNumbers must be whole numbers.',
  )
  .transform((numbers) => numbers.map(Number))
  .optional()

export const OTHER_COUNTY = defineError({
  code: 'county.not_yours',
  status: 403,
  sentence: 'You may only see your own county.',
})
export const UNKNOWN_COUNTY = defineError({
  code: 'county.not_found',
  status: 404,
  sentence: 'This county does not exist.',
})
export const NAME_A_COUNTY = defineError({
  code: 'organizations.county_required',
  status: 400,
  sentence: 'Please name a county.',
})
export const LIST_IN_PROGRESS = defineError({
  code: 'organizations.still_on_its_way',
  status: 429,
  sentence: 'Your previous list is still loading. Please wait for it to finish.',
})

export const listCounties = endpoint({
  summary: 'All counties, by name; `isClosed` stands with those that take no more documents.',
  method: 'GET',
  path: '/lookup/counties',
  access: 'documents.edit',
  result: z.array(countyToChoose),
  errors: [],
})

export const listCategories = endpoint({
  summary: 'The categories of documents.',
  method: 'GET',
  path: '/lookup/categories',
  access: 'session',
  result: z.array(named),
  errors: [],
})

export const listTypes = endpoint({
  summary: 'The types of all categories.',
  method: 'GET',
  path: '/lookup/types',
  access: 'session',
  result: z.array(type),
  errors: [],
})

export const listTypesOfCategory = endpoint({
  summary: 'The types of one category; none for an unknown category.',
  method: 'GET',
  path: '/lookup/types/:categoryId',
  access: 'session',
  params: z.object({ categoryId: pathId('categoryId') }),
  result: z.array(type),
  errors: [],
})

export const listRelationTypes = endpoint({
  summary: 'How an owner or an agent may relate to a document.',
  method: 'GET',
  path: '/lookup/relation-types',
  access: 'session',
  result: z.array(named),
  errors: [],
})

export const listOrganizations = endpoint({
  summary:
    'Organizations of a county: those of some party numbers, the best matches of a term, or all without either. Without a county every county is asked, for administrators. With `facts=roll` owners on the newest roll are marked.',
  method: 'GET',
  path: '/lookup/OrganizationName',
  access: 'session',
  query: z.object({ county: queryText('county'), term: queryText('term'), partyNumbers, limit, facts }),
  result: z.array(organization),
  errors: [NAME_A_COUNTY, OTHER_COUNTY, UNKNOWN_COUNTY, LIST_IN_PROGRESS],
})

export const listAgents = endpoint({
  summary:
    'Agents by name; of all counties to administrators, of their county to ordinary users. With `facts=roll` each has its city, its state and the number of its owners, of one county if it is named.',
  method: 'GET',
  path: '/lookup/AgentNames',
  access: 'session',
  query: z.object({ county: queryText('county'), term: queryText('term'), limit, facts }),
  result: z.array(agent),
  errors: [OTHER_COUNTY, UNKNOWN_COUNTY],
})
