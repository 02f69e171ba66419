import type { Person } from '../auth/person.ts'

/** An ordinary user sees the owners of their own county only. */
export function maySeeOwnersOf(person: Person, countyId: number): boolean {
  return person.isAdmin || person.countyId === countyId
}
