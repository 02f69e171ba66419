import type { UploadFields } from './upload-fields.ts'

/** An organization chosen as a file's owner. */
export type FileOwner = {
  readonly partyNumber: number
  /** The name as displayed when the user chose it. */
  readonly name: string
  /**
   * The file's county at the time of choice: an owner belongs to one county only. Null for a user with a single county.
   */
  readonly countyId: number | null
  /** The relation that the roll gave the file with this owner. It goes with the owner. */
  readonly relationOfRoll?: number
  /** The user may not link it: the firm decides. */
  readonly isForFirm?: boolean
}

/** A file's owner and relation. Entries stored by older pages lack these fields. */
export type OwnerFacts = {
  readonly owner?: FileOwner | null
  readonly relationTypeId?: number | null
  /** The text in the owner field that is no choice yet. An owner precedes it. */
  readonly typedOwner?: string
}

/** All fields of a file in the queue. */
export type QueueFields = UploadFields & OwnerFacts

/** A change of some files, or what it is for each of them. */
export type FieldChange = Partial<QueueFields> | ((facts: QueueFields) => Partial<QueueFields>)

export function changeFor(change: FieldChange, facts: QueueFields): Partial<QueueFields> {
  return typeof change === 'function' ? change(facts) : change
}

/** Clears an owner that belongs to another county. */
export function withTheirOwner(fields: QueueFields): QueueFields {
  const { owner, countyId } = fields
  return owner && owner.countyId !== countyId ? { ...fields, owner: null } : fields
}

/** An owner that the user names for the firm to link. */
export function ownerForFirm(owner: FileOwner): FileOwner {
  return { ...owner, isForFirm: true }
}

/** The change that gives a file an owner. `onRoll` is the owner's relation on the roll, which a chosen one precedes. */
export function ownerChosen(facts: OwnerFacts, owner: FileOwner, onRoll: number | null): OwnerFacts {
  const removed = ownerRemoved(facts)
  const chosen = removed.relationTypeId === null ? null : (facts.relationTypeId ?? null)
  if (chosen !== null) return { owner }
  if (onRoll === null) return { ...removed, owner }
  return { owner: { ...owner, relationOfRoll: onRoll }, relationTypeId: onRoll }
}

/** The change that takes a file's owner away, and with it the relation that the roll gave. */
export function ownerRemoved({ owner, relationTypeId }: OwnerFacts): OwnerFacts {
  const isOfRoll = owner?.relationOfRoll !== undefined && owner.relationOfRoll === relationTypeId
  return { owner: null, ...(isOfRoll && { relationTypeId: null }) }
}

/** The text that the person typed as an owner but did not choose; empty if there is none (R3.60). */
export function unchosenOwner({ owner, typedOwner = '' }: OwnerFacts): string {
  return owner ? '' : typedOwner.trim()
}

/** Whether an owner is chosen but not its relation to the file. */
export function lacksRelation({ owner, relationTypeId }: OwnerFacts): boolean {
  return Boolean(owner) && owner?.isForFirm !== true && (relationTypeId ?? null) === null
}

/** The owner fields sent with the file; empty for an owner to be linked without its relation. */
export function toOwnerFields({ owner, relationTypeId }: OwnerFacts): Record<string, string> {
  if (owner?.isForFirm === true) return { namedOwnerNbr: String(owner.partyNumber) }
  if (!owner || (relationTypeId ?? null) === null) return {}
  return { ownerNbr: String(owner.partyNumber), relationTypeId: String(relationTypeId) }
}
