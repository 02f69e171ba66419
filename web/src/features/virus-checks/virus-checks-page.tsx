import { ADMINISTRATORS_ONLY } from '@portal/contract/common-errors.ts'
import { useRef } from 'react'
import { BIN_TABS } from '../../lib/bin-tabs.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ListOutcome } from '../../ui/list-outcome.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenTabs } from '../../ui/screen-tabs.tsx'
import { useNotice } from '../../ui/use-notice.ts'
import { useRowPlace } from '../../ui/use-row-place.ts'
import { nameOf } from './check-texts.ts'
import { ChecksList } from './checks-list.tsx'
import { useCheckActions } from './use-check-actions.ts'
import { useVirusChecks } from './use-virus-checks.ts'

/** /virus-checks: what the virus scanner has not found clean, for administrators. */
export function VirusChecksPage() {
  useTitle('Virus Checks')
  const { isAdmin } = useSession()
  return (
    <>
      <PageHeading>Virus Checks</PageHeading>
      {isAdmin ? <VirusChecks /> : <Notice tone="error">{ADMINISTRATORS_ONLY.sentence}</Notice>}
    </>
  )
}

function VirusChecks() {
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
