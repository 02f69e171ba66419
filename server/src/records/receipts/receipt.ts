import type { ClockStatus } from '../../engines/clock/clock-keeper.ts'

export type ReceiptFile = {
  readonly documentId: number
  readonly fileName: string
  /** Bytes. */
  readonly byteSize: number
  readonly sha256: Buffer
  readonly receivedAt: Date
  /** Its place in the batch, from 0; null in form 1, like all fields below. */
  readonly place: number | null
  readonly category: string | null
  readonly type: string | null
  readonly description: string | null
  /** Names of its owners with their relation, such as `Acme LLC (Owner)`; null if it has none. */
  readonly owners: string | null
}

/** The full content of a receipt. Its check code covers this. */
export type ReceiptFacts = {
  /** The form of its check code. Form 1 omits category, type, description, owners and place. */
  readonly form: 1 | 2
  /** Such as R-2026-4839-2071. */
  readonly number: string
  readonly countyId: number | null
  /** The county's name at that time. */
  readonly countyName: string | null
  readonly accountId: number
  /** The uploader's address at that time. */
  readonly sender: string
  readonly madeAt: Date
  readonly clock: ClockStatus
  readonly clockAheadMs: number
  readonly files: readonly ReceiptFile[]
}

/** A receipt as stored. */
export type StoredReceipt = ReceiptFacts & { readonly checkCode: string }
