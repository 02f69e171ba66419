import { exactMoments } from '@portal/contract/exact-moment.ts'
import { clockSentence, type Receipt } from '@portal/contract/receipts.ts'
import type { ReactNode } from 'react'
import { useConfig } from '../../lib/config.ts'
import { NOTHING } from '../../lib/format.ts'
import classes from './receipts.module.css'

/** What a receipt says of all its files together. */
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
      'Receipt made',
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
      <p className={classes.clock}>
        A file is received at the moment at which its last byte arrives. {clockSentence(receipt)}
      </p>
    </section>
  )
}
