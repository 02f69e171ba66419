import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import { Button } from './button.tsx'
import { NoticeDock } from './notice-dock.tsx'
import { Notice } from './notice.tsx'
import type { NoticeContent } from './use-notice.ts'

export type UndoableNoticeContent = NoticeContent & {
  /** Takes back what was just done; not set where that is not possible. */
  readonly undo?: () => void
}

type Props = {
  readonly notice: (UndoableNoticeContent & { readonly id: number }) | null
  readonly dismiss: () => void
}

/** The notice of a screen's last act. What can be taken back stays until it is dismissed. */
export function UndoableNotice({ notice, dismiss }: Props) {
  return (
    <NoticeDock>
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
