import { withTheirOwner, type QueueFields } from '../facts/owner-facts.ts'
import { factsOf, type QueueEntry } from '../sender/queue-entry.ts'

/** The fields that all these files share; a field that differs is empty. Without files, the fields for all files. */
export function commonFacts(entries: readonly QueueEntry[], forAll: QueueFields): QueueFields {
  const [first, ...others] = entries.map((entry) => factsOf(entry, forAll))
  if (!first) return withTheirOwner(forAll)
  const isCommon = (field: keyof QueueFields) => others.every((facts) => facts[field] === first[field])
  return {
    categoryId: isCommon('categoryId') ? first.categoryId : null,
    typeId: isCommon('typeId') ? first.typeId : null,
    countyId: isCommon('countyId') ? first.countyId : null,
    description: isCommon('description') ? first.description : '',
    owner: others.every(({ owner }) => owner?.partyNumber === first.owner?.partyNumber)
      ? (first.owner ?? null)
      : null,
    relationTypeId: isCommon('relationTypeId') ? (first.relationTypeId ?? null) : null,
  }
}

/** The fields that have a value, to copy them to other files. */
export function filledFacts(fields: QueueFields): Partial<QueueFields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''))
}

/** A change of some files, or what it is for each of them. */
export type FieldChange = Partial<QueueFields> | ((facts: QueueFields) => Partial<QueueFields>)

export function changeFor(change: FieldChange, facts: QueueFields): Partial<QueueFields> {
  return typeof change === 'function' ? change(facts) : change
}
