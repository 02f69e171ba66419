import { withTheirOwner, type QueueFields } from '../facts/owner-facts.ts'
import { factsOf, type QueueEntry } from '../sender/queue-entry.ts'
import type { QueueView } from '../sender/queue-store.ts'

/** The fields that all these files share; a field that differs is empty. Without files, the fields for all files. */
export function commonFacts(entries: readonly QueueEntry[], forAll: QueueFields): QueueFields {
  const [first, ...others] = entries.map((entry) => factsOf(entry, forAll))
  if (!first) return withTheirOwner(forAll)
  const isCommon = (field: keyof QueueFields) => others.every((facts) => isSame(field, facts, first))
  return {
    categoryId: isCommon('categoryId') ? first.categoryId : null,
    typeId: isCommon('typeId') ? first.typeId : null,
    countyId: isCommon('countyId') ? first.countyId : null,
    description: isCommon('description') ? first.description : '',
    owner: isCommon('owner') ? (first.owner ?? null) : null,
    typedOwner: isCommon('typedOwner') ? (first.typedOwner ?? '') : '',
    relationTypeId: isCommon('relationTypeId') ? (first.relationTypeId ?? null) : null,
  }
}

type Selected = { readonly selected: readonly QueueEntry[]; readonly view: Pick<QueueView, 'plan'> }

/** What an empty text field of the selected files shows if they differ in it (R3.52). */
export function placeholderOf(
  { selected, view }: Selected,
  field: 'owner' | 'description',
): string | undefined {
  const [first, ...others] = selected.map((entry) => factsOf(entry, view.plan.fields))
  return first && others.some((facts) => !isSame(field, facts, first)) ? 'Keep as is' : undefined
}

function isSame(field: keyof QueueFields, one: QueueFields, other: QueueFields): boolean {
  if (field === 'owner') return one.owner?.partyNumber === other.owner?.partyNumber
  return one[field] === other[field]
}

/** The fields that have a value, to copy them to other files. */
export function filledFacts(fields: QueueFields): Partial<QueueFields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''))
}
