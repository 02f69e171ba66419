import type { RefObject } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListSteps } from '../../../ui/list-steps.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { jobColumns, mailColumns } from './job-columns.tsx'
import type { JobList } from './jobs-address.ts'
import screenClasses from '../../../ui/list-screen.module.css'
import type { JobsScreen } from './use-jobs-screen.ts'

type Props = { readonly screen: JobsScreen; readonly ref: RefObject<HTMLElement | null> }

type StepsProps = Pick<Props, 'screen'> & { readonly list: Props['ref'] }

/** A page of jobs, or of refused mails, and the way to the next one. */
export function JobsList({ screen, ref }: Props) {
  const { address, jobs, mails, isLoading, failure } = screen
  const rows = address.list === 'refused' ? mails : jobs
  return (
    <section ref={ref} tabIndex={-1} aria-label="Jobs" className={screenClasses.list}>
      {failure !== null && <LoadFailed text={failure} onRetry={screen.reload} />}
      {rows === null && isLoading && <Loading>Loading jobs...</Loading>}
      {rows !== null && rows.length > 0 && <Rows screen={screen} />}
      {rows?.length === 0 && <NothingListed screen={screen} />}
      {rows !== null && <Steps screen={screen} list={ref} />}
    </section>
  )
}

function Rows({ screen }: Pick<Props, 'screen'>) {
  const { timeZone } = useConfig()
  const { address, jobs, mails, isStale } = screen
  if (address.list === 'refused') {
    return (
      <DataTable
        caption="Refused mails"
        columns={mailColumns({ timeZone, screen })}
        rows={mails ?? []}
        keyOf={({ mailID }) => mailID}
        isStale={isStale}
      />
    )
  }
  return (
    <DataTable
      caption="Jobs"
      columns={jobColumns({ timeZone, screen })}
      rows={jobs ?? []}
      keyOf={({ jobID }) => jobID}
      isStale={isStale}
    />
  )
}

const NOTHING_THERE: Readonly<Record<JobList, string>> = {
  failed: 'Nothing has been given up.',
  waiting: 'Nothing is waiting.',
  refused: 'No mail has been refused in the last 30 days.',
}

function NothingListed({ screen: { address, goToTop } }: Pick<Props, 'screen'>) {
  if (address.after === null) return <EmptyState>{NOTHING_THERE[address.list]}</EmptyState>
  return (
    <EmptyState action={<Button onClick={goToTop}>To the beginning</Button>}>
      There is nothing on this page any more.
    </EmptyState>
  )
}

function Steps({ screen: { address, next, goAfter, goToTop }, list }: StepsProps) {
  return (
    <ListSteps
      list={list}
      back={{ label: 'To the beginning', go: address.after === null ? null : goToTop }}
      ahead={{ label: 'Next', go: next === null ? null : () => goAfter(next) }}
    />
  )
}
