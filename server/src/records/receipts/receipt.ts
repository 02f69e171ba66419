import type { ClockKept } from '../../engines/clock/clock-keeper.ts'

export type ReceiptFile = {
  readonly documentId: number
  readonly fileName: string
  /** Bytes. */
  readonly byteSize: number
  readonly sha256: Buffer
  readonly receivedAt: Date
}

/** All that a receipt says; its check code is made of this. */
export type ReceiptFacts = {
  /** Such as R-2026-4839-2071. */
  readonly number: string
  readonly countyId: number | null
  /** As it was called then. */
  readonly countyName: string | null
  readonly accountId: number
  /** The address of who uploaded the files, as it was then. */
  readonly sender: string
  readonly madeAt: Date
  readonly clock: ClockKept
  readonly clockAheadMs: number
  readonly files: readonly ReceiptFile[]
}

/** A receipt as the portal keeps it. */
export type KeptReceipt = ReceiptFacts & { readonly checkCode: string }
