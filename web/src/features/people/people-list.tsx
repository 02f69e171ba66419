import type { Person } from '@portal/contract/people/people.ts'
import type { RefObject } from 'react'
import { useConfig } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListSteps } from '../../ui/list-steps.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { isFiltered } from './people-address.ts'
import { peopleColumns } from './people-columns.tsx'
import { totalText } from './people-texts.ts'
import screenClasses from '../../ui/list-screen.module.css'
import type { PeopleScreen } from './use-people-screen.ts'

type Props = {
  readonly screen: PeopleScreen
  readonly onOpen: (person: Person) => void
  readonly ref: RefObject<HTMLElement | null>
}

type StepsProps = Pick<Props, 'screen'> & { readonly list: Props['ref'] }

/** A page of the people, and the ways to those beside it. */
export function PeopleList({ screen, onOpen, ref }: Props) {
  const { timeZone } = useConfig()
  const { page, isStale, isLoading, failure } = screen
  return (
    <section ref={ref} tabIndex={-1} aria-label="People" className={screenClasses.list}>
      {failure !== null && <LoadFailed onRetry={screen.reload} />}
      <output className={screenClasses.extent}>{page && totalText(page.total)}</output>
      {page === null && isLoading && <Loading>Loading people...</Loading>}
      {page && page.people.length > 0 && (
        <DataTable
          caption="People"
          columns={peopleColumns({ timeZone, onOpen })}
          rows={page.people}
          keyOf={({ userID }) => userID}
          isStale={isStale}
        />
      )}
      {page && page.people.length === 0 && <NobodyListed screen={screen} />}
      {page && <Steps screen={screen} list={ref} />}
    </section>
  )
}

function NobodyListed({ screen: { filters, page, goToTop } }: Pick<Props, 'screen'>) {
  if (page && page.total > 0)
    return (
      <EmptyState action={<Button onClick={goToTop}>To the beginning</Button>}>
        There is nobody on this page any more.
      </EmptyState>
    )
  return (
    <EmptyState>{isFiltered(filters) ? 'Nobody matches these filters.' : 'There is nobody yet.'}</EmptyState>
  )
}

function Steps({ screen: { page, goAfter, goBefore }, list }: StepsProps) {
  const { next = null, previous = null } = page ?? {}
  return (
    <ListSteps
      list={list}
      back={{ label: 'Previous', go: previous === null ? null : () => goBefore(previous) }}
      ahead={{ label: 'Next', go: next === null ? null : () => goAfter(next) }}
    />
  )
}
