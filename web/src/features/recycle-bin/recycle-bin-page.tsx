import { exportDeletedFiles, type DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { useConfig } from '../../lib/config.ts'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { useScope } from '../../lib/scope.ts'
import type { RestoreFilesProps } from '../../lib/selection/restore-files-props.ts'
import { useSelectionKeys } from '../../lib/selection/use-selection-keys.ts'
import { useMedia } from '../../lib/use-media.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { NO_ADDRESS } from '../../ui/list-screen/address-codec.ts'
import { ListNotice } from '../../ui/list-screen/list-notice.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { useListScreen } from '../../ui/list-screen/use-list-screen.ts'
import { useNotice } from '../../ui/use-notice.ts'
import { useViewedDocument } from '../../ui/use-viewed-document.ts'
import { binColumns } from './bin-columns.tsx'
import { bulkQuestion, extentText } from './bin-texts.ts'
import { BulkSelectionBar } from './bulk-selection-bar.tsx'
import { binQuery, withoutFiles } from './recycle-bin.queries.ts'
import type { Bin } from './recycle-bin.wire.ts'
import classes from './recycle-bin.module.css'
import { useBulkSelection } from './use-bulk-selection.ts'
import { useRowActions } from './use-row-actions.ts'

const NO_FILES: readonly DeletedFile[] = []
const NO_MARKS: readonly string[] = []

/** The preview is beside the list, and all columns would not fit. */
const NARROW_BESIDE = '(1200px <= width < 1800px)'

type Props = {
  /** A document beside the list. */
  readonly documentPanel: ComponentType<DocumentPanelProps>
  /** Restores the selected files. */
  readonly restoreFiles: ComponentType<RestoreFilesProps>
}

/** /recyclebin: the deleted files, to look at, to restore or to delete permanently. */
export function RecycleBinPage({ documentPanel: DocumentPanel, restoreFiles: RestoreFiles }: Props) {
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
  const viewed = useViewedDocument(files, list)
  const { fileId: viewedId, open: onView } = viewed
  const turn = (on: boolean) => {
    if (on) viewed.leave()
    bulk.turn(on)
  }
  useSelectionKeys({
    selection: {
      ...bulk.selection,
      toggle(fileId) {
        if (!bulk.isOn) turn(true)
        bulk.selection.toggle(fileId)
      },
    },
    viewed: viewedId,
  })
  const isNarrow = useMedia(NARROW_BESIDE) && viewedId !== null
  // Memoized, so that a thousand rows render when they change and not with every notice.
  const table = useMemo(
    () => (
      <DataTable<DeletedFile>
        caption="Recycle Bin"
        columns={binColumns({ timeZone, onRestore, onDelete, selection, isNarrow })}
        rows={files}
        keyOf={({ FileID }) => FileID}
        isCurrent={({ FileID }) => FileID === viewedId}
        // In the Bulk Delete mode a click selects, and nothing else.
        onRowClick={({ FileID }, press) => (selection ? selection.toggle(FileID, press) : onView(FileID))}
        nameOf={nameOf}
      />
    ),
    [timeZone, onRestore, onDelete, selection, isNarrow, files, viewedId, onView],
  )
  return (
    <ListScreen
      screen={screen}
      title="Recycle Bin"
      aside={<ExportMenu endpoint={exportDeletedFiles} query={{ countyId: scope ?? undefined }} />}
      above={<BulkSelectionBar bulk={{ ...bulk, turn }} shown={files.length} />}
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
      <RestoreFiles
        ids={bulk.restored}
        onClose={bulk.stopRestoring}
        onStarted={() => {
          // The dialog returns the focus first. Then its button disappears, and the list has it.
          flushSync(bulk.stopRestoring)
          bulk.turn(false)
          list.current?.focus({ preventScroll: true })
        }}
        onChanged={reload}
      />
      {viewedId !== null && !bulk.isOn && (
        <DocumentPanel
          fileId={viewedId}
          marks={NO_MARKS}
          previous={viewed.previous}
          next={viewed.next}
          onGo={onView}
          onEdit={null}
          onRestore={(fileId) => {
            // The notice is on the list, which a sheet covers.
            viewed.close()
            rows.restore(fileId)
          }}
          onChanged={reload}
          onClose={viewed.close}
        />
      )}
    </ListScreen>
  )
}

/** The name of a row, which screen readers say as a row gets the focus. */
function nameOf({ FileID, FileName }: DeletedFile): string {
  return [`File ${FileID}`, FileName].filter(Boolean).join(', ')
}
