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
    'The portal gave out this receipt, but what it keeps of it was changed since. Please tell the helpdesk, and do not rely on what is said below.',
  'not genuine':
    'This receipt is not genuine, or it is of a county that you do not see. Please check number and code.',
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
