import { isStorable } from '@portal/contract/fields.ts'
import {
  AGENT_NOT_LINKED,
  NO_SUCH_AGENT,
  SEVERAL_SUCH_AGENTS,
  type AgentToLink,
  type AssignedAgent,
} from '@portal/contract/edit/edit-links.ts'
import { UNKNOWN_RELATION_TYPE } from '@portal/contract/files/link-errors.ts'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { CallResult } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../../records/context.ts'
import type { DocumentEntry } from '../../records/documents/apply-decisions.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import * as links from '../../records/documents/links.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import { findAgentNumbers } from './agents.repository.ts'
import { readPart, savePart, type EditSession, type EditTarget } from './edit-document.ts'
import { toAssignedAgent } from './edit.models.ts'

type AgentsAnswer = { success: true; data: AssignedAgent[] }

export async function readAgents(
  context: PersonContext,
  documentId: number,
): Promise<CallResult<AssignedAgent[]>> {
  return readPart(context, documentId, agentsOf)
}

async function agentsOf(document: DocumentRow, names: Names, db: Kysely<DB>): Promise<AssignedAgent[]> {
  return (await links.listLinkedAgents(db, document.id)).map((row) => toAssignedAgent(row, names))
}

/**
 * Links agents of any county that the person sees, all or none. An existing link counts as success and stays single.
 * @throws 400 for an unknown relation type, 409 if no agent or several have that name and legacy code.
 */
export async function linkAgents(
  context: PersonContext,
  { agents, ...target }: EditTarget & { readonly agents: readonly AgentToLink[] },
): Promise<CallResult<AgentsAnswer>> {
  return savePart(context, { ...target, read: agentsOf }, async (session) => {
    const entries: DocumentEntry[] = []
    for (const agent of agents) {
      const entry = await linkAgent(context, session, agent)
      if (entry) entries.push(entry)
    }
    return entries.length === 0 ? null : { change: {}, entries }
  })
}

/** Returns the audit entry of the link; null if the link already exists. */
async function linkAgent(
  context: PersonContext,
  { document, names, transaction }: EditSession,
  { relationTypeId, agentName, legacyCode }: AgentToLink,
): Promise<DocumentEntry | null> {
  const relationType = names.relationTypeName(relationTypeId)
  if (relationType === null) throw failure(UNKNOWN_RELATION_TYPE)
  const agentNumber = await agentNumberOf(context, transaction, { agentName, legacyCode })
  const isNew = await links.insertAgentLink(transaction, document, {
    agentNumber,
    relationTypeId,
    linkedAt: context.clock.now(),
    linkedBy: context.actor.person.accountId,
  })
  const after = { agentNumber, agent: agentName, legacyCode, relationType }
  return isNew ? { action: 'agent.linked', after } : null
}

async function agentNumberOf(
  { actor: { person } }: PersonContext,
  transaction: Transaction<DB>,
  agent: Pick<AgentToLink, 'agentName' | 'legacyCode'>,
): Promise<number> {
  if (!isStorable(agent.agentName) || !isStorable(agent.legacyCode)) throw failure(NO_SUCH_AGENT)
  const [number, another] = await findAgentNumbers(transaction, { ...agent, counties: person.counties })
  if (number === undefined) throw failure(NO_SUCH_AGENT)
  if (another !== undefined) throw failure(SEVERAL_SUCH_AGENTS)
  return number
}

/**
 * Removes a link to an agent.
 * @throws 404 if there is no such link.
 */
export async function unlinkAgent(
  context: PersonContext,
  { agentNumber, relationTypeId, ...target }: EditTarget & links.AgentLink,
): Promise<CallResult<AgentsAnswer>> {
  return savePart(context, { ...target, read: agentsOf }, async ({ document, names, transaction }) => {
    const agents = await agentsOf(document, names, transaction)
    const linked = agents.find(
      (agent) => agent.AgentNbr === agentNumber && agent.relationTypeId === relationTypeId,
    )
    if (!linked) throw failure(AGENT_NOT_LINKED)
    await links.deleteAgentLink(transaction, document.id, { agentNumber, relationTypeId })
    const before = {
      agentNumber,
      agent: linked.OrganizationName,
      legacyCode: linked.LegacyCode,
      relationType: linked.relationTypeName,
    }
    return { change: {}, entries: [{ action: 'agent.unlinked', before }] }
  })
}
