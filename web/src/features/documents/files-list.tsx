import type { RefObject } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { hasNoCounty, NO_COUNTY } from '../../lib/no-county.ts'
import { PATHS } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useBlockedFiles } from '../../lib/blocked-files.queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { filesColumns, type RowActions } from './files-columns.tsx'
import { rangeText } from './files.models.ts'
import classes from './files.module.css'
import { useNewFiles } from './new-files.ts'
import { countFilters } from './list-address.ts'
import type { FilesScreen, ListLookups } from './use-files-screen.ts'

type Props = RowActions & {
  readonly screen: FilesScreen
  readonly lookups: ListLookups
  readonly ref: RefObject<HTMLElement | null>
}

/** The page of the list with its pager; the previous page stays, marked, while the next one loads or if it cannot. */
export function FilesList({ screen, lookups, ref, ...actions }: Props) {
  const { uploads, address } = screen
  const { shown, isOlder, isLoading, hasFailed } = uploads
  const { timeZone } = useConfig()
  const newFiles = useNewFiles()
  const hasFilters = countFilters(address.filters) > 0
  const unopenable = useBlockedFiles(shown?.files.map(({ FileID }) => FileID) ?? [])
  const columns = filesColumns({ offers: screen.offers, lookups, timeZone, unopenable, ...actions })

  const turn = (page: number) => {
    screen.goTo(page)
    ref.current?.focus()
    ref.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <section ref={ref} tabIndex={-1} aria-label="Documents list" className={classes.list}>
      {hasFailed && <LoadFailed onRetry={() => void uploads.refetch()} />}
      <output className={classes.count}>
        {isLoading && shown ? 'Loading records...' : shown && countText(shown, isOlder)}
      </output>
      {shown?.files.some(({ FileID }) => newFiles.has(FileID)) && (
        <p className={classes.newFiles}>What you have just uploaded is marked.</p>
      )}
      {shown === null && isLoading && <Loading>Loading records...</Loading>}
      {shown && shown.files.length > 0 && (
        <DataTable
          caption="Documents"
          columns={columns}
          rows={shown.files}
          keyOf={({ FileID }) => FileID}
          isMarked={({ FileID }) => newFiles.has(FileID)}
          isStale={isOlder && isLoading}
        />
      )}
      {shown && shown.files.length === 0 && !isOlder && (
        <EmptyState action={hasFilters ? <ClearLink onClear={() => ref.current?.focus()} /> : <WhyNothing />}>
          No records found
        </EmptyState>
      )}
      {uploads.totalPages !== null && (
        <Pager page={address.page} totalPages={uploads.totalPages} onPage={turn} />
      )}
    </section>
  )
}

function WhyNothing() {
  return hasNoCounty(useSession()) && <p>{NO_COUNTY}</p>
}

/** The whole list, by its address. */
function ClearLink({ onClear }: { readonly onClear: () => void }) {
  return (
    <Link to={PATHS.documents} className={buttonClass('plain')} onClick={onClear}>
      Clear filters
    </Link>
  )
}

function countText(shown: NonNullable<FilesScreen['uploads']['shown']>, isOlder: boolean): string {
  const range = rangeText({ page: shown.page, shown: shown.files.length, total: shown.total })
  return isOlder ? `Still shown from before: ${range}` : range
}
