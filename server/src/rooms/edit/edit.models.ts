import type { AssignedAgent, AssignedOwner } from '@portal/contract/edit/edit-links.ts'
import type { RenderedInfo } from '@portal/contract/edit/edit-rendered.ts'
import type { LatestChange, Metadata } from '@portal/contract/edit/edit.ts'
import { toRenderedFacts } from '../../records/documents/document-parts.models.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import type { LinkedAgentRow, LinkedOwnerRow } from '../../records/documents/links.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import type { ChangeRow } from './changes.repository.ts'

export function toMetadata(document: DocumentRow, names: Names): Metadata {
  return {
    FileID: document.id,
    FileName: document.file_name,
    CountyID: document.county_id,
    CountyName: names.countyName(document.county_id),
    StatusID: document.status_id,
    Status: names.statusText(document.status_id),
  }
}

const PART_OF_ACTION = {
  'document.status_set': 'status',
  'document.described': 'descriptiontypes',
  'document.rendered_set': 'rendered',
} as const

type EditAction = keyof typeof PART_OF_ACTION

/** The saves of the edit dialog, by their names in the audit record. */
export const EDIT_ACTIONS = Object.keys(PART_OF_ACTION) as readonly EditAction[]

export function toLatestChange({ action, actor_name, at }: ChangeRow): LatestChange {
  return { Part: PART_OF_ACTION[action as EditAction], ChangedBy: actor_name, ChangedAt: at.toISOString() }
}

/** Both spellings, because callers may use either. */
export function toRenderedInfo(document: DocumentRow, names: Names): RenderedInfo {
  const facts = toRenderedFacts(document, names)
  return { ...facts, Rendered: facts.rendered, RenderedDate: facts.renderedDate, Extended: facts.extended }
}

export function toAssignedOwner(row: LinkedOwnerRow, names: Names): AssignedOwner {
  return {
    partyNumber: row.party_number,
    OrganizationName: row.organization_name,
    CADName: row.cad_name ?? '',
    relationTypeId: row.relation_type_id,
    relationTypeName: names.relationTypeName(row.relation_type_id) ?? '',
  }
}

export function toAssignedAgent(row: LinkedAgentRow, names: Names): AssignedAgent {
  return {
    AgentNbr: row.agent_number,
    OrganizationName: row.organization_name,
    LegacyCode: row.legacy_code,
    relationTypeId: row.relation_type_id,
    relationTypeName: names.relationTypeName(row.relation_type_id) ?? '',
    Address1: row.address_1,
    Address2: row.address_2,
    Address3: row.address_3,
    City: row.city,
    StateName: row.state_name,
    StateAbbreviation: row.state_abbreviation,
    PostalCode: row.postal_code,
  }
}
