import { exportPeople } from '@portal/contract/people/export-people.ts'
import { PERSON_STATES, SECOND_FACTOR_FILTERS, type Person } from '@portal/contract/people/people.ts'
import { useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { withOwnCounty } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { AddressChoice, AddressCounty, AddressText } from '../../ui/list-screen/address-fields.tsx'
import { ListNotice } from '../../ui/list-screen/list-notice.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { ListSteps } from '../../ui/list-screen/list-steps.tsx'
import { ListToolbar } from '../../ui/list-screen/list-toolbar.tsx'
import { useListScreen, type ListScreenState } from '../../ui/list-screen/use-list-screen.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { peopleColumns } from './people-columns.tsx'
import { roleFilterOptions, SECOND_FACTOR_NAMES, STATE_NAMES, totalText } from './people-texts.ts'
import {
  PEOPLE_ADDRESS,
  peopleFilters,
  peopleQuery,
  type PeoplePage as ShownPage,
  type PeopleState,
} from './people.queries.ts'
import { PersonDialog } from './person-dialog.tsx'
import { useGrantedCounties } from './use-granted-counties.ts'
import { usePersonActs } from './use-person-acts.ts'

/** /admin/people: the people of the portal, for administrators and managers of counties. */
export function PeoplePage() {
  const session = useSession()
  const { timeZone } = useConfig()
  const screen = useListScreen({
    codec: PEOPLE_ADDRESS,
    query: peopleQuery,
    rowsOf: ({ people }) => people,
    adapt: (state) => withOwnCounty(session, state),
  })
  const acts = usePersonActs({ onSettled: screen.reload })
  const [opened, setOpened] = useState<Person | null>(null)
  const [isInviting, setIsInviting] = useState(false)
  const page = screen.shown?.page
  const { next = null, previous = null } = page ?? {}
  return (
    <ListScreen
      screen={screen}
      title="People"
      aside={
        <>
          <ExportMenu endpoint={exportPeople} query={peopleFilters(screen.state)} />
          <Button look="primary" onClick={() => setIsInviting(true)}>
            Invite people
          </Button>
        </>
      }
      above={<Toolbar screen={screen} />}
      label="People"
      loading="Loading people..."
      extent={page ? totalText(page.total) : ''}
      count={page ? page.people.length : null}
      table={
        <DataTable
          caption="People"
          columns={peopleColumns({ timeZone, onOpen: setOpened })}
          rows={page?.people ?? []}
          keyOf={({ userID }) => userID}
          isStale={screen.isOlder}
        />
      }
      nothing={{
        all: 'No people yet.',
        filtered: 'No one matches these filters.',
        page: 'This page is now empty.',
      }}
      steps={
        <ListSteps
          screen={screen}
          back={{ label: 'Previous', to: previous === null ? null : { after: null, before: previous } }}
          ahead={{ label: 'Next', to: next === null ? null : { after: next, before: null } }}
        />
      }
    >
      <ListNotice notice={acts.notice} dismiss={acts.dismiss} />
      {opened && (
        <PersonDialog key={opened.userID} person={opened} acts={acts} onClose={() => setOpened(null)} />
      )}
      {isInviting && <InviteDialog onInvited={screen.reload} onClose={() => setIsInviting(false)} />}
    </ListScreen>
  )
}

const STATE_CHOICES = [
  { value: '', label: 'All statuses' },
  ...PERSON_STATES.map((state) => ({ value: state, label: STATE_NAMES[state] })),
]
const SECOND_FACTOR_CHOICES = [
  { value: '', label: 'All' },
  ...SECOND_FACTOR_FILTERS.map((state) => ({ value: state, label: SECOND_FACTOR_NAMES[state] })),
]
const ORDER_CHOICES = [
  { value: 'address', label: 'Address' },
  { value: 'last-sign-in', label: 'Last sign-in' },
]

const LABELS = {
  search: 'Search by address or name',
  county: 'County',
  role: 'Role',
  state: 'Status',
  'second-factor': 'Two-step verification',
  order: 'Order by',
}

/** The filters and the order of the list. */
function Toolbar({ screen }: { readonly screen: ListScreenState<PeopleState, ShownPage> }) {
  const session = useSession()
  const { counties, onReload } = useGrantedCounties()
  return (
    <ListToolbar
      screen={screen}
      labels={LABELS}
      searchName="search"
      search={<AddressText screen={screen} name="search" label={LABELS.search} />}
    >
      <AddressCounty screen={screen} counties={counties} onReload={onReload} />
      <AddressChoice screen={screen} name="role" label={LABELS.role} options={roleFilterOptions(session)} />
      <AddressChoice screen={screen} name="state" label={LABELS.state} options={STATE_CHOICES} />
      <AddressChoice
        screen={screen}
        name="second-factor"
        label={LABELS['second-factor']}
        options={SECOND_FACTOR_CHOICES}
      />
      <AddressChoice screen={screen} name="order" label={LABELS.order} options={ORDER_CHOICES} />
    </ListToolbar>
  )
}
