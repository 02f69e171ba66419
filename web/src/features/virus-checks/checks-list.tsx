import type { RefObject } from 'react'
import { useConfig } from '../../lib/config.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { checkColumns, type CheckActions } from './check-columns.tsx'
import { emptyText, extentText } from './check-texts.ts'
import classes from './virus-checks.module.css'
import type { VirusChecks } from './virus-checks.wire.ts'

type Props = CheckActions & {
  readonly shown: VirusChecks | null
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly onRetry: () => void
  readonly ref: RefObject<HTMLElement | null>
}

/** What was not found clean; rows from before stay where new ones cannot be loaded. */
export function ChecksList({ shown, isLoading, hasFailed, onRetry, ref, ...actions }: Props) {
  const { timeZone } = useConfig()
  return (
    <section ref={ref} tabIndex={-1} aria-label="Files that were not found clean" className={classes.list}>
      {hasFailed && <LoadFailed onRetry={onRetry} />}
      <output className={classes.extent}>{shown && extentText(shown)}</output>
      {shown === null && isLoading && <Loading>Loading virus checks...</Loading>}
      {shown && shown.files.length > 0 && (
        <DataTable
          caption="Virus Checks"
          columns={checkColumns({ timeZone, ...actions })}
          rows={shown.files}
          keyOf={({ Key }) => Key}
        />
      )}
      {shown && shown.files.length === 0 && <EmptyState>{emptyText(shown)}</EmptyState>}
    </section>
  )
}
