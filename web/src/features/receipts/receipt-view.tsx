import {
  getReceipt,
  getReceiptPdf,
  RECEIPT_DAMAGED,
  RECEIPT_NOT_FOUND,
  type Receipt,
} from '@portal/contract/receipts/receipts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiUrl } from '../../lib/api-base.ts'
import { failedBy } from '../../lib/failure-text.ts'
import { PATHS } from '../../lib/paths.ts'
import { receiptQuery } from '../../lib/receipts.queries.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'
import { ReceiptFiles } from './receipt-files.tsx'
import classes from './receipts.module.css'

/** A receipt, for screen and print. */
export function ReceiptView({ number }: { readonly number: string }) {
  const { data, error, refetch } = useQuery(receiptQuery(number))
  const isMissing = failedBy(error, RECEIPT_NOT_FOUND)
  useTitle(`Filing receipt ${data?.Number ?? ''}`.trim())
  return (
    <div className={classes.page}>
      <PageHeading>
        Filing receipt <span className={classes.piece}>{data?.Number}</span>
      </PageHeading>
      {data && <Told receipt={data} />}
      {!data && error === null && <Loading>Loading the receipt...</Loading>}
      {isMissing && <Notice tone="error">{RECEIPT_NOT_FOUND.sentence}</Notice>}
      {!data && error !== null && !isMissing && (
        <LoadFailed text={getReceipt.fallback} onRetry={() => void refetch()} />
      )}
      <p className={classes.onScreen}>
        <Link to={PATHS.receipts}>Verify a receipt</Link>
      </p>
    </div>
  )
}

function Told({ receipt }: { readonly receipt: Receipt }) {
  return (
    <>
      {!receipt.IsSound && <Notice tone="error">{RECEIPT_DAMAGED.sentence}</Notice>}
      <div className={classes.actions}>
        {receipt.IsSound && (
          <a
            className={buttonClass('plain')}
            href={apiUrl(getReceiptPdf, { params: { number: receipt.Number } })}
            download
          >
            Download PDF
          </a>
        )}
        <Button look="primary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <ReceiptFacts receipt={receipt} />
      <ReceiptFiles receipt={receipt} />
    </>
  )
}
