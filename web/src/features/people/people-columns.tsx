import type { Person } from '@portal/contract/people/people.ts'
import { ROLE_NAMES } from '@portal/contract/access/roles.ts'
import { IconPencil } from '@tabler/icons-react'
import { formatDateTime, formatDay, NOTHING } from '../../lib/format.ts'
import { cssWidth } from '../../ui/column-width.ts'
import type { Column } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { UserName } from '../../ui/user-name.tsx'
import classes from './people.module.css'
import { countiesText, factorsText, stateText } from './people-texts.ts'

type Options = { readonly timeZone: string; readonly onOpen: (person: Person) => void }

/** The columns of the people list: identity, access, state and sign-in. */
export function peopleColumns({ timeZone, onOpen }: Options): readonly Column<Person>[] {
  const momentOf = (moment: string | null) => (moment ? formatDateTime(moment, timeZone) : NOTHING)
  return [
    {
      id: 'address',
      header: 'Address',
      cell: ({ email }) => <UserName name={email} />,
      title: ({ email }) => email,
      isRowHeader: true,
    },
    {
      id: 'name',
      header: 'Name',
      cell: ({ name }) => <bdi className={classes.whole}>{name || NOTHING}</bdi>,
      title: ({ name }) => name,
      width: cssWidth([90, 0.1]),
    },
    { id: 'role', header: 'Role', cell: ({ role }) => ROLE_NAMES[role], width: cssWidth([104, 0.02]) },
    {
      id: 'counties',
      header: 'Counties',
      cell: (person) => <span className={classes.whole}>{countiesText(person) || NOTHING}</span>,
      title: ({ counties }) => counties.map(({ Name }) => Name).join(', '),
      width: cssWidth([110, 0.06]),
    },
    { id: 'state', header: 'Status', cell: stateText, title: stateText, width: cssWidth([80, 0.02]) },
    {
      id: 'second-factor',
      header: 'Two-step',
      cell: factorsText,
      title: factorsText,
      width: cssWidth([76, 0.02]),
    },
    {
      id: 'last',
      header: 'Last sign-in',
      cell: ({ lastSignedInAt }) => momentOf(lastSignedInAt),
      isNoWrap: true,
      width: cssWidth([136, 0.02]),
    },
    {
      id: 'added',
      header: 'Added',
      cell: ({ addedAt }) => (addedAt ? formatDay(addedAt, timeZone) : NOTHING),
      isNoWrap: true,
      width: cssWidth([86, 0.02]),
    },
    {
      id: 'open',
      header: 'Change',
      cell: (person) => (
        <IconButton title="Open" aria-label={`Open ${person.email}`} onClick={() => onOpen(person)}>
          <IconPencil aria-hidden size={17} stroke={1.8} />
        </IconButton>
      ),
      align: 'center',
      width: cssWidth([76, 0.02]),
    },
  ]
}
