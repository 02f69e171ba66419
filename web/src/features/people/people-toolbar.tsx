import { PEOPLE_ORDERS, PERSON_STATES, SECOND_FACTOR_FILTERS } from '@portal/contract/people/people.ts'
import { ROLES } from '@portal/contract/access/roles.ts'
import { countyOptions, selectedId, selectValue } from '../../lib/select-options.ts'
import { useSession } from '../../lib/session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { oneOf } from './people-address.ts'
import { roleFilterOptions, SECOND_FACTOR_NAMES, STATE_NAMES } from './people-texts.ts'
import { useGivenCounties } from './use-given-counties.ts'
import type { PeopleScreen } from './use-people-screen.ts'

const STATE_CHOICES = [
  { value: '', label: 'All states' },
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

type Props = { readonly screen: PeopleScreen }

/** Who is listed, and in which order. */
export function PeopleToolbar({ screen: { filters, search, narrow } }: Props) {
  const session = useSession()
  const { counties, onReload } = useGivenCounties()
  return (
    <ListToolbar
      search={
        <TextField
          label="Search by address or name"
          type="search"
          name="search"
          autoComplete="off"
          spellCheck={false}
          value={search.typed}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
      }
      values={[filters.countyId, filters.role, filters.state, filters.secondFactor]}
    >
      {/* Before they are loaded, too: nothing moves when they come. */}
      {counties.length !== 1 && (
        <SelectField
          label="County"
          options={countyOptions(counties, 'All counties')}
          value={selectValue(filters.countyId)}
          onChange={(value) => narrow({ countyId: selectedId(value) })}
          onReload={onReload}
        />
      )}
      <SelectField
        label="Role"
        options={roleFilterOptions(session)}
        value={filters.role ?? ''}
        onChange={(value) => narrow({ role: oneOf(ROLES, value) })}
      />
      <SelectField
        label="State"
        options={STATE_CHOICES}
        value={filters.state ?? ''}
        onChange={(value) => narrow({ state: oneOf(PERSON_STATES, value) })}
      />
      <SelectField
        label="Second factor"
        options={SECOND_FACTOR_CHOICES}
        value={filters.secondFactor ?? ''}
        onChange={(value) => narrow({ secondFactor: oneOf(SECOND_FACTOR_FILTERS, value) })}
      />
      <SelectField
        label="Order by"
        options={ORDER_CHOICES}
        value={filters.order}
        onChange={(value) => narrow({ order: oneOf(PEOPLE_ORDERS, value) ?? 'address' })}
      />
    </ListToolbar>
  )
}
