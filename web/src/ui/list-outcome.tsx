import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import { Notice } from './notice.tsx'
import type { ScreenNotice } from './use-notice.ts'

type ListOutcomeProps = Pick<ScreenNotice, 'notice'> & {
  readonly onDismiss: () => void
  readonly loadFailure: string | null
}

/**
 * The outcome of an act on a list, else why the list failed to load. A success disappears by itself; an error stays until
 * it is dismissed or until the next try.
 */
export function ListOutcome({ notice, onDismiss, loadFailure }: ListOutcomeProps) {
  if (!notice) return loadFailure === null ? null : <Notice tone="error">{loadFailure}</Notice>
  return (
    <Notice
      key={notice.id}
      tone={notice.tone}
      onDismiss={onDismiss}
      {...(notice.tone === 'success' && { dismissAfter: DELETE_NOTICE_MS })}
    >
      {notice.text}
    </Notice>
  )
}
