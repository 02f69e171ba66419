import type { NamedOwner } from '@portal/contract/edit/edit-links.ts'
import type { NamedOwnerRow } from './named-owner.repository.ts'

export function toNamedOwner({ partyNumber, name, cadName }: NamedOwnerRow): NamedOwner {
  return { partyNumber, OrganizationName: name, CADName: cadName }
}
