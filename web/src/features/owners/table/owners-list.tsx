import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { extentText, nothingFoundText, paperText, printedPartText } from './owner-texts.ts'
import type { OwnerView } from '../roll/owner-view.ts'
import classes from '../owners.module.css'
import { OwnersTable, type OwnerInRow } from './owners-table.tsx'
import type { OwnersScreen } from '../use-owners-screen.ts'

type Props = {
  readonly screen: OwnersScreen
  /** Null while no roll is loaded. */
  readonly view: OwnerView | null
  readonly onFiles: (owner: OwnerInRow) => void
}

/** The table, or the text shown instead of it. */
export function OwnersList({ screen, view, onFiles }: Props) {
  const { year, search, roll } = screen
  const { loaded, isLoading, hasFailed, haveCountsFailed } = roll
  const extent = loaded && view && view.length > 0 ? extentText(view.length, loaded.roll.count) : ''
  return (
    <section aria-label="Owner list" className={classes.list}>
      {hasFailed && <LoadFailed onRetry={roll.refetch} />}
      {haveCountsFailed && !hasFailed && (
        <LoadFailed text="The file counts could not be loaded." onRetry={roll.refetch} />
      )}
      <output className={classes.extent}>
        {extent && hasFailed ? `Still shown from before: ${extent}` : extent}
      </output>
      {loaded === null && isLoading && <Loading>Loading data...</Loading>}
      {loaded && view && view.length > 0 && (
        <>
          <p className={classes.paper}>
            <bdi>{printedPartText(screen.countyName, search.settled)}</bdi>
          </p>
          <p className={classes.paper}>{paperText(view.length)}</p>
          <OwnersTable screen={screen} roll={loaded.roll} view={view} onFiles={onFiles} />
        </>
      )}
      {view?.length === 0 && <EmptyState>{nothingFoundText(year, search.settled)}</EmptyState>}
    </section>
  )
}
