import type { Mail, MailFile } from '@portal/contract/ingestion/mailbox.ts'
import { useConfig } from '../../lib/config.ts'
import { formatBytes, formatDateTime, NOTHING } from '../../lib/format.ts'
import classes from './mailbox.module.css'
import { verdictText, verifiedText, whyText } from './mailbox-texts.ts'

const WHY = { waiting: 'Reason', accepted: 'Filed', refused: 'Reason' } as const

/** A message's data, its state and the state of its files. */
export function MailFacts({ mail }: { readonly mail: Mail }) {
  const { timeZone } = useConfig()
  const { from, to, account, arrivedAt, bytes, state, decidedAt, decidedBy, files } = mail
  return (
    <>
      <dl className={classes.facts}>
        <Fact name="From">{from || NOTHING}</Fact>
        <Fact name="To">{to || NOTHING}</Fact>
        <Fact name="Verified sender">{verifiedText(mail)}</Fact>
        <Fact name="Account">{account ?? NOTHING}</Fact>
        <Fact name="Arrived">{`${formatDateTime(arrivedAt, timeZone)}, ${formatBytes(bytes)}`}</Fact>
        <Fact name={WHY[state]}>{whyText(mail)}</Fact>
        {decidedAt !== null && (
          <Fact name="Decided">{`${formatDateTime(decidedAt, timeZone)} by ${decidedBy ?? 'a system administrator'}`}</Fact>
        )}
      </dl>
      <ul aria-label="Files" className={classes.files}>
        {files.map((file) => (
          <File key={file.place} file={file} mail={mail} />
        ))}
        {files.length === 0 && <li>No attachments.</li>}
      </ul>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

function File({ file, mail }: { readonly file: MailFile; readonly mail: Mail }) {
  return (
    <li>
      <bdi className={classes.name}>{file.name}</bdi>
      <span className={classes.verdict} data-state={file.state}>
        {`${formatBytes(file.bytes)} · ${verdictText(file, mail)}`}
      </span>
    </li>
  )
}
