import type { Person } from '@portal/contract/people/people.ts'
import { ROLE_NAMES } from '@portal/contract/access/roles.ts'
import { changedMeanwhileText, isOnlyRemote, type TwiceChanged } from '../../lib/changed-meanwhile.ts'
import type { ChosenAccess } from './access-fields.tsx'
import { STATE_NAMES } from './people-texts.ts'

type Meeting = {
  /** The person's state when the form opened. */
  readonly seen: Person
  readonly chosen: ChosenAccess
  /** The person as someone else changed them. */
  readonly newer: Person
}

export function accessOf({ role, counties }: Pick<Person, 'role' | 'counties'>): ChosenAccess {
  return { role, counties: new Set(counties.map(({ CountyID }) => CountyID)) }
}

export function isSameAccess(one: ChosenAccess, other: ChosenAccess): boolean {
  return keyOf(one) === keyOf(other) && one.role === other.role
}

/** Rebases the user's choices onto the newer state of the person, with a sentence about the change. */
export function rebaseAccess({ seen, chosen, newer }: Meeting): { access: ChosenAccess; text: string } {
  const [before, theirs] = [accessOf(seen), accessOf(newer)]
  const role: TwiceChanged = {
    label: 'Role',
    before: before.role,
    typed: chosen.role,
    theirs: theirs.role,
    shown: ROLE_NAMES[theirs.role],
  }
  const counties: TwiceChanged = {
    label: 'Counties',
    before: keyOf(before),
    typed: keyOf(chosen),
    theirs: keyOf(theirs),
    shown: newer.counties.map(({ Name }) => Name).join(', '),
  }
  return {
    access: {
      role: isOnlyRemote(role) ? theirs.role : chosen.role,
      counties: isOnlyRemote(counties) ? theirs.counties : chosen.counties,
    },
    text: changedMeanwhileText('person', [role, counties, ...stateOf(seen, newer)]),
  }
}

function keyOf({ counties }: ChosenAccess): string {
  return [...counties].toSorted((one, other) => one - other).join(' ')
}

function stateOf({ state: before }: Person, { state: theirs }: Person): TwiceChanged[] {
  if (theirs === before) return []
  const label = `State (${STATE_NAMES[theirs].toLowerCase()})`
  return [{ label, before, typed: before, theirs, shown: theirs }]
}
