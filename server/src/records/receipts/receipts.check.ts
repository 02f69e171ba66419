import type { DatabaseCheck } from '../../engines/database/database-check.ts'
import { prove } from './read-receipt.ts'
import { listReceipts, readSecret } from './receipts.repository.ts'

const PORTION = 50

/** Whether every receipt still has its issued content, by its check code. */
export const receiptsCheck: DatabaseCheck = {
  name: 'receipts',
  async find({ kysely }) {
    const problems: string[] = []
    const secret = await readSecret(kysely)
    let after = 0
    for (;;) {
      const receipts = await listReceipts(kysely, { after, most: PORTION })
      for (const receipt of receipts) {
        after = receipt.id
        if (!prove(receipt, secret).isSound) problems.push(problemOf(receipt.number))
      }
      if (receipts.length < PORTION) return problems
    }
  },
}

function problemOf(number: string): string {
  return `Receipt ${number} was changed in the database, or is incomplete, since it was given out: compare it with the mail or PDF that its sender has, and restore an older backup beside this portal to see what it said.`
}
