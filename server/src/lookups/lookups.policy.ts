import type { Person } from '../auth/person.ts'
import type { AgentScope } from './lookups.repository.ts'

/** An ordinary user sees the organizations of their own county only. */
export function maySeeCounty(person: Person, countyId: number): boolean {
  return person.isAdmin || person.countyId === countyId
}

/** Agents of all counties to administrators, of their own to ordinary users; null where there is no county. */
export function agentScope(person: Person): AgentScope | null {
  if (person.isAdmin) return { kind: 'all' }
  return person.countyId === null ? null : { kind: 'county', countyId: person.countyId }
}
