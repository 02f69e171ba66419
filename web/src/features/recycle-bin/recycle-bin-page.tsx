import { useRef } from 'react'
import { BIN_TABS } from '../../lib/bin-tabs.ts'
import { may } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ForRight } from '../../ui/for-right.tsx'
import { ListOutcome } from '../../ui/list-outcome.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenTabs } from '../../ui/screen-tabs.tsx'
import { useNotice } from '../../ui/use-notice.ts'
import { useRowPlace } from '../../ui/use-row-place.ts'
import { BinList } from './bin-list.tsx'
import { bulkQuestion } from './bin-texts.ts'
import { BulkSelectionBar } from './bulk-selection-bar.tsx'
import { useBin } from './use-bin.ts'
import { useBulkSelection } from './use-bulk-selection.ts'
import { useRowActions } from './use-row-actions.ts'

/** /recyclebin: what was deleted and can be restored, or deleted for good. */
export function RecycleBinPage() {
  return (
    <ForRight right="documents.add" title="Recycle Bin">
      <RecycleBin />
    </ForRight>
  )
}

function RecycleBin() {
  useTitle('Recycle Bin')
  const seesChecks = may(useSession(), 'documents.manage')
  const bin = useBin()
  const { notice, show, dismiss } = useNotice()
  const list = useRef<HTMLElement>(null)
  useRowPlace(list, bin.shown?.files)
  const onSettled = () => void bin.reload()
  const rows = useRowActions({ show, dismiss, onGone: (fileId) => bin.remove([fileId]), onSettled })
  const onGone = (fileIds: readonly number[]) => {
    bin.remove(fileIds)
    // The mode ends, and with it the button that had the focus.
    list.current?.focus({ preventScroll: true })
  }
  const files = bin.shown?.files ?? []
  const bulk = useBulkSelection({ show, dismiss, files, onGone, onSettled })
  return (
    <>
      <PageHeading>Recycle Bin</PageHeading>
      {seesChecks && <ScreenTabs label="Files that are set aside" tabs={BIN_TABS} />}
      <BulkSelectionBar bulk={bulk} shown={files.length} />
      <BinList
        ref={list}
        bin={bin}
        selection={bulk.isOn ? bulk.selection : null}
        onRestore={rows.restore}
        onDelete={rows.ask}
      />
      <NoticeDock>
        <ListOutcome notice={notice} onDismiss={dismiss} loadFailure={bin.failure} />
      </NoticeDock>
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
    </>
  )
}
