import { listAssigned, type AssignedDocument } from '@portal/contract/work/my-work.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { failureText } from '../../lib/failure-text.ts'
import { formatDateTime } from '../../lib/format.ts'
import { PATHS } from '../../lib/paths.ts'
import { seesSeveralCounties } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './my-work.module.css'
import { assignedQuery } from './my-work.queries.ts'
import { WorkEmpty, WorkSection } from './work-section.tsx'

/** The documents list with the person's own files. */
const ALL = `${PATHS.documents}?assigned=me`

/** The files that the person works on. */
export function AssignedSection() {
  const list = useRef<HTMLUListElement>(null)
  const firstOlder = useRef<number | null>(null)
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(assignedQuery)
  const files = data?.pages.flatMap((page) => page.files) ?? []
  const hasFailed = error !== null && !isFetching
  // The button moves: the focus goes on with the files that it brought.
  useLayoutEffect(() => {
    const { current: at } = firstOlder
    if (at === null || files.length <= at) return
    firstOlder.current = null
    list.current?.querySelectorAll('a')[at]?.focus({ preventScroll: true })
  }, [files.length])
  const showOlder = () => {
    firstOlder.current = files.length
    void fetchNextPage()
  }
  return (
    <WorkSection title="Assigned to you" total={data?.pages[0]?.total}>
      {data && files.length === 0 && (
        <WorkEmpty>No files are assigned to you. Take one in its preview in Documents.</WorkEmpty>
      )}
      {files.length > 0 && (
        <ul ref={list} className={classes.rows}>
          {files.map((file) => (
            <AssignedRow key={file.FileID} file={file} />
          ))}
        </ul>
      )}
      {hasFailed && (
        <LoadFailed
          text={failureText(error, listAssigned.fallback)}
          onRetry={() => void (data ? fetchNextPage() : refetch())}
        />
      )}
      {hasNextPage && !hasFailed && (
        <div className={classes.more}>
          <Button aria-disabled={isFetching} onClick={() => !isFetching && showOlder()}>
            {isFetching ? 'Loading...' : 'Show older'}
          </Button>
        </div>
      )}
      {data && (
        <p className={classes.all}>
          {completedText(data.pages[0]?.completed ?? 0)}
          <Link to={ALL}>Show all in Documents</Link>
        </p>
      )}
    </WorkSection>
  )
}

/** What *Documents* shows beside the files of the list. */
function completedText(count: number): string {
  if (count === 0) return ''
  if (count === 1) return '1 completed file is also assigned to you. '
  return `${count.toLocaleString('en-US')} completed files are also assigned to you. `
}

function AssignedRow({ file }: { readonly file: AssignedDocument }) {
  const { timeZone } = useConfig()
  const { FileID, FileName, Category, Type, CountyName, Status, StatusID, AssignedAt, AssignedBy } = file
  const county = seesSeveralCounties(useSession()) ? CountyName : null
  const by = AssignedBy === null ? 'taken' : `assigned by ${AssignedBy}`
  const about = [Category, Type, county, `file ${FileID}`, `${by} ${formatDateTime(AssignedAt, timeZone)}`]
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Link to={`${ALL}&view=${FileID}`}>
          <bdi>{FileName}</bdi>
        </Link>
        <div className={classes.detail}>{about.filter(Boolean).join(' · ')}</div>
      </div>
      <StatusBadge statusId={StatusID} text={Status} />
    </li>
  )
}
