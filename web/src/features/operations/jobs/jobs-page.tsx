import { retryJob, type JobKindCounts } from '@portal/contract/operations/jobs.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useConfig } from '../../../lib/config.ts'
import { failureText } from '../../../lib/failure-text.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { AddressChoice } from '../../../ui/list-screen/address-fields.tsx'
import { ListNotice } from '../../../ui/list-screen/list-notice.tsx'
import { ListScreen } from '../../../ui/list-screen/list-screen.tsx'
import { ListSteps } from '../../../ui/list-screen/list-steps.tsx'
import { ListToolbar } from '../../../ui/list-screen/list-toolbar.tsx'
import { useListScreen, type ListScreenState } from '../../../ui/list-screen/use-list-screen.ts'
import { useNotice } from '../../../ui/use-notice.ts'
import { jobColumns, kindColumns, mailColumns, type ColumnOptions } from './job-columns.tsx'
import { kindText, retriedText, totalText } from './job-texts.ts'
import {
  JOBS_ADDRESS,
  jobsQuery,
  LISTS,
  listQuery,
  sendRetry,
  type JobsPage as ShownJobs,
  type JobsState,
  type RefusedMailsPage,
  type Retry,
} from './jobs.queries.ts'
import screenClasses from '../../../ui/list-screen/list-screen.module.css'
import classes from '../operations.module.css'

const TITLE = 'Background tasks'

const NOTHING: Readonly<Record<JobsState['list'], string>> = {
  failed: 'No failed tasks.',
  waiting: 'Nothing is waiting.',
  refused: 'No e-mail was rejected in the last 30 days.',
}

const NOTHING_OF_KIND = 'No tasks of this type here.'

type Shown = ShownJobs | RefusedMailsPage

function rowsOf(page: Shown): readonly unknown[] {
  return 'mails' in page ? page.mails : page.jobs
}

/** /admin/jobs: pending jobs, jobs that failed for good, and mails that the mail server rejected. */
export function JobsPage() {
  const { timeZone } = useConfig()
  const screen = useListScreen({
    codec: JOBS_ADDRESS,
    query: listQuery,
    rowsOf,
  })
  const { state, shown, isOlder } = screen
  // While the list shows jobs, both queries share one request.
  const { data: counts } = useQuery({ ...jobsQuery(state), placeholderData: keepPreviousData })
  const kinds = counts?.kinds ?? null
  const { notice, show, dismiss } = useNotice()
  const { mutate: retry, isPending: isRetrying } = useMutation({
    mutationFn: sendRetry,
    onSuccess: (result) => show({ tone: 'success', text: retriedText(result) }),
    onError: (failure) => show({ tone: 'error', text: failureText(failure, retryJob.fallback) }),
    onSettled: screen.reload,
  })
  // The pressed button keeps the focus, so a second press arrives.
  const columns = { timeZone, retry: (what: Retry) => !isRetrying && retry(what), isRetrying }
  const next = shown?.page.next ?? null
  // The list appears together with the kinds above it, which would move it.
  const isStarting = kinds === null && shown === null && screen.isLoading
  return (
    <ListScreen
      screen={screen}
      title={TITLE}
      above={
        <>
          <Toolbar screen={screen} kinds={kinds} />
          {kinds && <Kinds kinds={kinds} columns={columns} />}
          {isStarting && <Loading>Loading tasks...</Loading>}
        </>
      }
      label="Tasks"
      className={isStarting ? classes.starting : ''}
      loading="Loading tasks..."
      explainsFailure
      count={shown && rowsOf(shown.page).length}
      table={shown && <Rows page={shown.page} columns={columns} isStale={isOlder} />}
      nothing={{
        all: NOTHING[state.list],
        filtered: NOTHING_OF_KIND,
        page: 'This page is now empty.',
      }}
      steps={
        <ListSteps
          screen={screen}
          back={{ label: 'First page', to: state.after === null ? null : { after: null } }}
          ahead={{ label: 'Next', to: next === null ? null : { after: next } }}
        />
      }
    >
      <ListNotice notice={notice} dismiss={dismiss} />
    </ListScreen>
  )
}

type RowsProps = { readonly page: Shown; readonly columns: ColumnOptions; readonly isStale: boolean }

function Rows({ page, columns, isStale }: RowsProps) {
  if ('mails' in page) {
    return (
      <DataTable
        caption="Rejected e-mails"
        columns={mailColumns(columns)}
        rows={page.mails}
        keyOf={({ mailID }) => mailID}
        isStale={isStale}
      />
    )
  }
  return (
    <DataTable
      caption="Tasks"
      columns={jobColumns(columns)}
      rows={page.jobs}
      keyOf={({ jobID }) => jobID}
      isStale={isStale}
    />
  )
}

type KindsProps = { readonly kinds: readonly JobKindCounts[]; readonly columns: ColumnOptions }

function Kinds({ kinds, columns }: KindsProps) {
  return (
    <section aria-label="By type" className={classes.kinds}>
      <output className={screenClasses.extent}>{totalText(kinds)}</output>
      {kinds.length > 0 && (
        <DataTable caption="By type" columns={kindColumns(columns)} rows={kinds} keyOf={({ kind }) => kind} />
      )}
    </section>
  )
}

const LIST_NAMES: Readonly<Record<JobsState['list'], string>> = {
  failed: 'Failed',
  waiting: 'Waiting and running',
  refused: 'Rejected e-mail',
}
const LABELS = { list: 'Show', kind: 'Type' }
const LIST_CHOICES = LISTS.map((list) => ({ value: list, label: LIST_NAMES[list] }))

type ToolbarProps = {
  readonly screen: ListScreenState<JobsState, Shown>
  readonly kinds: readonly JobKindCounts[] | null
}

function Toolbar({ screen, kinds }: ToolbarProps) {
  const { list, kind } = screen.state
  const known = new Set([...(kinds ?? []).map((each) => each.kind), ...(kind === '' ? [] : [kind])])
  const choices = [...known].map((each) => ({ value: each, label: kindText(each) }))
  return (
    <ListToolbar screen={screen} labels={LABELS} isCompact>
      <AddressChoice screen={screen} name="list" label={LABELS.list} options={LIST_CHOICES} />
      {list !== 'refused' && (
        <AddressChoice
          screen={screen}
          name="kind"
          label={LABELS.kind}
          options={[{ value: '', label: 'All types' }, ...choices]}
        />
      )}
    </ListToolbar>
  )
}
