import type { UploadFields } from './upload-fields.ts'

/** An organization that was chosen as a file's owner. */
export type FileOwner = {
  readonly partyNumber: number
  /** As its person read it when they chose it. */
  readonly name: string
  /** Of the file when it was chosen: an owner of one county is none of another. Null where its person has but one. */
  readonly countyId: number | null
}

/** Who owns what a file is about; for those alone who may link owners. What older pages kept says nothing of it. */
export type OwnerFacts = {
  readonly owner?: FileOwner | null
  readonly relationTypeId?: number | null
}

/** All that is said of a file of the queue. */
export type QueueFields = UploadFields & OwnerFacts

/** Without an owner of another county. */
export function withTheirOwner(fields: QueueFields): QueueFields {
  const { owner, countyId } = fields
  return owner && owner.countyId !== countyId ? { ...fields, owner: null } : fields
}

/** Whether an owner is named and not how they relate to the file. */
export function lacksRelation({ owner, relationTypeId }: OwnerFacts): boolean {
  return Boolean(owner) && (relationTypeId ?? null) === null
}

/** The owner as it travels with the file; nothing of a relation to nobody. */
export function toOwnerFields({ owner, relationTypeId }: OwnerFacts): Record<string, string> {
  if (!owner || (relationTypeId ?? null) === null) return {}
  return { ownerNbr: String(owner.partyNumber), relationTypeId: String(relationTypeId) }
}
