import { listNotices } from '@portal/contract/notices/notices.ts'
import { listRejected, type RejectedUpload } from '@portal/contract/work/my-work.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { failureText } from '../../lib/failure-text.ts'
import { formatDateTime } from '../../lib/format.ts'
import { mentionsQuery, noticePath, useReadNotices } from '../../lib/notices.queries.ts'
import { PATHS } from '../../lib/paths.ts'
import { useRequestCounts } from '../../lib/request-counts.ts'
import { may } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import classes from './my-work.module.css'
import { rejectedQuery } from './my-work.queries.ts'
import { WorkEmpty, WorkSection } from './work-section.tsx'

const DECISIONS = [
  { path: PATHS.mailbox, right: 'portal.manage', text: 'E-mails to review' },
  { path: PATHS.virusChecks, right: 'documents.manage', text: 'Virus checks' },
  { path: PATHS.dropFolder, right: 'portal.manage', text: 'Files of the drop folder' },
] as const

/** What *Requests* counts for the person; nothing for people who decide nothing. */
export function DecisionsSection() {
  const session = useSession()
  const counts = useRequestCounts(session.username)
  const theirs = DECISIONS.filter(({ right }) => may(session, right))
  if (theirs.length === 0) return null
  const pending = theirs
    .map((each) => ({ ...each, count: counts.get(each.path) ?? 0 }))
    .filter(({ count }) => count > 0)
  return (
    <WorkSection title="Pending decisions" total={pending.reduce((sum, { count }) => sum + count, 0)}>
      {pending.length === 0 && <WorkEmpty>Nothing waits for your decision.</WorkEmpty>}
      <ul className={classes.rows}>
        {pending.map(({ path, text, count }) => (
          <li key={path} className={classes.row}>
            <Link to={path} className={classes.words}>
              {text}
            </Link>
            <span>{count.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
    </WorkSection>
  )
}

/** The newest comments that mention the person. What they have not read is bold, and counts. */
export function MentionsSection() {
  const { timeZone } = useConfig()
  const { data, error, isFetching, refetch } = useQuery(mentionsQuery)
  const reading = useMutation({ mutationFn: useReadNotices() })
  const notices = data?.notices ?? []
  return (
    <WorkSection title="Mentions" total={notices.filter(({ isRead }) => !isRead).length}>
      {data && notices.length === 0 && <WorkEmpty>No comment mentions you.</WorkEmpty>}
      {notices.length > 0 && (
        <ul className={classes.rows}>
          {notices.map(({ id, kind, fileId, fileName, others, text, at, isRead }) => (
            <li key={id} className={classes.row} data-unread={!isRead || undefined}>
              <div className={classes.words}>
                <Link to={noticePath({ kind, fileId, others })} onClick={() => reading.mutate({ fileId })}>
                  {!isRead && <span className="for-screen-readers">Unread: </span>}
                  {text}
                </Link>
                <div className={classes.detail}>
                  <bdi>{fileName}</bdi> · {formatDateTime(at, timeZone)}
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      {!data && error && !isFetching && (
        <LoadFailed text={failureText(error, listNotices.fallback)} onRetry={() => void refetch()} />
      )}
    </WorkSection>
  )
}

/** The person's uploads that were rejected, until an administrator removes them. */
export function RejectedSection() {
  const { data, error, isFetching, refetch } = useQuery(rejectedQuery)
  return (
    <WorkSection title="Rejected uploads" total={data?.total}>
      {data && data.files.length === 0 && <WorkEmpty>None of your uploads was rejected.</WorkEmpty>}
      {data && data.files.length > 0 && (
        <ul className={classes.rows}>
          {data.files.map((file) => (
            <RejectedRow key={`${file.UploadDate} ${file.FileName}`} file={file} />
          ))}
        </ul>
      )}
      {!data && error && !isFetching && (
        <LoadFailed text={failureText(error, listRejected.fallback)} onRetry={() => void refetch()} />
      )}
    </WorkSection>
  )
}

function RejectedRow({ file }: { readonly file: RejectedUpload }) {
  const { timeZone } = useConfig()
  const { FileName, UploadDate, CountyName } = file
  const about = [CountyName, formatDateTime(UploadDate, timeZone), 'A virus was found. Upload a clean file.']
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <bdi>{FileName}</bdi>
        <div className={classes.detail}>{about.filter(Boolean).join(' · ')}</div>
      </div>
    </li>
  )
}
