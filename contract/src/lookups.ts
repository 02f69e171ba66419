import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, pathId, queryNumber, queryText } from './fields.ts'

const county = z.object({ CountyID: id, Name: z.string() })
const named = z.object({ ID: id, Name: z.string() })
const type = named.extend({ CategoryID: id })
const organization = z.object({ Id: id, OrganizationName: z.string(), Name: z.string() })
const agent = z.object({ AgentName: z.string(), LegacyCode: z.string(), AgentNbr: id })

export type County = z.output<typeof county>
export type Named = z.output<typeof named>
export type DocumentType = z.output<typeof type>
export type Organization = z.output<typeof organization>
export type Agent = z.output<typeof agent>

export const OTHER_COUNTY = 'You may only see your own county.'
export const UNKNOWN_COUNTY = 'This county does not exist.'

export const listCounties = endpoint({
  name: 'listCounties',
  summary: 'All counties, by name.',
  method: 'GET',
  path: '/lookup/counties',
  access: 'administrator',
  answer: z.array(county),
  errors: [],
})

export const listCategories = endpoint({
  name: 'listCategories',
  summary: 'The categories of documents.',
  method: 'GET',
  path: '/lookup/categories',
  access: 'session',
  answer: z.array(named),
  errors: [],
})

export const listTypes = endpoint({
  name: 'listTypes',
  summary: 'The types of all categories.',
  method: 'GET',
  path: '/lookup/types',
  access: 'session',
  answer: z.array(type),
  errors: [],
})

export const listTypesOfCategory = endpoint({
  name: 'listTypesOfCategory',
  summary: 'The types of one category; none for an unknown category.',
  method: 'GET',
  path: '/lookup/types/:categoryId',
  access: 'session',
  params: z.object({ categoryId: pathId('categoryId') }),
  answer: z.array(type),
  errors: [],
})

export const listRelationTypes = endpoint({
  name: 'listRelationTypes',
  summary: 'How an owner or an agent may relate to a document.',
  method: 'GET',
  path: '/lookup/relation-types',
  access: 'session',
  answer: z.array(named),
  errors: [],
})

export const STILL_ON_ITS_WAY = 'A list is still on its way to you. Please wait until it has arrived.'

export const listOrganizations = endpoint({
  name: 'listOrganizations',
  summary:
    'Organizations of a county: the best matches of a term, or all without one. A term alone asks every county, for administrators.',
  method: 'GET',
  path: '/lookup/OrganizationName',
  access: 'session',
  query: z.object({ county: queryText('county'), term: queryText('term'), limit: queryNumber('limit') }),
  answer: z.array(organization),
  errors: [
    { status: 400, error: 'Please name a county.' },
    { status: 403, error: OTHER_COUNTY },
    { status: 404, error: UNKNOWN_COUNTY },
    { status: 429, error: STILL_ON_ITS_WAY },
  ],
})

export const listAgents = endpoint({
  name: 'listAgents',
  summary: 'Agents by name; of all counties to administrators, of their county to ordinary users.',
  method: 'GET',
  path: '/lookup/AgentNames',
  access: 'session',
  query: z.object({ term: queryText('term'), limit: queryNumber('limit') }),
  answer: z.array(agent),
  errors: [],
})
