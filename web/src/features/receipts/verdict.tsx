import { Link } from 'react-router'
import { pathOfReceipt } from '../../lib/receipts.queries.ts'
import type { Verified } from '../../lib/receipts.wire.ts'
import { Notice } from '../../ui/notice.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'
import { ReceiptFiles } from './receipt-files.tsx'
import classes from './receipts.module.css'

const TEXTS: Readonly<Record<Verified['verdict'], string>> = {
  genuine:
    'This receipt is genuine. Please compare what you have in your hand with what the portal says below.',
  damaged:
    'This receipt was issued by the portal, but its stored copy has been altered. Please tell the helpdesk, and do not rely on what is said below.',
  'not genuine': 'No matching receipt was found for your counties. Check the number and the code.',
}

/** What was found of a receipt, and what the portal itself says it says. */
export function Verdict({ verified: { verdict, receipt } }: { readonly verified: Verified }) {
  return (
    <>
      <Notice tone={verdict === 'genuine' ? 'success' : 'error'}>{TEXTS[verdict]}</Notice>
      {receipt && (
        <>
          <p className={classes.onScreen}>
            <Link to={pathOfReceipt(receipt.Number)}>Open the receipt</Link>
          </p>
          <ReceiptFacts receipt={receipt} />
          <ReceiptFiles receipt={receipt} />
        </>
      )}
    </>
  )
}
