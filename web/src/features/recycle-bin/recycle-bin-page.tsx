import type { DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useConfig } from '../../lib/config.ts'
import { useScope } from '../../lib/scope.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { NO_ADDRESS } from '../../ui/list-screen/address-codec.ts'
import { ListNotice } from '../../ui/list-screen/list-notice.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { useListScreen } from '../../ui/list-screen/use-list-screen.ts'
import { useNotice } from '../../ui/use-notice.ts'
import { binColumns } from './bin-columns.tsx'
import { bulkQuestion, extentText } from './bin-texts.ts'
import { BulkSelectionBar } from './bulk-selection-bar.tsx'
import { binQuery, withoutFiles } from './recycle-bin.queries.ts'
import type { Bin } from './recycle-bin.wire.ts'
import classes from './recycle-bin.module.css'
import { useBulkSelection } from './use-bulk-selection.ts'
import { useRowActions } from './use-row-actions.ts'

const NO_FILES: readonly DeletedFile[] = []

/** /recyclebin: the deleted files, to restore or delete permanently. */
export function RecycleBinPage() {
  const queryClient = useQueryClient()
  const { timeZone } = useConfig()
  const scope = useScope()
  const screen = useListScreen({
    codec: NO_ADDRESS,
    query: () => binQuery(scope),
    rowsOf: ({ files }) => files,
  })
  const { shown, reload, list } = screen
  const { notice, show, dismiss } = useNotice()
  const remove = (gone: readonly number[]) =>
    queryClient.setQueryData<Bin>(binQuery(scope).queryKey, (before) => before && withoutFiles(before, gone))
  const onGone = (fileIds: readonly number[]) => {
    remove(fileIds)
    // The mode ends, and its focused button disappears.
    list.current?.focus({ preventScroll: true })
  }
  const files = shown?.page.files ?? NO_FILES
  const bulk = useBulkSelection({ show, dismiss, files, onGone, onSettled: reload })
  const rows = useRowActions({ show, dismiss, onGone: (fileId) => remove([fileId]), onSettled: reload })
  const { restore: onRestore, ask: onDelete } = rows
  const selection = bulk.isOn ? bulk.selection : null
  // Memoized, so that a thousand rows render when they change and not with every notice.
  const table = useMemo(
    () => (
      <DataTable
        caption="Recycle Bin"
        columns={binColumns({ timeZone, onRestore, onDelete, selection })}
        rows={files}
        keyOf={({ FileID }) => FileID}
      />
    ),
    [timeZone, onRestore, onDelete, selection, files],
  )
  return (
    <ListScreen
      screen={screen}
      title="Recycle Bin"
      above={<BulkSelectionBar bulk={bulk} shown={files.length} />}
      label="Deleted files"
      className={selection ? classes.bulk : classes.list}
      loading="Loading deleted files..."
      extent={shown && files.length > 0 ? extentText({ shown: files.length, total: shown.page.total }) : ''}
      count={shown && files.length}
      table={table}
      nothing={{ all: 'Recycle Bin is empty.' }}
    >
      <ListNotice notice={notice} dismiss={dismiss} failure={screen.failure} />
      <ConfirmDialog
        opened={rows.asked !== null}
        title={`Delete file ${rows.asked?.FileID} permanently`}
        question="Are you sure you want to permanently delete this file?"
        subject={rows.asked?.FileName}
        onYes={rows.confirm}
        onNo={rows.decline}
      />
      <ConfirmDialog
        opened={bulk.isAsking}
        title="Delete selected files permanently"
        question={bulkQuestion(bulk.selected.length)}
        onYes={() => void bulk.confirm()}
        onNo={bulk.decline}
      />
    </ListScreen>
  )
}
