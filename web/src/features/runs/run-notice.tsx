import { Link } from 'react-router'
import { PATHS } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './run-notice.module.css'
import type { Done } from './use-done.ts'

/** The result of a run, with *Undo* and the way to its page. It stays until it is dismissed. */
export function RunNotice({ done: { notice, dismiss, undo } }: { readonly done: Done }) {
  return (
    <NoticeDock>
      {notice && (
        <Notice
          key={notice.id}
          tone={notice.tone}
          onDismiss={dismiss}
          {...(undo && {
            action: (
              <Button look="quiet" onClick={undo}>
                Undo
              </Button>
            ),
          })}
        >
          {notice.text}{' '}
          <Link to={`${PATHS.runs}/${notice.run}`} className={classes.run}>
            Run {notice.run}
          </Link>
        </Notice>
      )}
    </NoticeDock>
  )
}
