import type { RefObject } from 'react'
import { useConfig } from '../../lib/config.ts'
import { useSession } from '../../lib/session.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListSteps } from '../../ui/list-steps.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { isFiltered } from './history-address.ts'
import { historyColumns } from './history-columns.tsx'
import screenClasses from '../../ui/list-screen.module.css'
import type { HistoryScreen } from './use-history-screen.ts'

type Props = { readonly screen: HistoryScreen; readonly ref: RefObject<HTMLElement | null> }

type StepsProps = Pick<Props, 'screen'> & { readonly list: Props['ref'] }

/** A page of what happened, and the ways to what is older and to the newest. */
export function HistoryList({ screen, ref }: Props) {
  const { timeZone } = useConfig()
  const { isAdmin } = useSession()
  const { page, isStale, isLoading, failure, filters } = screen
  return (
    <section ref={ref} tabIndex={-1} aria-label="What happened" className={screenClasses.list}>
      {failure !== null && <LoadFailed text={failure} onRetry={screen.reload} />}
      <output className={screenClasses.extent}>
        {page && page.happenings.length > 0 && extentText(page.happenings.length, page.next !== null)}
      </output>
      {page === null && isLoading && <Loading>Loading what happened...</Loading>}
      {page && page.happenings.length > 0 && (
        <DataTable
          caption="What happened"
          columns={historyColumns({ timeZone, isAdmin })}
          rows={page.happenings}
          keyOf={({ id }) => id}
          isStale={isStale}
        />
      )}
      {page && page.happenings.length === 0 && (
        <EmptyState>
          {isFiltered(filters) ? 'Nothing that happened matches these filters.' : 'Nothing has happened yet.'}
        </EmptyState>
      )}
      <Steps screen={screen} list={ref} />
    </section>
  )
}

function extentText(shown: number, isMore: boolean): string {
  if (isMore) return `${shown} shown; there are older ones`
  return `${shown} shown; there are no older ones`
}

function Steps({ screen: { page, isAtNewest, goToOlder, goToNewest }, list }: StepsProps) {
  const next = page?.next ?? null
  return (
    <ListSteps
      list={list}
      back={{ label: 'Newest', go: isAtNewest ? null : goToNewest }}
      ahead={{ label: 'Older', go: next === null ? null : () => goToOlder(next) }}
    />
  )
}
