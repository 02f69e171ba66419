import { RUN_NOT_FOUND } from '@portal/contract/runs/run-errors.ts'
import { getRun, type Run } from '@portal/contract/runs/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { failedBy, failureText } from '../../../lib/failure-text.ts'
import { PATHS } from '../../../lib/paths.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { AddressChoice } from '../../../ui/list-screen/address-fields.tsx'
import { ListScreen } from '../../../ui/list-screen/list-screen.tsx'
import { ListSteps } from '../../../ui/list-screen/list-steps.tsx'
import { ListToolbar } from '../../../ui/list-screen/list-toolbar.tsx'
import { useListScreen } from '../../../ui/list-screen/use-list-screen.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { OUTCOME_TEXT } from '../run-texts.ts'
import { RUN_ADDRESS, runDocumentsQuery, runQuery } from '../runs.queries.ts'
import { RunFiles } from './run-files.tsx'
import { RunProgress } from './run-progress.tsx'

const OUTCOME_OPTIONS = [
  { value: '', label: 'All files' },
  ...Object.entries(OUTCOME_TEXT).map(([value, label]) => ({ value, label })),
]

/** A run: how far it is, what it did, and its files. The address is permanent. */
export function RunView({ number }: { readonly number: number }) {
  const { data, isError, error, refetch } = useQuery(runQuery(number))
  // The files come below the run, so that nothing moves when it arrives.
  if (data) return <LoadedRun run={data} />
  if (failedBy(error, RUN_NOT_FOUND)) return <NoRun />
  return (
    <>
      <PageHeading>Run {number}</PageHeading>
      {isError ? (
        <LoadFailed text={failureText(error, getRun.fallback)} onRetry={() => void refetch()} />
      ) : (
        <Loading>Loading the run...</Loading>
      )}
    </>
  )
}

/** Instead of a run that does not exist, or that the person may not see. */
export function NoRun() {
  return (
    <>
      <PageHeading>Run not found</PageHeading>
      <p>{RUN_NOT_FOUND.sentence}</p>
      <Link to={PATHS.runs} className={buttonClass('quiet')}>
        Your runs
      </Link>
    </>
  )
}

function LoadedRun({ run }: { readonly run: Run }) {
  const screen = useListScreen({
    codec: RUN_ADDRESS,
    query: (state) => runDocumentsQuery(run.number, state),
    rowsOf: ({ documents }) => documents,
  })
  useTitle(run.what)
  useReloadAtEnd(run, screen.reload)
  const { documents, next = null } = screen.shown?.page ?? {}
  return (
    <ListScreen
      screen={screen}
      title={run.what}
      aside={
        <Link to={PATHS.runs} className={buttonClass('quiet')}>
          Your runs
        </Link>
      }
      above={
        <>
          <RunProgress run={run} />
          <ListToolbar screen={screen} labels={{ outcome: 'Files' }} isCompact>
            <AddressChoice screen={screen} name="outcome" label="Files" options={OUTCOME_OPTIONS} />
          </ListToolbar>
        </>
      }
      label="Files of the run"
      loading="Loading files..."
      explainsFailure
      count={documents ? documents.length : null}
      table={<RunFiles documents={documents ?? []} isStale={screen.isOlder} />}
      nothing={{
        all: 'You may see none of its files.',
        filtered: 'No files with this result.',
        page: 'This page is now empty.',
      }}
      steps={
        <ListSteps
          screen={screen}
          back={{ label: 'First page', to: screen.state.after === null ? null : { after: null } }}
          ahead={{ label: 'Next', to: next === null ? null : { after: String(next) } }}
        />
      }
    />
  )
}

/** The files have their results once the run has ended. */
function useReloadAtEnd({ state }: Run, reload: () => void): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'running' && state !== 'running') reload()
    before.current = state
  }, [state, reload])
}
