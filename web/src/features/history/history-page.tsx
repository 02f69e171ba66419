import { exportHistory, type KindOfAct } from '@portal/contract/history/history.ts'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '../../lib/config.ts'
import { documentHistoryPdf } from '../../lib/document-history.queries.ts'
import { countiesQuery } from '../../lib/lookups.queries.ts'
import { retryIfNotLoaded } from '../../lib/reload.ts'
import { withOwnCounty } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { AddressChoice, AddressCounty, AddressText } from '../../ui/list-screen/address-fields.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { ListSteps } from '../../ui/list-screen/list-steps.tsx'
import { ListToolbar } from '../../ui/list-screen/list-toolbar.tsx'
import { useListScreen, type ListScreenState } from '../../ui/list-screen/use-list-screen.ts'
import { historyColumns } from './history-columns.tsx'
import {
  HISTORY_ADDRESS,
  historyFilters,
  historyQuery,
  kindsQuery,
  type HistoryState,
  type HistoryPage as ShownPage,
} from './history.queries.ts'

/** /admin/history: the activity log, for administrators and, limited to their counties, for managers. */
export function HistoryPage() {
  const session = useSession()
  const { timeZone } = useConfig()
  const screen = useListScreen({
    codec: HISTORY_ADDRESS,
    query: historyQuery,
    rowsOf: ({ happenings }) => happenings,
    adapt: (state) => withOwnCounty(session, state),
  })
  const { happenings, next = null } = screen.shown?.page ?? {}
  return (
    <ListScreen
      screen={screen}
      title="Activity"
      aside={
        <>
          {screen.state.file !== null && (
            <a className={buttonClass('quiet')} href={documentHistoryPdf(screen.state.file)} download>
              History of file {screen.state.file} as PDF
            </a>
          )}
          <ExportMenu endpoint={exportHistory} query={historyFilters(screen.state)} />
        </>
      }
      above={<Toolbar screen={screen} />}
      label="Activity"
      loading="Loading activity..."
      explainsFailure
      extent={happenings && happenings.length > 0 ? extentText(happenings.length, next !== null) : ''}
      count={happenings ? happenings.length : null}
      table={
        <DataTable
          caption="Activity"
          columns={historyColumns({ timeZone, isAdmin: session.isAdmin })}
          rows={happenings ?? []}
          keyOf={({ id }) => id}
          isStale={screen.isOlder}
        />
      }
      nothing={{
        all: 'No activity yet.',
        filtered: 'No activity matches these filters.',
        page: 'This page is now empty.',
      }}
      steps={
        <ListSteps
          screen={screen}
          back={{ label: 'First page', to: screen.state.before === null ? null : { before: null } }}
          ahead={{ label: 'Next', to: next === null ? null : { before: next } }}
        />
      }
    />
  )
}

function extentText(shown: number, isMore: boolean): string {
  if (isMore) return `Showing the latest ${shown}`
  return shown === 1 ? '1 entry' : `All ${shown} entries`
}

const LABELS = {
  person: 'Person (e-mail address)',
  county: 'County',
  file: 'File ID',
  kind: 'Type of activity',
  from: 'From',
  to: 'To',
}

/** The filters of the activity list. */
function Toolbar({ screen }: { readonly screen: ListScreenState<HistoryState, ShownPage> }) {
  const session = useSession()
  const all = useQuery({ ...countiesQuery, enabled: session.isAdmin })
  const kinds = useQuery(kindsQuery)
  const counties = session.isAdmin ? (all.data ?? []) : session.counties
  const { from, to } = screen.state
  return (
    <ListToolbar
      screen={screen}
      labels={LABELS}
      searchName="person"
      search={<AddressText screen={screen} name="person" label={LABELS.person} />}
    >
      <AddressCounty screen={screen} counties={counties} onReload={retryIfNotLoaded(all)} />
      <AddressText
        screen={screen}
        name="file"
        label={LABELS.file}
        inputMode="numeric"
        problemOf={(isRead) => (isRead ? null : 'Please enter a number, such as 17.')}
      />
      <AddressChoice
        screen={screen}
        name="kind"
        label={LABELS.kind}
        options={kindOptions(kinds.data ?? [])}
        onReload={retryIfNotLoaded(kinds)}
      />
      <AddressText screen={screen} name="from" label={LABELS.from} type="date" />
      <AddressText
        screen={screen}
        name="to"
        label={LABELS.to}
        type="date"
        // ISO dates compare as text.
        problemOf={() => (from !== '' && to !== '' && from > to ? 'This is before From.' : null)}
      />
    </ListToolbar>
  )
}

function kindOptions(kinds: readonly KindOfAct[]) {
  const named = kinds.map(({ kind, text }) => ({
    value: kind,
    label: text.charAt(0).toUpperCase() + text.slice(1),
  }))
  return [{ value: '', label: 'All types' }, ...named]
}
