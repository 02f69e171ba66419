import { exportVirusChecks, type VirusCheck } from '@portal/contract/files/virus-checks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, type ComponentType } from 'react'
import { useConfig } from '../../lib/config.ts'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { useRecount } from '../../lib/request-counts.ts'
import { useMedia } from '../../lib/use-media.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { NO_ADDRESS } from '../../ui/list-screen/address-codec.ts'
import { ListNotice } from '../../ui/list-screen/list-notice.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { useListScreen } from '../../ui/list-screen/use-list-screen.ts'
import { RequestTabs } from '../../ui/screen-tabs.tsx'
import { useNotice } from '../../ui/use-notice.ts'
import { useViewedDocument } from '../../ui/use-viewed-document.ts'
import { checkColumns } from './check-columns.tsx'
import { emptyText, extentText, nameOf, NO_DOCUMENT, rowNameOf } from './check-texts.ts'
import { useCheckActions } from './use-check-actions.ts'
import {
  VIRUS_CHECKS_KEY,
  virusChecksQuery,
  withoutFile,
  type VirusChecks as ShownChecks,
} from './virus-checks.queries.ts'
import classes from './virus-checks.module.css'

const NO_FILES: readonly VirusCheck[] = []
const NO_FILTERS = {}
const NO_MARKS: readonly string[] = []

/** The preview is beside the list, and all columns would not fit. */
const NARROW_BESIDE = '(1200px <= width < 1800px)'

type Props = {
  /** A document beside the list. */
  readonly documentPanel: ComponentType<DocumentPanelProps>
}

/** /requests/virus-checks: the files that the virus scanner has not found clean. */
export function VirusChecksPage({ documentPanel: DocumentPanel }: Props) {
  const queryClient = useQueryClient()
  const { timeZone } = useConfig()
  const screen = useListScreen({
    codec: NO_ADDRESS,
    query: virusChecksQuery,
    rowsOf: ({ files }) => files,
  })
  const checks = screen.shown?.page
  const files = checks?.files ?? NO_FILES
  const { notice, show, dismiss } = useNotice()
  const recount = useRecount()
  const viewed = useViewedDocument(useDocuments(files), screen.list)
  const actions = useCheckActions({
    show,
    dismiss,
    scanner: checks?.scanner ?? 'there',
    onRemoved: ({ Key, FileID }) => {
      queryClient.setQueryData<ShownChecks>(VIRUS_CHECKS_KEY, (before) => before && withoutFile(before, Key))
      if (FileID !== null && FileID === viewed.fileId) viewed.close()
    },
    onSettled: () => {
      screen.reload()
      recount()
    },
  })
  const { asked } = actions
  const isNarrow = useMedia(NARROW_BESIDE) && viewed.fileId !== null
  const look = ({ FileID }: VirusCheck) => {
    if (FileID === null) show({ tone: 'error', text: NO_DOCUMENT })
    else viewed.open(FileID)
  }
  return (
    <ListScreen
      screen={screen}
      title="Virus Checks"
      aside={<ExportMenu endpoint={exportVirusChecks} query={NO_FILTERS} />}
      above={<RequestTabs />}
      label="Files that were not found clean"
      className={classes.list}
      loading="Loading virus checks..."
      extent={checks ? extentText(checks) : ''}
      count={checks ? checks.files.length : null}
      table={
        <DataTable
          caption="Virus Checks"
          columns={checkColumns({ timeZone, onCheck: actions.check, onRemove: actions.ask, isNarrow })}
          rows={files}
          keyOf={({ FileID, Key }) => FileID ?? Key}
          isCurrent={({ FileID }) => FileID !== null && FileID === viewed.fileId}
          onRowClick={look}
          nameOf={rowNameOf}
        />
      }
      nothing={{ all: checks ? emptyText(checks) : '' }}
    >
      <ListNotice notice={notice} dismiss={dismiss} failure={screen.failure} />
      <ConfirmDialog
        opened={asked !== null}
        title={asked ? questionTitle(asked) : ''}
        question="Remove this file permanently? This cannot be undone."
        subject={asked?.FileName}
        onYes={actions.confirm}
        onNo={actions.decline}
      />
      {viewed.fileId !== null && (
        <DocumentPanel
          fileId={viewed.fileId}
          marks={NO_MARKS}
          previous={viewed.previous}
          next={viewed.next}
          onGo={viewed.open}
          onEdit={null}
          onRestore={null}
          onChanged={screen.reload}
          onClose={viewed.close}
        />
      )}
    </ListScreen>
  )
}

/** The files that are documents; a rejected upload is none. */
function useDocuments(files: readonly VirusCheck[]): readonly { readonly FileID: number }[] {
  return useMemo(() => files.flatMap(({ FileID }) => (FileID === null ? [] : [{ FileID }])), [files])
}

/** The name of a rejected upload appears below the question. */
function questionTitle(file: Parameters<typeof nameOf>[0]): string {
  return file.FileID === null ? 'Remove rejected upload' : `Remove ${nameOf(file)} permanently`
}
