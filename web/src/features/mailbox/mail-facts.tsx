import type { Mail, MailFile } from '@portal/contract/ingestion/mailbox.ts'
import { useConfig } from '../../lib/config.ts'
import { formatBytes, formatDateTime, NOTHING } from '../../lib/format.ts'
import classes from './mailbox.module.css'
import { isNotAccepted, verdictText, verifiedText, whyText } from './mailbox-texts.ts'

const WHY = { waiting: 'Reason', accepted: 'Filed', refused: 'Reason' } as const

/** A message's data and its state. */
export function MailFacts({ mail }: { readonly mail: Mail }) {
  const { timeZone } = useConfig()
  const { from, to, account, arrivedAt, bytes, state, decidedAt, decidedBy } = mail
  return (
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

type FilesProps = {
  readonly mail: Mail
  /** Shows a file in the preview; not set once the message is decided. */
  readonly onOpen?: (file: MailFile) => void
  /** The file in the preview. */
  readonly opened?: MailFile | null
}

/** The attachments of a message: each opens in the preview, and says what becomes of it. */
export function MailFiles({ mail, onOpen, opened }: FilesProps) {
  return (
    <ul aria-label="Files" className={classes.files}>
      {refusedFirst(mail).map((file) => (
        <li key={file.place} data-shown={file.place === opened?.place || undefined}>
          {onOpen ? (
            <button
              type="button"
              className={classes.open}
              aria-current={file.place === opened?.place || undefined}
              onClick={() => onOpen(file)}
            >
              <bdi>{file.name}</bdi>
            </button>
          ) : (
            <bdi className={classes.name}>{file.name}</bdi>
          )}
          <Verdict file={file} mail={mail} />
        </li>
      ))}
      {mail.files.length === 0 && <li>No attachments.</li>}
    </ul>
  )
}

/** A long list must not hide a file that is not accepted. */
function refusedFirst(mail: Mail): readonly MailFile[] {
  const isRefused = (file: MailFile) => isNotAccepted(file, mail)
  return [...mail.files.filter(isRefused), ...mail.files.filter((file) => !isRefused(file))]
}

function Verdict({ file, mail }: { readonly file: MailFile; readonly mail: Mail }) {
  const text = verdictText(file, mail)
  return (
    <span className={classes.verdict} data-state={isNotAccepted(file, mail) ? 'refused' : file.state}>
      {text === null ? formatBytes(file.bytes) : `${formatBytes(file.bytes)} · ${text}`}
    </span>
  )
}
