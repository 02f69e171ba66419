import { Link } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { PATHS } from '../../../lib/paths.ts'
import { cssWidth } from '../../../ui/column-width.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { NO_ADDRESS } from '../../../ui/list-screen/address-codec.ts'
import { ListScreen } from '../../../ui/list-screen/list-screen.tsx'
import { useListScreen } from '../../../ui/list-screen/use-list-screen.ts'
import { filesText, stateText } from '../run-texts.ts'
import { runsQuery, type RunList as List } from '../runs.queries.ts'

type ListedRun = List['runs'][number]

/** The newest runs of the person. */
export function RunList() {
  const { timeZone } = useConfig()
  const screen = useListScreen({ codec: NO_ADDRESS, query: runsQuery, rowsOf: ({ runs }) => runs })
  const runs = screen.shown?.page.runs
  return (
    <ListScreen
      screen={screen}
      title="Your runs"
      label="Runs"
      loading="Loading runs..."
      explainsFailure
      count={runs ? runs.length : null}
      table={
        <DataTable
          caption="Runs"
          columns={columns(timeZone)}
          rows={runs ?? []}
          keyOf={({ number }) => number}
        />
      }
      nothing={{ all: 'No runs yet. Select files in Documents to change many at once.' }}
    />
  )
}

function columns(timeZone: string): readonly Column<ListedRun>[] {
  return [
    {
      id: 'number',
      header: 'Run',
      cell: ({ number }) => <Link to={`${PATHS.runs}/${number}`}>Run {number}</Link>,
      isRowHeader: true,
      isNoWrap: true,
      width: cssWidth([100, 0.04]),
    },
    { id: 'what', header: 'Change', cell: ({ what }) => <bdi>{what}</bdi>, title: ({ what }) => what },
    {
      id: 'at',
      header: 'Started',
      cell: ({ startedAt }) => formatDateTime(startedAt, timeZone),
      isNoWrap: true,
      width: cssWidth([150, 0.04]),
    },
    {
      id: 'files',
      header: 'Changed',
      cell: ({ changed, total }) => `${changed.toLocaleString('en-US')} of ${filesText(total)}`,
      isNoWrap: true,
      width: cssWidth([190, 0.06]),
    },
    { id: 'state', header: 'Status', cell: stateText, isNoWrap: true, width: cssWidth([110, 0.04]) },
  ]
}
