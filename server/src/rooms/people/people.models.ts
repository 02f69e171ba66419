import { createHash } from 'node:crypto'
import type { Person as ListedPerson, PersonState } from '@portal/contract/people.ts'
import { mayActOn, mayEnable, type Caretaker, type Subject } from './people.policy.ts'
import type { PersonRow } from './people.repository.ts'

export function toSubject({ id, role, counties }: PersonRow): Subject {
  return { id, role, countyIds: counties.map((county) => county.id) }
}

/** A person as who asks may know them: of counties that are not theirs nothing is told, not by the version either. */
export function toPerson(row: PersonRow, by: Caretaker): ListedPerson {
  const { counties: theirs } = by
  const mayChange = mayActOn(by, toSubject(row)) === null
  const known = row.counties.filter(({ id }) => theirs === 'all' || theirs.includes(id))
  return {
    userID: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    counties: known.map(({ id, name }) => ({ CountyID: id, Name: name })),
    state: stateOf(row),
    secondFactor: row.hasSecondFactor ? 'on' : 'off',
    hasPasskey: row.hasPasskey,
    lastSignedInAt: row.lastSignedInAt?.toISOString() ?? null,
    addedAt: row.addedAt.toISOString(),
    mayChange,
    mayEnable: row.isDisabled && mayChange && mayEnable(by, row) === null,
    version: versionOf(
      row,
      known.map(({ id }) => id),
    ),
  }
}

function stateOf({ isDisabled, hasPassword }: PersonRow): PersonState {
  if (isDisabled) return 'disabled'
  return hasPassword ? 'active' : 'invited'
}

/** Of all that is changed here. */
function versionOf({ role, isDisabled }: PersonRow, countyIds: readonly number[]): string {
  const facts = [role, isDisabled, ...countyIds.toSorted((one, other) => one - other)]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}
