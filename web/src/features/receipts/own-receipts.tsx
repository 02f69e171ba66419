import { listReceipts, type OwnReceipt } from '@portal/contract/receipts/receipts.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { failureText } from '../../lib/failure-text.ts'
import { formatDateTime, NOTHING } from '../../lib/format.ts'
import { ownReceiptsQuery, pathOfReceipt } from '../../lib/receipts.queries.ts'
import { useScope } from '../../lib/scope.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import classes from './receipts.module.css'

/** The receipts of the user's own uploads, newest first. */
export function OwnReceipts() {
  const { timeZone } = useConfig()
  const headingId = useId()
  const query = ownReceiptsQuery(useScope())
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(query)
  const receipts = data?.pages.flatMap((page) => page.receipts) ?? []
  const load = () => void (data ? fetchNextPage() : refetch())
  const hasFailed = error !== null && !isFetching
  return (
    <section aria-labelledby={headingId} className={classes.own}>
      <h2 id={headingId} className={classes.heading}>
        My receipts
      </h2>
      {!data && isFetching && <Loading>Loading your receipts...</Loading>}
      {data && receipts.length === 0 && <EmptyState>You have no receipts yet.</EmptyState>}
      {receipts.length > 0 && (
        <DataTable
          caption="My receipts"
          columns={columnsIn(timeZone)}
          rows={receipts}
          keyOf={({ Number: number }) => number}
        />
      )}
      {hasFailed && <LoadFailed text={failureText(error, listReceipts.fallback)} onRetry={load} />}
      {hasNextPage && !hasFailed && (
        <div className={classes.actions}>
          <Button aria-disabled={isFetching} onClick={() => !isFetching && load()}>
            {isFetching ? 'Loading...' : 'Show older receipts'}
          </Button>
        </div>
      )}
    </section>
  )
}

function columnsIn(timeZone: string): readonly Column<OwnReceipt>[] {
  return [
    {
      id: 'number',
      header: 'Receipt',
      isRowHeader: true,
      isNoWrap: true,
      cell: ({ Number: number }) => <Link to={pathOfReceipt(number)}>{number}</Link>,
    },
    { id: 'made', header: 'Created', isNoWrap: true, cell: ({ MadeAt }) => formatDateTime(MadeAt, timeZone) },
    { id: 'county', header: 'County', cell: ({ CountyName }) => <bdi>{CountyName ?? NOTHING}</bdi> },
    {
      id: 'files',
      header: 'Files',
      align: 'end',
      isNoWrap: true,
      cell: ({ FileCount }) => FileCount.toLocaleString('en-US'),
    },
  ]
}
