import { descriptionProblem } from '@portal/contract/files/description.ts'
import type { DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'
import { relationOnRoll, type Party } from '../../../lib/parties.ts'
import { ownerChosen, ownerForFirm, unchosenOwner, type QueueFields } from '../facts/owner-facts.ts'
import type { OwnerRight } from '../facts/owner-right.ts'
import { factsOf, type QueueEntry } from '../sender/queue-entry.ts'
import { numbersOf, yearOf } from './numbers-of-name.ts'
import { typeByName } from './type-by-name.ts'

/** The facts proposed from a file's name and folder. */
export type ProposedFacts = {
  readonly facts: Partial<QueueFields>
  /** The part of the proposal that overwrites no value the user chose. */
  readonly free: Partial<QueueFields>
}

export type Proposal = ProposedFacts & { readonly entry: QueueEntry }

type NamedFile = {
  readonly name: string
  readonly folder: string
  /** Whether the user chose a type for this very file. It stays. */
  readonly hasOwnType: boolean
}

export type ProposalWords = {
  readonly types: readonly DocumentType[]
  readonly categories: readonly LookupItem[]
  readonly relationTypes: readonly LookupItem[]
  readonly ownerRight: OwnerRight
  /** The organization with this number in the file's county; undefined if none exists or it is not loaded yet. */
  readonly partyOf: (countyId: number | null, number: number) => Party | undefined
}

/** The proposal for an unsent file; null if its name suggests nothing new. */
export function proposalOf(entry: QueueEntry, forAll: QueueFields, words: ProposalWords): Proposal | null {
  if (entry.state.is !== 'chosen' || entry.uploadId !== null) return null
  const { name, folder, facts } = entry
  const hasOwnType = (facts.typeId ?? null) !== null
  const found = proposedFacts({ name, folder, hasOwnType }, factsOf(entry, forAll), words)
  return Object.keys(found.facts).length === 0 ? null : { entry, ...found }
}

/** What the name and the folder of a file propose, next to its facts now. */
export function proposedFacts(file: NamedFile, now: QueueFields, words: ProposalWords): ProposedFacts {
  const type = proposedType(file, now, words)
  const free = {
    ...(type?.isFree && kindOf(type.type)),
    ...proposedOwner(file, now, words),
    ...proposedDescription(file, now, type?.type.Name ?? nameIn(words.types, now.typeId)),
  }
  return { facts: { ...free, ...(type && kindOf(type.type)) }, free }
}

function kindOf({ CategoryID, ID }: DocumentType): Partial<QueueFields> {
  return { categoryId: CategoryID, typeId: ID }
}

function nameIn(types: readonly DocumentType[], id: number | null): string | undefined {
  return types.find(({ ID }) => ID === id)?.Name
}

function proposedType(file: NamedFile, now: QueueFields, words: ProposalWords) {
  if (file.hasOwnType) return null
  const type = typeByName(file, words, now.categoryId)
  if (!type || type.ID === now.typeId) return null
  const isFree = now.typeId === null && (now.categoryId === null || now.categoryId === type.CategoryID)
  return { type, isFree }
}

/** If several numbers match parties, the owner is ambiguous, so none is proposed. */
function proposedOwner(
  { name }: NamedFile,
  now: QueueFields,
  { partyOf, relationTypes, ownerRight }: ProposalWords,
): Partial<QueueFields> {
  const { owner, countyId } = now
  if (owner || unchosenOwner(now) !== '') return {}
  const [party, ...others] = numbersOf(name).flatMap((number) => partyOf(countyId, number) ?? [])
  if (!party || others.length > 0) return {}
  const found = { partyNumber: party.number, name: party.name, countyId }
  if (ownerRight === 'name') return { owner: ownerForFirm(found) }
  return ownerChosen(now, found, relationOnRoll(party, relationTypes)?.ID ?? null)
}

/** The folder's name, else the type's name, with the year from the file's name. */
function proposedDescription(
  { name, folder }: NamedFile,
  now: QueueFields,
  typeName: string | undefined,
): Partial<QueueFields> {
  if (now.description.trim() !== '') return {}
  const year = yearOf(name)
  const told = folder === '' ? (year === null ? '' : (typeName ?? '')) : folder.split('/').join(', ')
  if (told === '') return {}
  const isDated = year === null || told.includes(String(year))
  const description = isDated ? told : `${told} ${year}`
  return descriptionProblem(description) === null ? { description } : {}
}
