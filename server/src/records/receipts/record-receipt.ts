import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { recordAudit } from '../audit/record.ts'
import type { ActorContext } from '../access/context.ts'
import { checkCodeOf } from './check-code.ts'
import { drawReceiptNumber } from './receipt-number.ts'
import type { StoredReceipt, ReceiptFile } from './receipt.ts'
import { insertReceipt, readOrMakeSecret } from './receipts.repository.ts'

/** How often a number is drawn that another receipt has: at a million a year each is taken with one chance in a hundred. */
const DRAWS = 50

export type NewReceipt = {
  readonly batch: string
  /** Whether nobody asked for it. */
  readonly isAutomatic: boolean
  /** Who sent the files. */
  readonly sender: { readonly accountId: number; readonly email: string }
  readonly county: { readonly id: number; readonly name: string } | null
  readonly files: readonly ReceiptFile[]
}

/**
 * Makes a receipt for a sender, in the caller's transaction, with its audit record. It notes how the clock of this server is
 * kept at the moment.
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

/** Its column holds 24.8 days: a clock that is further off is reported as that far off. */
function withinInteger(ms: number): number {
  return Math.max(-2_147_483_647, Math.min(2_147_483_647, ms))
}
