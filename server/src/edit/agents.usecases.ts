import {
  AGENT_NOT_LINKED,
  NO_SUCH_AGENT,
  SEVERAL_SUCH_AGENTS,
  type AgentToLink,
  type AssignedAgent,
} from '@portal/contract/edit.ts'
import type { Kysely, Transaction } from 'kysely'
import { actorOf, recordAudit } from '../audit/record.ts'
import type { DB } from '../database/generated/db.d.ts'
import { Answered } from '../http/answered.ts'
import { badRequest, conflict, notFound } from '../http/errors.ts'
import type { Names } from '../lookups/dictionaries.ts'
import type { PersonContext } from '../world.ts'
import { findAgentNumbers, linkAgent, listAgents, removeAgent, type AgentLink } from './agents.repository.ts'
import { changeLockedDocument, existingDocument } from './change-document.ts'
import { etagOf, toAssignedAgent } from './edit.models.ts'
import { changeDocument, type DocumentRow } from './edit.repository.ts'

export async function readAgents(
  context: PersonContext,
  documentId: number,
): Promise<Answered<AssignedAgent[]>> {
  const document = await existingDocument(context, documentId)
  const names = await context.dictionaries.names()
  const agents = await agentsOf(context.database.kysely, document, names)
  return new Answered(agents, { headers: { etag: etagOf(document) } })
}

async function agentsOf(db: Kysely<DB>, document: DocumentRow, names: Names): Promise<AssignedAgent[]> {
  return (await listAgents(db, document.id)).map((row) => toAssignedAgent(row, names))
}

type AgentsAnswer = { success: true; data: AssignedAgent[] }
type Linking = { documentId: number; ifMatch: readonly string[] | undefined; agents: AgentToLink[] }

/** Links agents of any county, all or none. A link that stands already is success and stays one. */
export async function linkAgents(
  context: PersonContext,
  { documentId, ifMatch, agents }: Linking,
): Promise<Answered<AgentsAnswer>> {
  return changeLockedDocument(context, {
    documentId,
    ifMatch,
    present: (document, names, transaction) => agentsOf(transaction, document, names),
    async apply(transaction, document, names) {
      let linked = 0
      for (const agent of agents) {
        const isNew = await linkOne(context, { transaction, document, names, agent })
        if (isNew) linked += 1
      }
      const changed = linked === 0 ? document : await changeDocument(transaction, documentId, {})
      const data = await agentsOf(transaction, document, names)
      return { document: changed, answer: { success: true, data } }
    },
  })
}

type LinkingOne = { transaction: Transaction<DB>; document: DocumentRow; names: Names; agent: AgentToLink }

async function linkOne(
  context: PersonContext,
  { transaction, document, names, agent }: LinkingOne,
): Promise<boolean> {
  const { relationTypeId, agentName, legacyCode } = agent
  const relationType = names.relationTypeName(relationTypeId)
  if (relationType === null) throw badRequest('This relation type does not exist.')
  const agentNumber = await agentNumberOf(transaction, agent)
  const isNew = await linkAgent(transaction, document, {
    agentNumber,
    relationTypeId,
    linkedAt: context.clock.now(),
    linkedBy: context.person.accountId,
  })
  if (!isNew) return false
  await recordAudit(
    transaction,
    { clock: context.clock, actor: actorOf(context) },
    {
      what: 'agent linked',
      documentId: document.id,
      countyId: document.county_id,
      after: { agentNumber, agent: agentName, legacyCode, relationType },
    },
  )
  return true
}

async function agentNumberOf(transaction: Transaction<DB>, agent: AgentToLink): Promise<number> {
  if (agent.agentName.includes('\0') || agent.legacyCode.includes('\0')) throw conflict(NO_SUCH_AGENT)
  const [number, another] = await findAgentNumbers(transaction, agent)
  if (number === undefined) throw conflict(NO_SUCH_AGENT)
  if (another !== undefined) throw conflict(SEVERAL_SUCH_AGENTS)
  return number
}

type Unlinking = AgentLink & { documentId: number; ifMatch: readonly string[] | undefined }

/** Takes a link to an agent away. Throws a 404 where there is none. */
export async function unlinkAgent(
  context: PersonContext,
  { documentId, ifMatch, agentNumber, relationTypeId }: Unlinking,
): Promise<Answered<AgentsAnswer>> {
  return changeLockedDocument(context, {
    documentId,
    ifMatch,
    present: (document, names, transaction) => agentsOf(transaction, document, names),
    async apply(transaction, document, names) {
      const agents = await agentsOf(transaction, document, names)
      const isMeant = (agent: AssignedAgent) =>
        agent.AgentNbr === agentNumber && agent.relationTypeId === relationTypeId
      const unlinked = agents.find(isMeant)
      if (!unlinked) throw notFound(AGENT_NOT_LINKED)
      await removeAgent(transaction, documentId, { agentNumber, relationTypeId })
      const changed = await changeDocument(transaction, documentId, {})
      await recordAudit(
        transaction,
        { clock: context.clock, actor: actorOf(context) },
        {
          what: 'agent unlinked',
          documentId,
          countyId: document.county_id,
          before: {
            agentNumber,
            agent: unlinked.OrganizationName,
            legacyCode: unlinked.LegacyCode,
            relationType: unlinked.relationTypeName,
          },
        },
      )
      const left = agents.filter((agent) => !isMeant(agent))
      return { document: changed, answer: { success: true, data: left } }
    },
  })
}
