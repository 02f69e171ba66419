import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Deletion } from './use-delete.ts'
import { useUndoKey } from './use-undo-key.ts'

/** How a deletion ended, with Undo where that is possible. */
export function DeleteNotice({ deletion: { notice, dismiss, undo } }: { readonly deletion: Deletion }) {
  useUndoKey(undo)
  return (
    <NoticeDock>
      {notice && (
        <Notice
          key={notice.id}
          tone={notice.tone}
          onDismiss={dismiss}
          {...(!notice.isLasting && { dismissAfter: DELETE_NOTICE_MS })}
          {...(undo && {
            action: (
              <Button look="quiet" title="Undo (Ctrl+Z)" aria-keyshortcuts="Control+Z" onClick={undo}>
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
