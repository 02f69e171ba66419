import { DELETE_NOTICE_MS } from '@portal/contract/limits.ts'
import { useEffect, useEffectEvent } from 'react'
import { isInField } from '../../lib/single-keys.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Deletion } from './use-delete.ts'

/** The result of a deletion, with Undo if possible. */
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

/** Ctrl+Z, or Command+Z, undoes while there is something to undo; inside a field the key belongs to the field. */
function useUndoKey(undo: (() => void) | null): void {
  const isOn = undo !== null
  const run = useEffectEvent(() => undo?.())
  useEffect(() => {
    if (!isOn) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      const { target } = event
      if (!isUndo || isInField(target) || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
