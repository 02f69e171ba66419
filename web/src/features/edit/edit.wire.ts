import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { AssignedAgent, AssignedOwner } from '@portal/contract/edit/edit-links.ts'
import type { RenderedFacts, RenderedInfo } from '@portal/contract/edit/edit-rendered.ts'
import type { DescriptionTypes, getMetadata, Metadata } from '@portal/contract/edit/edit.ts'
import { fieldsOf, rowsOf, type Loose } from '../../lib/wire.ts'
import type { EditRecord } from './edit-record.ts'
import { isSameLink, type AssignedLink, type Link, type Links } from './links/links.ts'

/** The specification's metadata contain only the county; missing fields keep their known values. */
export function readMetadata(
  answer: ResultOf<typeof getMetadata> | null,
  known: Metadata,
): Pick<EditRecord, 'metadata' | 'changes' | 'namedOwner'> {
  const { LatestChanges, NamedOwner, ...metadata } = fieldsOf(answer)
  return {
    metadata: { ...known, ...(metadata as Partial<Metadata>) },
    changes: LatestChanges ?? [],
    namedOwner: NamedOwner ?? null,
  }
}

export function readDescriptionTypes(answer: Loose<DescriptionTypes> | null): DescriptionTypes {
  const { attachmentCategoryId, attachmentTypeId, description } = fieldsOf(answer)
  return {
    attachmentCategoryId: attachmentCategoryId ?? 0,
    attachmentTypeId: attachmentTypeId ?? 0,
    description: description ?? '',
  }
}

/** Characters of YYYY-MM-DD. */
const DAY_CHARACTERS = 10

/** The specification capitalizes these fields, and also allows 0 or 1 for a flag. */
export function readRendered(answer: Loose<RenderedInfo> | null): RenderedFacts {
  const told = fieldsOf(answer)
  return {
    rendered: Boolean(told.rendered ?? told.Rendered),
    renderedDate: (told.renderedDate ?? told.RenderedDate)?.slice(0, DAY_CHARACTERS) ?? null,
    extended: Boolean(told.extended ?? told.Extended),
  }
}

export function readOwnerLinks(answer: readonly AssignedOwner[]): readonly AssignedLink[] {
  return rowsOf(answer).map(ownerLink)
}

export function readAgentLinks(answer: readonly AssignedAgent[]): readonly AssignedLink[] {
  return rowsOf(answer).map(agentLink)
}

export function ownerLink(owner: Loose<AssignedOwner>): AssignedLink {
  return {
    party: {
      number: owner.partyNumber ?? 0,
      name: owner.OrganizationName ?? '',
      note: owner.CADName ?? '',
    },
    relation: { ID: owner.relationTypeId ?? 0, Name: owner.relationTypeName ?? '' },
    address: [],
  }
}

export function agentLink(agent: Loose<AssignedAgent>): AssignedLink {
  const state = agent.StateAbbreviation || agent.StateName
  const place = [agent.City, [state, agent.PostalCode].filter(Boolean).join(' ')]
  const lines = [agent.Address1, agent.Address2, agent.Address3, place.filter(Boolean).join(', ')]
  return {
    party: {
      number: agent.AgentNbr ?? 0,
      name: agent.OrganizationName ?? '',
      note: agent.LegacyCode ?? '',
    },
    relation: { ID: agent.relationTypeId ?? 0, Name: agent.relationTypeName ?? '' },
    address: lines.flatMap((line) => line || []),
  }
}

/** The response to a change; the specification shows `data` for the rendered facts only. */
type ChangeAnswer<T> = { readonly data?: T | null }

// Fields missing from a response keep the values known or sent.

export function readSavedDescriptionTypes(
  answer: ChangeAnswer<Loose<DescriptionTypes>>,
  asSent: DescriptionTypes,
): DescriptionTypes {
  const { data } = fieldsOf(answer)
  return data ? readDescriptionTypes({ ...asSent, ...data }) : asSent
}

export function readSavedRendered(
  answer: ChangeAnswer<Loose<RenderedInfo>>,
  asSent: RenderedFacts,
): RenderedFacts {
  const { data } = fieldsOf(answer)
  return data ? readRendered(data) : asSent
}

export function readSavedMetadata(answer: ChangeAnswer<Loose<Metadata>>, asSent: Metadata): Metadata {
  const { data } = fieldsOf(answer)
  return { ...asSent, ...(data as Partial<Metadata>) }
}

export function readSavedAgents(
  answer: ChangeAnswer<readonly AssignedAgent[]>,
  { before, added }: { readonly before: Links; readonly added: readonly Link[] },
): Links {
  const { data } = fieldsOf(answer)
  if (data) return { list: readAgentLinks(data), failure: null }
  return { ...before, list: [...before.list, ...added.map(withoutAddress)] }
}

/** A newly created link; its address is not known yet. */
export function withoutAddress(link: Link): AssignedLink {
  return { ...link, address: [] }
}

type RemovedLink = { readonly before: readonly AssignedLink[]; readonly taken: Link }

/** The owners that remain after one was unlinked. */
export function readRemainingOwners(
  answer: ChangeAnswer<readonly AssignedOwner[]>,
  unlinked: RemovedLink,
): readonly AssignedLink[] {
  const { data } = fieldsOf(answer)
  return data ? readOwnerLinks(data) : restOf(unlinked)
}

/** The agents that remain after one was unlinked. */
export function readRemainingAgents(
  answer: ChangeAnswer<readonly AssignedAgent[]>,
  unlinked: RemovedLink,
): readonly AssignedLink[] {
  const { data } = fieldsOf(answer)
  return data ? readAgentLinks(data) : restOf(unlinked)
}

function restOf({ before, taken }: RemovedLink): readonly AssignedLink[] {
  return before.filter((link) => !isSameLink(link, taken))
}
