import { COUNTY_STATES, exportCounties, type ManagedCounty } from '@portal/contract/counties/counties.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countiesQuery } from '../../lib/lookups.queries.ts'
import { Button } from '../../ui/button.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { AddressChoice, AddressText } from '../../ui/list-screen/address-fields.tsx'
import { ListNotice } from '../../ui/list-screen/list-notice.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { ListToolbar } from '../../ui/list-screen/list-toolbar.tsx'
import { useListScreen } from '../../ui/list-screen/use-list-screen.ts'
import { countyColumns, STATE_NAMES } from './counties-columns.tsx'
import { COUNTIES_ADDRESS, countyFilters, managedCountiesQuery } from './counties.queries.ts'
import { CountyDialog } from './county-dialog.tsx'
import { useCountyActs } from './use-county-acts.ts'

const LABELS = { search: 'Search by name or number', state: 'Status' }

const STATE_CHOICES = [
  { value: '', label: 'Open and closed' },
  ...COUNTY_STATES.map((state) => ({ value: state, label: STATE_NAMES[state] })),
]

/** /admin/counties: the counties of the portal, for administrators. */
export function CountiesPage() {
  const queryClient = useQueryClient()
  const screen = useListScreen({
    codec: COUNTIES_ADDRESS,
    query: managedCountiesQuery,
    rowsOf: (counties) => counties,
  })
  const acts = useCountyActs({
    onSettled: () => {
      screen.reload()
      // Other screens offer the counties as options.
      void queryClient.invalidateQueries({ queryKey: countiesQuery.queryKey })
    },
  })
  const [opened, setOpened] = useState<ManagedCounty | 'new' | null>(null)
  const counties = screen.shown?.page ?? null
  return (
    <ListScreen
      screen={screen}
      title="Counties"
      aside={
        <>
          <ExportMenu endpoint={exportCounties} query={countyFilters(screen.state)} />
          <Button look="primary" onClick={() => setOpened('new')}>
            Add a county
          </Button>
        </>
      }
      above={
        <ListToolbar screen={screen} labels={LABELS}>
          <AddressText screen={screen} name="search" label={LABELS.search} />
          <AddressChoice screen={screen} name="state" label={LABELS.state} options={STATE_CHOICES} />
        </ListToolbar>
      }
      label="Counties"
      loading="Loading counties..."
      explainsFailure
      extent={counties ? extentText(counties.length) : ''}
      count={counties && counties.length}
      table={
        <DataTable
          caption="Counties"
          columns={countyColumns(setOpened)}
          rows={counties ?? []}
          keyOf={({ CountyID }) => CountyID}
          isStale={screen.isOlder}
        />
      }
      nothing={{ all: 'No counties yet.', filtered: 'No county matches these filters.' }}
    >
      <ListNotice notice={acts.notice} dismiss={acts.dismiss} />
      {opened !== null && (
        <CountyDialog county={opened === 'new' ? null : opened} acts={acts} onClose={() => setOpened(null)} />
      )}
    </ListScreen>
  )
}

function extentText(count: number): string {
  return `${count} ${count === 1 ? 'county' : 'counties'}`
}
