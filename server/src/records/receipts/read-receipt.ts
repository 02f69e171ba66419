import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { checkCodeOf, isSameCode } from './check-code.ts'
import type { StoredReceipt } from './receipt.ts'
import { findReceipt, readSecret, type ReceiptReader } from './receipts.repository.ts'

/** A receipt, and whether it is what was given out. */
export type ProvenReceipt = {
  readonly receipt: StoredReceipt
  /** The code that what is kept of it has; null where the secret is lost. */
  readonly codeByNow: string | null
  readonly isSound: boolean
}

/** The receipt of that number with its proof, as far as the reader may see it; null as reader asks for any. */
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
