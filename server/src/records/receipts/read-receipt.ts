import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { checkCodeOf, isSameCode } from './check-code.ts'
import type { StoredReceipt } from './receipt.ts'
import { findReceipt, readSecret, type ReceiptReader } from './receipts.repository.ts'

/** A receipt, and whether it matches what was issued. */
export type ProvenReceipt = {
  readonly receipt: StoredReceipt
  /** The check code of the stored content; null if the secret is lost. */
  readonly codeByNow: string | null
  readonly isSound: boolean
}

/** The receipt with that number and its verification, if the reader may see it. With a null reader, any receipt. */
export async function readReceipt(
  db: Kysely<DB>,
  number: string,
  reader: ReceiptReader | null,
): Promise<ProvenReceipt | undefined> {
  const receipt = await findReceipt(db, number, reader)
  return receipt && prove(receipt, await readSecret(db))
}

export function prove(receipt: StoredReceipt, secret: Buffer | undefined): ProvenReceipt {
  const codeByNow = secret ? checkCodeOf(receipt, secret) : null
  return {
    receipt,
    codeByNow,
    isSound: codeByNow !== null && isSameCode(codeByNow, receipt.checkCode),
  }
}
