import type { DocumentEvent } from '@portal/contract/history/document-history.ts'
import { Link } from 'react-router'
import { formatDateTime } from '../lib/format.ts'
import { PATHS } from '../lib/paths.ts'
import { pathOfReceipt } from '../lib/receipts.queries.ts'
import classes from './document-history.module.css'
import { UserName } from './user-name.tsx'

type Props = { readonly event: DocumentEvent; readonly timeZone: string }

/** One sentence of a document's history: who did what and when, and what it changed. */
export function HistoryEntry({ event, timeZone }: Props) {
  const { at, who, name, what, changes, receipts, run, from, times, firstAt } = event
  return (
    // "Show older" moves the focus here.
    <li tabIndex={-1} className={classes.event}>
      <time dateTime={at} title={at} className={classes.when}>
        {formatDateTime(at, timeZone)}
      </time>
      <div className={classes.what}>
        <p>
          <bdi className={classes.who}>
            <UserName name={who} />
          </bdi>{' '}
          {name !== null && <bdi className={classes.dim}>({name}) </bdi>}
          <bdi>{what}</bdi>
          {times > 1 && <>, first on {formatDateTime(firstAt, timeZone)}</>}
        </p>
        {changes.map((change) => (
          <p key={change.field} className={classes.change}>
            {change.field}: from <Value text={change.before} /> to <Value text={change.after} />
          </p>
        ))}
        {receipts.map((number) => (
          <p key={number}>
            Receipt <Link to={pathOfReceipt(number)}>{number}</Link>
          </p>
        ))}
        {run !== null && (
          <p>
            <Link to={`${PATHS.runs}/${run}`}>Run {run}</Link>
          </p>
        )}
        {from !== null && <p className={classes.dim}>From {from}</p>}
      </div>
    </li>
  )
}

function Value({ text }: { readonly text: string | null }) {
  return text === null ? 'none' : <bdi>“{text}”</bdi>
}
