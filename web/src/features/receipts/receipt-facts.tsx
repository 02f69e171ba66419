import { exactMoments } from '@portal/contract/exact-moment.ts'
import { clockSentence, type Receipt } from '@portal/contract/receipts/receipts.ts'
import { verifyPath } from '@portal/contract/receipts/verify-link.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { NOTHING } from '../../lib/format.ts'
import { QrPicture } from '../../ui/qr-picture.tsx'
import classes from './receipts.module.css'

/** The facts of a receipt that apply to all its files. */
export function ReceiptFacts({ receipt }: { readonly receipt: Receipt }) {
  const { companyName, timeZone } = useConfig()
  const { local, utc } = exactMoments(timeZone)(new Date(receipt.MadeAt))
  const facts: readonly (readonly [name: string, text: ReactNode])[] = [
    ['Receipt number', receipt.Number],
    ['Check code', receipt.CheckCode],
    ['Received by', companyName],
    ['County', receipt.CountyName ?? NOTHING],
    ['Uploaded by', receipt.Sender],
    ['Files', receipt.FileCount.toLocaleString('en-US')],
    [
      'Receipt created',
      <>
        <span className={classes.piece}>{local}</span> <span className={classes.piece}>({utc})</span>
      </>,
    ],
  ]
  return (
    <section aria-label="What this receipt says" className={classes.part}>
      <dl className={classes.facts}>
        {facts.map(([name, text]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <VerifyBy receipt={receipt} />
      <p className={classes.clock}>
        A file counts as received when the upload finishes. {clockSentence(receipt)}
      </p>
    </section>
  )
}

/** How to verify the receipt, for readers of a printout and other users. */
function VerifyBy({ receipt: { Number: number, CheckCode: code, verifyBy } }: { readonly receipt: Receipt }) {
  if (verifyBy === null) return null
  return (
    <div className={classes.verify}>
      <QrPicture
        picture={verifyBy.picture}
        alt="QR code of the address that verifies this receipt"
        className={classes.picture}
      />
      <p>
        To verify this receipt, scan the code or open
        <br />
        <Link to={verifyPath({ number, code })} className={classes.link}>
          {verifyBy.url}
        </Link>
      </p>
    </div>
  )
}
