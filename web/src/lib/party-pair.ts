import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import type { Party } from './parties.ts'

/** A party and its relation, while a person chooses them. */
export type PartyPair = {
  readonly text: string
  readonly chosen: Party | null
  readonly relation: LookupItem | null
  /** Whether the roll gave the relation. It goes with the party, unlike one that the user chose. */
  readonly isRelationOfRoll?: boolean
  /** Why the pair cannot be used. */
  readonly problem: string | null
}

export const EMPTY_PAIR: PartyPair = { text: '', chosen: null, relation: null, problem: null }

/** Typing after a choice starts a new search. */
export function typeTerm<Pair extends PartyPair>(pair: Pair, text: string): Pair {
  return { ...withoutRollRelation(pair), text, chosen: null, problem: null }
}

/** Chooses a party. `onRoll` is its relation on the roll, which a relation that the user chose precedes. */
export function chooseParty<Pair extends PartyPair>(
  pair: Pair,
  chosen: Party,
  onRoll: LookupItem | null = null,
): Pair {
  const before = withoutRollRelation(pair)
  const preset =
    before.relation === null && onRoll !== null ? { relation: onRoll, isRelationOfRoll: true } : {}
  return { ...before, ...preset, text: chosen.name, chosen, problem: null }
}

export function chooseRelation<Pair extends PartyPair>(pair: Pair, relation: LookupItem | null): Pair {
  return { ...pair, relation, isRelationOfRoll: false, problem: null }
}

function withoutRollRelation<Pair extends PartyPair>(pair: Pair): Pair {
  return pair.isRelationOfRoll === true ? { ...pair, relation: null, isRelationOfRoll: false } : pair
}
