import { createHash } from 'node:crypto'
import type { ManagedCounty } from '@portal/contract/counties/counties.ts'
import type { CountyRow } from '../../records/counties/counties.repository.ts'
import type { ManagedCountyRow } from './managed-counties.repository.ts'

export function toManagedCounty(row: ManagedCountyRow): ManagedCounty {
  return {
    CountyID: row.id,
    Name: row.name,
    number: row.number,
    emailDomains: row.domains,
    emailAddresses: row.addresses,
    contacts: row.contacts,
    state: row.closedAt === null ? 'open' : 'closed',
    closedAt: row.closedAt?.toISOString() ?? null,
    people: row.people,
    documents: row.documents,
    version: versionOf(row),
  }
}

/** Of all that is changed here. */
export function versionOf({ name, number, domains, addresses, contacts, closedAt }: CountyRow): string {
  const facts = [name, number, domains, addresses, contacts, closedAt?.toISOString() ?? null]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}
