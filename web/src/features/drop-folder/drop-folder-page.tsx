import {
  DROPPED_FILE_LISTS,
  exportDroppedFiles,
  type DroppedFileList,
} from '@portal/contract/ingestion/drop-folder.ts'
import { useConfig } from '../../lib/config.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { AddressChoice } from '../../ui/list-screen/address-fields.tsx'
import { ListNotice } from '../../ui/list-screen/list-notice.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { ListSteps } from '../../ui/list-screen/list-steps.tsx'
import { ListToolbar } from '../../ui/list-screen/list-toolbar.tsx'
import { useListScreen } from '../../ui/list-screen/use-list-screen.ts'
import { RequestTabs } from '../../ui/screen-tabs.tsx'
import { DROP_FOLDER_ADDRESS, dropFolderQuery, useDroppedFileActs } from './drop-folder.queries.ts'
import { droppedFileColumns } from './dropped-file-columns.tsx'

const LABELS = { state: 'Show' }
const LISTS: Readonly<Record<DroppedFileList, { readonly name: string; readonly nothing: string }>> = {
  open: { name: 'To review', nothing: 'No files of the drop folder to review.' },
  done: { name: 'Done', nothing: 'No files were marked as done.' },
}
const CHOICES = DROPPED_FILE_LISTS.map((list) => ({ value: list, label: LISTS[list].name }))
const NOT_SET_UP = { nothing: 'No drop folder is connected. Ask whoever runs the server (DROP_FOLDER).' }

/** /requests/drop-folder: refused files, and files that changed after filing. */
export function DropFolderPage() {
  const { timeZone } = useConfig()
  const screen = useListScreen({
    codec: DROP_FOLDER_ADDRESS,
    query: dropFolderQuery,
    rowsOf: ({ files }) => files,
  })
  const { notice, dismiss, markDone, reopen } = useDroppedFileActs(screen.reload)
  const { page, of } = screen.shown ?? {}
  const { state, after } = screen.state
  const { nothing } = page?.isSetUp === false ? NOT_SET_UP : LISTS[state]
  return (
    <ListScreen
      screen={screen}
      title="Drop Folder"
      aside={<ExportMenu endpoint={exportDroppedFiles} query={{ state: screen.state.state }} />}
      above={
        <>
          <RequestTabs />
          <ListToolbar screen={screen} labels={LABELS} isCompact>
            <AddressChoice screen={screen} name="state" label={LABELS.state} options={CHOICES} />
          </ListToolbar>
        </>
      }
      label="Files of the drop folder"
      loading="Loading files..."
      explainsFailure
      extent={page && of ? extentOf(of.state === 'open' ? page.open : page.files.length, of.state) : ''}
      count={page ? page.files.length : null}
      table={
        <DataTable
          caption="Files of the drop folder"
          columns={droppedFileColumns({
            timeZone,
            list: of?.state ?? state,
            onDone: markDone,
            onReopen: reopen,
          })}
          rows={page?.files ?? []}
          keyOf={({ droppedFileID }) => droppedFileID}
          isStale={screen.isOlder}
        />
      }
      nothing={{ all: nothing, page: 'This page is now empty.' }}
      steps={
        <ListSteps
          screen={screen}
          back={{ label: 'First page', to: after === null ? null : { after: null } }}
          ahead={{ label: 'Next', to: page?.next ? { after: page.next } : null }}
        />
      }
    >
      <ListNotice notice={notice} dismiss={dismiss} />
    </ListScreen>
  )
}

function extentOf(count: number, list: DroppedFileList): string {
  const files = `${count.toLocaleString('en-US')} file${count === 1 ? '' : 's'}`
  return `${files} ${list === 'open' ? 'to review' : 'on this page'}`
}
