import type { ActivityEvent } from '@portal/contract/history/history.ts'
import { formatDateTime, NOTHING } from '../../lib/format.ts'
import { cssWidth } from '../../ui/column-width.ts'
import type { Column } from '../../ui/data-table.tsx'
import { UserName } from '../../ui/user-name.tsx'
import classes from './history.module.css'

type Options = { readonly timeZone: string; readonly isAdmin: boolean }

/** The columns of the activity list: when, who, what and where. */
export function historyColumns({ timeZone, isAdmin }: Options): readonly Column<ActivityEvent>[] {
  const columns: readonly Column<ActivityEvent>[] = [
    {
      id: 'when',
      header: 'When',
      cell: ({ at }) => formatDateTime(at, timeZone),
      title: ({ at }) => at,
      isNoWrap: true,
      width: cssWidth([136, 0.02]),
    },
    {
      id: 'who',
      header: 'Who',
      cell: Who,
      title: ({ who, name }) => (name === null ? who : `${who} (${name})`),
      isRowHeader: true,
      width: cssWidth([180, 0.14]),
    },
    {
      id: 'what',
      header: 'What',
      cell: ({ what }) => <bdi className={classes.what}>{what}</bdi>,
      title: ({ what }) => what,
    },
    {
      id: 'county',
      header: 'County',
      cell: ({ countyName }) => <span className={classes.short}>{countyName ?? NOTHING}</span>,
      title: ({ countyName }) => countyName ?? '',
      width: cssWidth([110, 0.06]),
    },
  ]
  if (!isAdmin) return columns
  return [
    ...columns,
    {
      id: 'from',
      header: 'From',
      cell: ({ from }) => <span className={classes.short}>{from ?? NOTHING}</span>,
      title: ({ from }) => from ?? '',
      width: cssWidth([120, 0.04]),
    },
  ]
}

/** Always shows the full address, because users choose their own name: it may be someone else's, or a command's. */
function Who({ who, name }: Pick<ActivityEvent, 'who' | 'name'>) {
  return (
    <span className={classes.who}>
      <UserName name={who} />
      {name !== null && <bdi className={classes.name}>{name}</bdi>}
    </span>
  )
}
