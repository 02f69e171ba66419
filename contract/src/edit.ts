import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CHANGED_MEANWHILE, FILE_NOT_FOUND, IN_THE_BIN } from './error.ts'
import { id, moment, pathId } from './fields.ts'

const fileParams = z.object({ id: pathId('The file id') })
const relationTypeId = pathId('The relation type')
const gone = { status: 404, error: FILE_NOT_FOUND } as const
const conflict = { status: 409, error: CHANGED_MEANWHILE } as const
const inTheBin = { status: 409, error: IN_THE_BIN } as const

export const metadata = z.object({
  FileID: id,
  FileName: z.string(),
  CountyID: id.nullable(),
  CountyName: z.string().nullable(),
  StatusID: id,
  Status: z.string(),
})
export type Metadata = z.output<typeof metadata>

/** Who saved a part of a document last; a part is what one call changes. */
const latestChange = z.object({
  Part: z.enum(['status', 'descriptiontypes', 'rendered']),
  ChangedBy: z.string(),
  ChangedAt: moment,
})
export type LatestChange = z.output<typeof latestChange>

export const getMetadata = endpoint({
  name: 'getMetadata',
  summary: 'File name, county and status of a document, and who saved each part of it last.',
  method: 'GET',
  path: '/status/uploads/:id/metadata',
  access: 'administrator',
  params: fileParams,
  answer: metadata.extend({ LatestChanges: z.array(latestChange) }),
  errors: [gone],
})

export const descriptionTypes = z.object({
  attachmentCategoryId: id,
  attachmentTypeId: id,
  description: z.string(),
})
export type DescriptionTypes = z.output<typeof descriptionTypes>

export const getDescriptionTypes = endpoint({
  name: 'getDescriptionTypes',
  summary: 'Category, type and description of a document.',
  method: 'GET',
  path: '/status/uploads/:id/descriptiontypes',
  access: 'administrator',
  params: fileParams,
  answer: descriptionTypes,
  errors: [gone],
})

export const patchDescriptionTypes = endpoint({
  name: 'patchDescriptionTypes',
  summary: 'Changes description and type.',
  method: 'PATCH',
  path: '/status/uploads/:id/descriptiontypes',
  access: 'administrator',
  params: fileParams,
  body: z.object({ description: z.string().max(20_000).optional(), attachmentTypeId: id.optional() }),
  answer: z.object({ success: z.literal(true), data: descriptionTypes }),
  errors: [{ status: 400, error: 'Description is required.' }, gone, conflict, inTheBin],
  fallback: 'Failed to update description.',
})

const ownerToLink = z.object({
  partyNumber: id,
  organizationName: z.string().nullish(),
  cadName: z.string().nullish(),
  relationTypeId: id,
})
export type OwnerToLink = z.output<typeof ownerToLink>

/** Bytes: 500 links with long names. */
const LARGEST_LINKING = 262_144

export const patchStatus = endpoint({
  name: 'patchStatus',
  summary: 'Sets the status and links owners.',
  method: 'PATCH',
  path: '/status/uploads/:id/status',
  access: 'administrator',
  params: fileParams,
  body: z.object({ statusId: id, owners: z.array(ownerToLink).max(500).optional() }),
  bodyLimit: LARGEST_LINKING,
  answer: z.object({ success: z.literal(true), message: z.string(), data: metadata }),
  errors: [
    { status: 400, error: 'Please choose a status.' },
    { status: 400, error: 'This organization does not exist.' },
    gone,
    conflict,
    inTheBin,
  ],
  fallback: 'Failed to save status',
})

/** True and false, or 1 and 0. */
const flag = z.union([z.boolean(), z.literal(1), z.literal(0)]).transform(Boolean)

export const renderedFacts = z.object({
  rendered: z.boolean(),
  /** A day, YYYY-MM-DD; null for a file that is not rendered. */
  renderedDate: z.string().nullable(),
  extended: z.boolean(),
})
export type RenderedFacts = z.output<typeof renderedFacts>

export const renderedInfo = renderedFacts.extend({
  Rendered: z.boolean(),
  RenderedDate: z.string().nullable(),
  Extended: z.boolean(),
})
export type RenderedInfo = z.output<typeof renderedInfo>

export const NO_RENDITION = 'Only an Industrial rendition has rendered information.'
export const RENDERED_DATE_MISSING = 'Please select a rendered date before saving.'

export const getRendered = endpoint({
  name: 'getRendered',
  summary: 'Whether a rendition is rendered, since when, and whether it is extended; in both spellings.',
  method: 'GET',
  path: '/status/uploads/:id/rendered',
  access: 'administrator',
  params: fileParams,
  answer: renderedInfo,
  errors: [gone],
})

