import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import classes from './status-line.module.css'
import { undoText } from './status-log.ts'
import type { StatusSaves } from './use-status-saves.ts'

type Props = {
  readonly saves: StatusSaves
  /** Called when the focused button goes. */
  readonly onLeft: () => void
}

/** What was set last, and Undo. The line always has the same height, so that it moves nothing. */
export function StatusLine({ saves: { log, undo }, onLeft }: Props) {
  const line = useRef<HTMLDivElement>(null)
  useFocusFallback(line, onLeft)
  const last = log.changes.at(-1)
  return (
    <div ref={line} className={classes.line}>
      <output className={classes.text} title={log.isFailure ? undefined : log.text}>
        {!log.isFailure && log.text}
      </output>
      {log.isFailure && (
        <p role="alert" className={classes.failure} title={log.text}>
          {log.text}
        </p>
      )}
      {last && undo && (
        <Button
          look="quiet"
          aria-keyshortcuts="u"
          title={`Undo the status of file ${last.fileId}`}
          onClick={undo}
        >
          {undoText(log.text, last)} <kbd>u</kbd>
        </Button>
      )}
    </div>
  )
}
