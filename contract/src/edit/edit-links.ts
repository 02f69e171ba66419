import { z } from 'zod'
import { editErrors, FILE_NOT_FOUND } from '../files/document-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { fileId, id, pathId } from '../fields.ts'
import { UNKNOWN_RELATION_TYPE } from '../files/link-errors.ts'

export const NO_NAMED_OWNER = defineError({
  code: 'named_owner.not_found',
  status: 404,
  sentence: 'This file has no owner named by its sender.',
})
export const OWNER_NOT_LINKED = defineError({
  code: 'link.owner_not_linked',
  status: 404,
  sentence: 'This owner is not linked to the file.',
})
export const NO_SUCH_AGENT = defineError({
  code: 'link.agent_unknown',
  status: 409,
  sentence: 'No agent has this name and legacy code.',
})
export const SEVERAL_SUCH_AGENTS = defineError({
  code: 'link.agent_ambiguous',
  status: 409,
  sentence: 'Several agents have this name and legacy code.',
})
export const AGENT_NOT_LINKED = defineError({
  code: 'link.agent_not_linked',
  status: 404,
  sentence: 'This agent is not linked to the file.',
})

const relationTypeId = pathId('The relation type')

/** Bytes: 500 links with long names. */
export const MAX_LINKS_BODY_BYTES = 262_144

export const ownerToLink = z.object({
  partyNumber: id,
  organizationName: z.string().nullish(),
  cadName: z.string().nullish(),
  relationTypeId: id,
})
export type OwnerToLink = z.output<typeof ownerToLink>

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
  summary: 'The owners linked to a document, as they were linked.',
  method: 'GET',
  path: '/status/uploads/:id/owners',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  result: z.array(assignedOwner),
  errors: [FILE_NOT_FOUND],
})

/** The owner that the sender of a document named without the right to link it. */
export const namedOwner = assignedOwner.pick({ partyNumber: true, OrganizationName: true, CADName: true })
export type NamedOwner = z.output<typeof namedOwner>

export const dismissNamedOwner = endpoint({
  summary: 'Takes the owner away that the sender named. To link it is to save it with the status.',
  method: 'DELETE',
  path: '/status/uploads/:id/named-owner',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  result: z.object({ success: z.literal(true), data: namedOwner.nullable() }),
  errors: [NO_NAMED_OWNER, ...editErrors],
  fallback: 'Failed to dismiss the owner. Please try again.',
})

export const unlinkOwner = endpoint({
  summary: 'Takes the link to an owner away.',
  method: 'DELETE',
  path: '/status/uploads/:id/owners/:partyNumber/:relationTypeId',
  access: 'documents.edit',
  params: z.object({ id: fileId, partyNumber: pathId('The party number'), relationTypeId }),
  result: z.object({ success: z.literal(true), data: z.array(assignedOwner) }),
  errors: [OWNER_NOT_LINKED, ...editErrors],
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
  summary: 'The agents linked to a document, as they were linked.',
  method: 'GET',
  path: '/status/uploads/:id/agents',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  result: z.array(assignedAgent),
  errors: [FILE_NOT_FOUND],
})

const agentToLink = z.object({ agentName: z.string(), legacyCode: z.string(), relationTypeId: id })
export type AgentToLink = z.output<typeof agentToLink>

export const patchAgents = endpoint({
  summary: 'Links agents, found by legacy code and name.',
  method: 'PATCH',
  path: '/status/uploads/:id/agents',
  access: 'documents.edit',
  params: z.object({ id: fileId }),
  body: z.object({ agents: z.array(agentToLink).max(500) }),
  maxBodyBytes: MAX_LINKS_BODY_BYTES,
  result: z.object({ success: z.literal(true), data: z.array(assignedAgent) }),
  errors: [UNKNOWN_RELATION_TYPE, NO_SUCH_AGENT, SEVERAL_SUCH_AGENTS, ...editErrors],
  fallback: 'Failed to assign agent(s).',
})

export const unlinkAgent = endpoint({
  summary: 'Takes the link to an agent away.',
  method: 'DELETE',
  path: '/status/uploads/:id/agents/:agentNbr/:relationTypeId',
  access: 'documents.edit',
  params: z.object({ id: fileId, agentNbr: pathId('The agent number'), relationTypeId }),
  result: z.object({ success: z.literal(true), data: z.array(assignedAgent) }),
  errors: [AGENT_NOT_LINKED, ...editErrors],
  fallback: 'Failed to unlink agent. Please try again.',
})
