import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import { Button } from '../button.tsx'
import { NoticeDock } from '../notice-dock.tsx'
import { Notice } from '../notice.tsx'
import type { NoticeContent } from '../use-notice.ts'

export type UndoableNoticeContent = NoticeContent & {
  /** Reverts the last action; not set if that is not possible. */
  readonly undo?: () => void
}

type Props = {
  readonly notice: (UndoableNoticeContent & { readonly id: number }) | null
  readonly dismiss: () => void
  /** Why the list could not be loaded; shown if there is no other notice. */
  readonly failure?: string | null
}

/**
 * The outcome of the last action on a list. A success disappears by itself unless it can be undone. An error stays
 * until it is dismissed or the user tries again.
 */
export function ListNotice({ notice, dismiss, failure = null }: Props) {
  return (
    <NoticeDock>
      {!notice && failure !== null && <Notice tone="error">{failure}</Notice>}
      {notice && (
        <Notice
          key={notice.id}
          tone={notice.tone}
          onDismiss={dismiss}
          {...(notice.tone === 'success' && !notice.undo && { dismissAfter: DELETE_NOTICE_MS })}
          {...(notice.undo && {
            action: (
              <Button look="quiet" onClick={notice.undo}>
                Undo
              </Button>
            ),
          })}
        >
          {notice.text}
        </Notice>
      )}
    </NoticeDock>
  )
}
