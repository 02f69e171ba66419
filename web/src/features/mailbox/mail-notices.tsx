import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import type { Mail } from '@portal/contract/ingestion/mailbox.ts'
import { Link } from 'react-router'
import { PATHS } from '../../lib/paths.ts'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './mailbox.module.css'
import { filedIds, notAcceptedText, partlyFiledText, refusalText } from './mailbox-texts.ts'
import type { MailActs } from './use-mail-acts.ts'

/** The outcome of the last decision, and each warning until it is dismissed (R11.48). */
export function MailNotices({ acts }: { readonly acts: MailActs }) {
  const { notice, dismiss, warnings, dismissWarning } = acts
  return (
    <NoticeDock>
      {warnings.map((mail) => (
        <Notice key={mail.mailID} tone="warning" onDismiss={() => dismissWarning(mail)}>
          <PartlyFiled mail={mail} />
        </Notice>
      ))}
      {notice && (
        <Notice key={notice.id} tone="success" onDismiss={dismiss} dismissAfter={DELETE_NOTICE_MS}>
          {notice.text}
        </Notice>
      )}
    </NoticeDock>
  )
}

function PartlyFiled({ mail }: { readonly mail: Mail }) {
  return (
    <>
      {partlyFiledText(mail)}
      {filedIds(mail).map((id, at) => (
        <span key={id}>
          {at === 0 ? ' ' : ', '}
          <Link to={`${PATHS.documents}?view=${id}`}>File {id}</Link>
        </span>
      ))}
      <br />
      {notAcceptedText(mail)}
      <ul className={classes.refused}>
        {mail.files
          .filter(({ state }) => state === 'refused')
          .map((file) => (
            <li key={file.place}>
              <bdi className={classes.name}>{file.name}</bdi>: {refusalText(file)}
            </li>
          ))}
      </ul>
    </>
  )
}
