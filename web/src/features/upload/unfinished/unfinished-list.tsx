import { useConfig } from '../../../lib/config.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { unfinishedColumns } from './unfinished-columns.tsx'
import classes from './unfinished.module.css'
import type { UnfinishedScreen } from './use-unfinished-screen.ts'

/** The rows, or why there are none. */
export function UnfinishedList({ screen }: { readonly screen: UnfinishedScreen }) {
  const { timeZone } = useConfig()
  const { uploads, failure, isLoading } = screen
  return (
    <>
      {failure !== null && <LoadFailed text={failure} onRetry={screen.reload} />}
      {!uploads && isLoading && <Loading>Loading your unfinished uploads...</Loading>}
      {uploads?.length === 0 && <EmptyState>You have no unfinished uploads.</EmptyState>}
      {screen.isBatchRunning && uploads && uploads.length > 0 && (
        <p className={classes.note}>
          Your batch is on its way. Its files can be chosen here once it has ended.
        </p>
      )}
      {uploads && uploads.length > 0 && (
        <DataTable
          caption="Unfinished uploads"
          columns={unfinishedColumns({
            timeZone,
            nameOfCounty: screen.nameOfCounty,
            continuationOf: screen.continuationOf,
            isBatchRunning: screen.isBatchRunning,
            onChoose: screen.resume,
            onPause: screen.pause,
            onDiscard: screen.ask,
          })}
          rows={uploads}
          keyOf={({ id }) => id}
        />
      )}
    </>
  )
}
