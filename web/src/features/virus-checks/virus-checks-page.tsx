import { useRef } from 'react'
import { BIN_TABS } from '../../lib/bin-tabs.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ForRight } from '../../ui/for-right.tsx'
import { ListOutcome } from '../../ui/list-outcome.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenTabs } from '../../ui/screen-tabs.tsx'
import { useNotice } from '../../ui/use-notice.ts'
import { useRowPlace } from '../../ui/use-row-place.ts'
import { nameOf } from './check-texts.ts'
import { ChecksList } from './checks-list.tsx'
import { useCheckActions } from './use-check-actions.ts'
import { useVirusChecks } from './use-virus-checks.ts'

/** /virus-checks: what the virus scanner has not found clean. */
export function VirusChecksPage() {
  return (
    <ForRight right="documents.manage" title="Virus Checks">
      <VirusChecks />
    </ForRight>
  )
}

function VirusChecks() {
  useTitle('Virus Checks')
  const checks = useVirusChecks()
  const { notice, show, dismiss } = useNotice()
  const list = useRef<HTMLElement>(null)
  useRowPlace(list, checks.shown?.files)
  const actions = useCheckActions({
    show,
    dismiss,
    scanner: checks.shown?.scanner ?? 'there',
    onRemoved: checks.remove,
    onSettled: checks.reload,
  })
  const { asked } = actions
  return (
    <>
      <PageHeading>Virus Checks</PageHeading>
      <ScreenTabs label="Files that are set aside" tabs={BIN_TABS} />
      <ChecksList
        ref={list}
        shown={checks.shown}
        isLoading={checks.isLoading}
        hasFailed={checks.failure !== null}
        onRetry={checks.reload}
        onCheck={actions.check}
        onRemove={actions.ask}
      />
      <NoticeDock>
        <ListOutcome notice={notice} onDismiss={dismiss} loadFailure={checks.failure} />
      </NoticeDock>
      <ConfirmDialog
        opened={asked !== null}
        title={asked ? questionTitle(asked) : ''}
        question="Are you sure you want to remove this file for good? Nobody can bring it back."
        subject={asked?.FileName}
        onYes={actions.confirm}
        onNo={actions.decline}
      />
    </>
  )
}

/** The name of a refused upload stands below the question. */
function questionTitle(file: Parameters<typeof nameOf>[0]): string {
  return file.FileID === null ? 'Remove refused upload' : `Remove ${nameOf(file)} for good`
}
