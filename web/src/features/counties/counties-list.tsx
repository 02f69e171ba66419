import type { ManagedCounty } from '@portal/contract/counties/counties.ts'
import type { RefObject } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { stateOf } from './counties-address.ts'
import { countyColumns } from './counties-columns.tsx'
import screenClasses from '../../ui/list-screen.module.css'
import type { CountiesScreen } from './use-counties-screen.ts'

type Props = {
  readonly screen: CountiesScreen
  readonly onOpen: (county: ManagedCounty) => void
  readonly ref: RefObject<HTMLElement | null>
}

/** The counties of the filter. */
export function CountiesList({ screen, onOpen, ref }: Props) {
  const { counties, isStale, isLoading, failure, filters } = screen
  const isFiltered = filters.search !== '' || filters.state !== null
  return (
    <section ref={ref} tabIndex={-1} aria-label="Counties" className={screenClasses.list}>
      {failure !== null && <LoadFailed text={failure} onRetry={screen.reload} />}
      <output className={screenClasses.extent}>{counties && extentText(counties.length)}</output>
      {counties === null && isLoading && <Loading>Loading counties...</Loading>}
      {counties && counties.length > 0 && (
        <DataTable
          caption="Counties"
          columns={countyColumns(onOpen)}
          rows={counties}
          keyOf={({ CountyID }) => CountyID}
          isStale={isStale}
        />
      )}
      {counties?.length === 0 && (
        <EmptyState>{isFiltered ? 'No county matches these filters.' : 'There is no county yet.'}</EmptyState>
      )}
    </section>
  )
}

function extentText(count: number): string {
  return `${count} ${count === 1 ? 'county' : 'counties'}`
}

const STATE_CHOICES = [
  { value: '', label: 'Open and closed' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
]

/** Which counties are listed. */
export function CountiesToolbar({ screen: { filters, search, narrow } }: Pick<Props, 'screen'>) {
  return (
    <search className={screenClasses.toolbar}>
      <TextField
        label="Search by name or number"
        type="search"
        name="search"
        autoComplete="off"
        spellCheck={false}
        value={search.typed}
        onChange={(event) => search.type(event.currentTarget.value)}
      />
      <SelectField
        label="State"
        options={STATE_CHOICES}
        value={filters.state ?? ''}
        onChange={(value) => narrow({ state: stateOf(value) })}
      />
    </search>
  )
}