export const patchRendered = endpoint({
  name: 'patchRendered',
  summary: 'Changes what is named of rendered, its date and extended; `rendered: false` clears the date.',
  method: 'PATCH',
  path: '/status/uploads/:id/rendered',
  access: 'administrator',
  params: fileParams,
  body: z.object({
    rendered: flag.optional(),
    renderedDate: z.string().nullable().optional(),
    extended: flag.optional(),
  }),
  answer: z.object({ success: z.literal(true), data: renderedFacts }),
  errors: [
    { status: 400, error: RENDERED_DATE_MISSING },
    gone,
    { status: 409, error: NO_RENDITION },
    conflict,
    inTheBin,
  ],
  fallback: 'Failed to update rendered info',
})

const assignedOwner = z.object({
  partyNumber: id,
  OrganizationName: z.string(),
  /** The county's own name for it; empty where the county has none. */
  CADName: z.string(),
  relationTypeId: id,
  relationTypeName: z.string(),
})
export type AssignedOwner = z.output<typeof assignedOwner>

export const getOwners = endpoint({
  name: 'getOwners',
  summary: 'The owners linked to a document, as they were linked.',
  method: 'GET',
  path: '/status/uploads/:id/owners',
  access: 'administrator',
  params: fileParams,
  answer: z.array(assignedOwner),
  errors: [gone],
})

export const OWNER_NOT_LINKED = 'This owner is not linked to the file.'

export const unlinkOwner = endpoint({
  name: 'unlinkOwner',
  summary: 'Takes the link to an owner away.',
  method: 'DELETE',
  path: '/status/uploads/:id/owners/:partyNumber/:relationTypeId',
  access: 'administrator',
  params: fileParams.extend({ partyNumber: pathId('The party number'), relationTypeId }),
  answer: z.object({ success: z.literal(true), data: z.array(assignedOwner) }),
  errors: [gone, { status: 404, error: OWNER_NOT_LINKED }, conflict, inTheBin],
  fallback: 'Failed to unlink owner. Please try again.',
})

const assignedAgent = z.object({
  AgentNbr: id,
  OrganizationName: z.string(),
  LegacyCode: z.string(),
  relationTypeId: id,
  relationTypeName: z.string(),
  Address1: z.string(),
  Address2: z.string(),
  Address3: z.string(),
  City: z.string(),
  StateName: z.string(),
  StateAbbreviation: z.string(),
  PostalCode: z.string(),
})
export type AssignedAgent = z.output<typeof assignedAgent>

export const getAgents = endpoint({
  name: 'getAgents',
  summary: 'The agents linked to a document, as they were linked.',
  method: 'GET',
  path: '/status/uploads/:id/agents',
  access: 'administrator',
  params: fileParams,
  answer: z.array(assignedAgent),
  errors: [gone],
})

const agentToLink = z.object({ agentName: z.string(), legacyCode: z.string(), relationTypeId: id })
export type AgentToLink = z.output<typeof agentToLink>

export const NO_SUCH_AGENT = 'No agent has this name and legacy code.'
export const SEVERAL_SUCH_AGENTS = 'Several agents have this name and legacy code.'

export const patchAgents = endpoint({
  name: 'patchAgents',
  summary: 'Links agents, found by legacy code and name.',
  method: 'PATCH',
  path: '/status/uploads/:id/agents',
  access: 'administrator',
  params: fileParams,
  body: z.object({ agents: z.array(agentToLink).max(500) }),
  bodyLimit: LARGEST_LINKING,
  answer: z.object({ success: z.literal(true), data: z.array(assignedAgent) }),
  errors: [
    { status: 400, error: 'This relation type does not exist.' },
    gone,
    { status: 409, error: NO_SUCH_AGENT },
    { status: 409, error: SEVERAL_SUCH_AGENTS },
    conflict,
    inTheBin,
  ],
  fallback: 'Failed to assign agent(s).',
})

export const AGENT_NOT_LINKED = 'This agent is not linked to the file.'

export const unlinkAgent = endpoint({
  name: 'unlinkAgent',
  summary: 'Takes the link to an agent away.',
  method: 'DELETE',
  path: '/status/uploads/:id/agents/:agentNbr/:relationTypeId',
  access: 'administrator',
  params: fileParams.extend({ agentNbr: pathId('The agent number'), relationTypeId }),
  answer: z.object({ success: z.literal(true), data: z.array(assignedAgent) }),
  errors: [gone, { status: 404, error: AGENT_NOT_LINKED }, conflict, inTheBin],
  fallback: 'Failed to unlink agent. Please try again.',
})
