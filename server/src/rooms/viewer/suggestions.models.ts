import type { Suggestion } from '@portal/contract/viewer/suggestions.ts'
import type { Chosen, NamedParty } from '../../records/suggestions/choose-parties.ts'
import { evidenceOf } from '../../records/suggestions/evidence.ts'
import type { Place } from '../../records/suggestions/mentions.ts'
import type { AgentRow } from '../../records/suggestions/owner-directory.repository.ts'
import type { TaxForm } from '../../records/suggestions/tax-forms.ts'

export function toType(form: TaxForm, place: Place, typeId: number): Suggestion {
  const label = `${form.category} · ${form.type}`
  return { field: 'category-type', label, evidence: evidenceOf(place), typeId }
}

/** Null for an owner that has left the county, or if the portal has no such relation type. */
export function toOwner(
  { number, place }: Chosen,
  owners: readonly NamedParty[],
  relationTypeId: number | undefined,
): Suggestion | null {
  const label = owners.find((owner) => owner.number === number)?.names[0]
  if (label === undefined || relationTypeId === undefined) return null
  return { field: 'owner', label, evidence: evidenceOf(place), partyNumber: number, relationTypeId }
}

export function toAgent(
  { number, place }: Chosen,
  agents: readonly AgentRow[],
  relationTypeId: number | undefined,
): Suggestion | null {
  const agent = agents.find((each) => each.number === number)
  const [agentName] = agent?.names ?? []
  if (!agent || agentName === undefined || relationTypeId === undefined) return null
  return {
    field: 'agent',
    label: agentName,
    evidence: evidenceOf(place),
    agentNumber: number,
    agentName,
    legacyCode: agent.legacyCode,
    relationTypeId,
  }
}
