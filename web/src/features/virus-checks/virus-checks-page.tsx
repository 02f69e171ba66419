import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { BIN_TABS } from '../../lib/bin-tabs.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ScreenTabs } from '../../ui/screen-tabs.tsx'
import { useNotice } from '../../ui/use-notice.ts'
import { FALLBACKS, failureText, nameOf } from './check-texts.ts'
import { ChecksList } from './checks-list.tsx'
import { useCheckActions } from './use-check-actions.ts'
import { virusChecksQuery } from './virus-checks.queries.ts'

/** /virus-checks: what the virus scanner has not found clean, for administrators. */
export function VirusChecksPage() {
  useTitle('Virus Checks')
  const { data, error, isError, isFetching, refetch } = useQuery(virusChecksQuery)
  const { notice, show, dismiss } = useNotice()
  const list = useRef<HTMLElement>(null)
  const reload = () => void refetch()
  // The button that had the focus goes with its row.
  const onRemoved = () => list.current?.focus({ preventScroll: true })
  const actions = useCheckActions({ show, dismiss, onRemoved, onSettled: reload })
  const { asked } = actions
  return (
    <>
      <PageHeading>Virus Checks</PageHeading>
      <ScreenTabs label="Files that are set aside" tabs={BIN_TABS} />
      <ChecksList
        ref={list}
        shown={data ?? null}
        isLoading={isFetching}
        hasFailed={isError && !isFetching}
        onRetry={reload}
        onCheck={actions.check}
        onRemove={actions.ask}
      />
      <NoticeDock>
        {notice ? (
          <Notice
            key={notice.id}
            tone={notice.tone}
            onDismiss={dismiss}
            {...(notice.tone === 'success' && { dismissAfter: DELETE_NOTICE_MS })}
          >
            {notice.text}
          </Notice>
        ) : (
          isError && !isFetching && <Notice tone="error">{failureText(error, FALLBACKS.load)}</Notice>
        )}
      </NoticeDock>
      <ConfirmDialog
        opened={asked !== null}
        title={asked ? `Remove ${nameOf(asked)} for good` : ''}
        question="Are you sure you want to remove this file for good? Nobody can bring it back."
        subject={asked?.FileName}
        isBusy={actions.isRemoving}
        onYes={actions.confirm}
        onNo={actions.decline}
      />
    </>
  )
}
