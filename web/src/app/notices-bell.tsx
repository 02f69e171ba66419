import { listNotices, MAX_UNREAD, readNotices, type Notice } from '@portal/contract/notices/notices.ts'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useConfig } from '../lib/config.ts'
import { failureText } from '../lib/failure-text.ts'
import { formatDateTime } from '../lib/format.ts'
import { noticeCountQuery, noticePath, noticesQuery, useReadNotices } from '../lib/notices.queries.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Loading } from '../ui/loading.tsx'
import { useFold } from '../ui/use-fold.ts'
import classes from './notices-bell.module.css'

type Props = { readonly username: string }

/** The bell of the bar with the number of unread notices. It opens the newest notices. */
export function NoticesBell({ username }: Props) {
  const { area, button, isOpen, setIsOpen } = useFold<HTMLDivElement>()
  const { data } = useQuery(noticeCountQuery(username))
  const unread = data?.unread ?? 0
  const shown = unread < MAX_UNREAD ? String(unread) : `${MAX_UNREAD - 1}+`
  return (
    <div ref={area} className={classes.area}>
      <button
        ref={button}
        type="button"
        className={classes.bell}
        aria-label={unread === 0 ? 'Notices' : `Notices, ${shown} unread`}
        aria-expanded={isOpen}
        title="Notices"
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconBell aria-hidden size={22} stroke={1.6} />
        {unread > 0 && (
          <span aria-hidden className={classes.count}>
            {shown}
          </span>
        )}
      </button>
      {isOpen && <NoticeList username={username} onFollow={() => setIsOpen(false)} />}
    </div>
  )
}

type ListProps = Props & { readonly onFollow: () => void }

function NoticeList({ username, onFollow }: ListProps) {
  const { timeZone } = useConfig()
  const { data, error, isFetching, refetch } = useQuery(noticesQuery(username))
  const reading = useMutation({ mutationFn: useReadNotices() })
  const notices = data?.notices ?? []
  const [newest] = notices
  return (
    <section tabIndex={-1} aria-label="Notices" aria-busy={isFetching} className={classes.list}>
      <div className={classes.head}>
        <h2>Notices</h2>
        <Button
          look="quiet"
          aria-disabled={!newest || reading.isPending}
          onClick={() => newest && reading.mutate({ upTo: newest.id })}
        >
          Mark all as read
        </Button>
      </div>
      {reading.error && (
        <p role="alert" className={classes.problem}>
          {failureText(reading.error, readNotices.fallback)}
        </p>
      )}
      {!data && isFetching && <Loading>Loading your notices...</Loading>}
      {error && !isFetching && (
        <LoadFailed text={failureText(error, listNotices.fallback)} onRetry={() => void refetch()} />
      )}
      {data && notices.length === 0 && (
        <p className={classes.nothing}>
          No notices yet. You get one when somebody mentions you in a comment, assigns a file to you, or asks
          you a question.
        </p>
      )}
      <ul>
        {notices.map((notice: Notice) => (
          <li key={notice.id}>
            <Link
              to={noticePath(notice)}
              className={classes.notice}
              data-unread={!notice.isRead || undefined}
              onClick={() => {
                reading.mutate({ fileId: notice.fileId })
                onFollow()
              }}
            >
              <span>
                {!notice.isRead && <span className="for-screen-readers">Unread: </span>}
                {notice.text}
              </span>
              <span className={classes.dim}>
                <bdi>{notice.fileName}</bdi> · {formatDateTime(notice.at, timeZone)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
