import { getReceiptPdf, makeReceipts, type ReceiptHead } from '@portal/contract/receipts/receipts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiUrl } from '../../../lib/api-base.ts'
import { failureText } from '../../../lib/failure-text.ts'
import { PATHS } from '../../../lib/paths.ts'
import { madeReceiptsQuery, pathOfReceipt, type Filing } from '../../../lib/receipts.queries.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import classes from './filing-receipt.module.css'

/** The receipts of the stored files. The portal issues them once; a later visit shows the same ones. */
export function FilingReceipt({ filing }: { readonly filing: Filing }) {
  const { data, error, isFetching, refetch } = useQuery(madeReceiptsQuery(filing))
  return (
    <section aria-label="Filing receipt" tabIndex={-1} className={classes.filing}>
      {data?.map((receipt) => (
        <Made key={receipt.Number} receipt={receipt} isOneOfSeveral={data.length > 1} />
      ))}
      {data && (
        <p className={classes.more}>
          A copy goes to you by e-mail. <Link to={PATHS.receipts}>Verify a receipt</Link>
        </p>
      )}
      {!data && error !== null && !isFetching && (
        <LoadFailed text={failureText(error, makeReceipts.fallback)} onRetry={() => void refetch()} />
      )}
      {!data && isFetching && <Loading>Making the receipt...</Loading>}
    </section>
  )
}

type MadeProps = { readonly receipt: ReceiptHead; readonly isOneOfSeveral: boolean }

function Made({ receipt: { Number: number, CheckCode, CountyName, FileCount }, isOneOfSeveral }: MadeProps) {
  const of = isOneOfSeveral ? ` (${CountyName ?? 'no county'}, ${FileCount.toLocaleString('en-US')})` : ''
  return (
    <div className={classes.receipt}>
      <span>
        Receipt <b className={classes.code}>{number}</b>
        {of}
      </span>
      <span>
        Check code <b className={classes.code}>{CheckCode}</b>
      </span>
      <span className={classes.links}>
        <Link to={pathOfReceipt(number)} aria-label={`Open receipt ${number}`}>
          Open receipt
        </Link>
        <a
          className={buttonClass('primary')}
          href={apiUrl(getReceiptPdf, { params: { number } })}
          download
          aria-label={`Download PDF of receipt ${number}`}
        >
          Download PDF
        </a>
      </span>
    </div>
  )
}
