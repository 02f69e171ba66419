import type { DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { memo, useMemo, type RefObject } from 'react'
import { useConfig } from '../../lib/config.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { binColumns, type BinActions } from './bin-columns.tsx'
import { extentText } from './bin-texts.ts'
import classes from './recycle-bin.module.css'
import type { BinOnScreen } from './use-bin.ts'

type Props = BinActions & { readonly bin: BinOnScreen; readonly ref: RefObject<HTMLElement | null> }

/** What lies in the bin; rows from before stay, marked, where new ones cannot be loaded. */
export function BinList({ bin, ref, ...actions }: Props) {
  const { shown, isLoading, isOlder, failure, refetch } = bin
  const files = shown?.files ?? []
  const extent = shown && files.length > 0 ? extentText({ shown: files.length, total: shown.total }) : ''
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Deleted files"
      className={classes.list}
      data-bulk={actions.selection !== null || undefined}
    >
      {failure !== null && <LoadFailed onRetry={() => void refetch()} />}
      <output className={classes.extent}>{isOlder ? `Still shown from before: ${extent}` : extent}</output>
      {shown === null && isLoading && <Loading>Loading deleted files...</Loading>}
      {files.length > 0 && <BinTable files={files} {...actions} />}
      {shown && files.length === 0 && !isOlder && <EmptyState>Recycle Bin is empty.</EmptyState>}
    </section>
  )
}

/** A thousand rows are rendered when they change, not with every notice. */
const BinTable = memo(function BinTable({
  files,
  onRestore,
  onDelete,
  selection,
}: BinActions & { readonly files: readonly DeletedFile[] }) {
  const { timeZone } = useConfig()
  const columns = useMemo(
    () => binColumns({ timeZone, onRestore, onDelete, selection }),
    [timeZone, onRestore, onDelete, selection],
  )
  return <DataTable caption="Recycle Bin" columns={columns} rows={files} keyOf={({ FileID }) => FileID} />
})
