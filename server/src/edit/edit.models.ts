import type {
  AssignedAgent,
  AssignedOwner,
  DescriptionTypes,
  LatestChange,
  Metadata,
  RenderedFacts,
  RenderedInfo,
} from '@portal/contract/edit.ts'
import type { Names } from '../lookups/dictionaries.ts'
import type { AgentRow } from './agents.repository.ts'
import type { DeedRow } from './changes.repository.ts'
import type { DocumentRow } from './edit.repository.ts'
import type { OwnerRow } from './owners.repository.ts'

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

const PART_OF_DEED = {
  'status changed': 'status',
  'description or type changed': 'descriptiontypes',
  'rendered info changed': 'rendered',
} as const

type Saving = keyof typeof PART_OF_DEED

/** What the edit dialog saves of a document, in the words of the audit record. */
export const SAVINGS = Object.keys(PART_OF_DEED) as readonly Saving[]

export function toLatestChange({ what, who, at }: DeedRow): LatestChange {
  return { Part: PART_OF_DEED[what as Saving], ChangedBy: who, ChangedAt: at.toISOString() }
}

export function toDescriptionTypes(document: DocumentRow): DescriptionTypes {
  return {
    attachmentCategoryId: document.category_id,
    attachmentTypeId: document.type_id,
    description: document.description,
  }
}

/** Only an Industrial rendition is rendered: of any other document the facts are kept, but hidden. */
export function isRendition({ category_id, type_id }: DocumentRow, names: Names): boolean {
  return names.categoryName(category_id) === 'Industrial' && names.typeName(type_id) === 'Rendition'
}

export function toRenderedFacts(document: DocumentRow, names: Names): RenderedFacts {
  if (!isRendition(document, names)) return { rendered: false, renderedDate: null, extended: false }
  const { rendered, rendered_date, extended } = document
  return { rendered, renderedDate: rendered_date, extended }
}

/** Both spellings, because callers know either. */
export function toRenderedInfo(document: DocumentRow, names: Names): RenderedInfo {
  const facts = toRenderedFacts(document, names)
  return { ...facts, Rendered: facts.rendered, RenderedDate: facts.renderedDate, Extended: facts.extended }
}

export function toAssignedOwner(row: OwnerRow, names: Names): AssignedOwner {
  return {
    partyNumber: row.party_number,
    OrganizationName: row.organization_name,
    CADName: row.cad_name ?? '',
    relationTypeId: row.relation_type_id,
    relationTypeName: names.relationTypeName(row.relation_type_id) ?? '',
  }
}

export function toAssignedAgent(row: AgentRow, names: Names): AssignedAgent {
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

/** The version as an entity tag (RFC 9110, section 8.8.3). */
export function etagOf({ version }: Pick<DocumentRow, 'version'>): string {
  return `"${version}"`
}
