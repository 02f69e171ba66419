import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { recordAudit } from '../audit/record.ts'
import type { ActorContext } from '../access/context.ts'
import { checkCodeOf } from './check-code.ts'
import { drawReceiptNumber } from './receipt-number.ts'
import type { StoredReceipt, ReceiptFile } from './receipt.ts'
import { insertReceipt, readOrMakeSecret } from './receipts.repository.ts'

/** How often to retry a number that is taken. At a million receipts a year, one draw in a hundred collides. */
const DRAWS = 50

export type NewReceipt = {
  readonly batch: string
  /** Whether it was made without a request. */
  readonly isAutomatic: boolean
  /** The sender of the files. */
  readonly sender: { readonly accountId: number; readonly email: string }
  readonly county: { readonly id: number; readonly name: string } | null
  readonly files: readonly ReceiptFile[]
}

/**
 * Creates a sender's receipt with its audit record, in the caller's transaction. It records the current synchronization
 * of this server's clock.
 */
export async function recordReceipt(
  transaction: Transaction<DB>,
  context: Pick<ActorContext, 'clock' | 'calendar' | 'clockKeeper' | 'skew' | 'actor'>,
  { batch, isAutomatic, sender, county, files }: NewReceipt,
): Promise<StoredReceipt> {
  const { clock, calendar, clockKeeper, skew } = context
  const secret = await readOrMakeSecret(transaction)
  const madeAt = clock.now()
  const facts = {
    form: 2 as const,
    countyId: county?.id ?? null,
    countyName: county?.name ?? null,
    accountId: sender.accountId,
    sender: sender.email,
    madeAt,
    clock: clockKeeper.state(),
    clockAheadMs: withinInteger(Math.round(skew.aheadMs())),
    files,
  }
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const numbered = { ...facts, number: drawReceiptNumber(calendar.yearOf(madeAt)) }
    const receipt = { ...numbered, checkCode: checkCodeOf(numbered, secret) }
    if (!(await insertReceipt(transaction, { ...receipt, batch, isAutomatic }))) continue
    await recordAudit(transaction, context, {
      action: 'receipt.made',
      subject: { kind: 'receipt', id: receipt.number },
      countyId: receipt.countyId,
      after: { files: files.length },
    })
    return receipt
  }
  throw new Error('No number is free for another receipt of this year.')
}

/** The column's limit is 24.8 days. A larger clock error is stored as that limit. */
function withinInteger(ms: number): number {
  return Math.max(-2_147_483_647, Math.min(2_147_483_647, ms))
}
