import type { ClockStatus } from '../../engines/clock/clock-keeper.ts'

export type ReceiptFile = {
  readonly documentId: number
  readonly fileName: string
  /** Bytes. */
  readonly byteSize: number
  readonly sha256: Buffer
  readonly receivedAt: Date
  /** Its place in the batch, from 0 on; null of form 1, as all that follows. */
  readonly place: number | null
  readonly category: string | null
  readonly type: string | null
  readonly description: string | null
  /** Names of its owners with their relation, such as `Acme LLC (Owner)`; null where it has none. */
  readonly owners: string | null
}

/** All that a receipt says; its check code is made of this. */
export type ReceiptFacts = {
  /** Of its check code. Form 1 says nothing of category, type, description, owners and place. */
  readonly form: 1 | 2
  /** Such as R-2026-4839-2071. */
  readonly number: string
  readonly countyId: number | null
  /** As it was called then. */
  readonly countyName: string | null
  readonly accountId: number
  /** The address of who uploaded the files, as it was then. */
  readonly sender: string
  readonly madeAt: Date
  readonly clock: ClockStatus
  readonly clockAheadMs: number
  readonly files: readonly ReceiptFile[]
}

/** A receipt as the portal keeps it. */
export type StoredReceipt = ReceiptFacts & { readonly checkCode: string }
