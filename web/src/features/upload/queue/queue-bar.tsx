import { useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { FILL_ALL_FIELDS } from '@portal/contract/files/upload-errors.ts'
import { PATHS } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { filesText } from '../facts/upload-texts.ts'
import form from '../form/upload.module.css'
import { countQueue } from '../sender/queue-entry.ts'
import { lackingText, lacksAllFiles, queueText, restText } from './queue-texts.ts'
import layout from './batch.module.css'
import classes from './queue.module.css'
import type { QueueScreen } from './use-queue-screen.ts'

type Props = {
  readonly screen: QueueScreen
  readonly ref: RefObject<HTMLDivElement | null>
  /** Opens the file dialog. */
  readonly onChoose: () => void
}

/** One bar for the whole queue: its progress, the remaining work and the actions. */
export function QueueBar({ screen, ref, onChoose }: Props) {
  const { view, lacking } = screen
  const { bytes, bytesSent } = countQueue(view.entries, view.sent)
  const lack = lackingText(lacking)
  return (
    <div className={layout.bar}>
      {view.entries.length > 0 && (
        // The text below says the same to screen readers.
        <ProgressLine aria-hidden className={form.total} max={Math.max(bytes, 1)} value={bytesSent} />
      )}
      <div ref={ref} tabIndex={-1} className={form.outcome}>
        <output className={form.count}>{queueText(view)}</output>
        <span className={classes.rest}>{restText(view)}</span>
        <p role="alert" className={form.problem}>
          {lack !== null && `${FILL_ALL_FIELDS.sentence} ${lack}`}
        </p>
      </div>
      <Actions screen={screen} onChoose={onChoose} onPressed={() => ref.current?.focus()} />
    </div>
  )
}

type ActionsProps = Pick<Props, 'screen' | 'onChoose'> & {
  /** Called after a press on a button that then disappears and takes the focus with it. */
  readonly onPressed: () => void
}

function Actions({ screen, onChoose, onPressed }: ActionsProps) {
  const { view, queue, isSending, hasChosen } = screen
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'cancel' | 'remove all' | null>(null)
  const inState = (is: string) => view.entries.filter(({ state }) => state.is === is)
  const refused = inState('refused')
  const isPaused = !view.plan.isGoing && inState('waiting').some(({ key }) => !view.absent.has(key))
  const mustChoose = lacksAllFiles(view)
  if (view.isElsewhere) return null
  const isEmpty = view.entries.length === 0
  const leave = () => {
    queue.startFresh()
    void navigate(PATHS.documents)
  }
  const press = (act: () => void) => () => {
    act()
    onPressed()
  }
  return (
    <div className={form.actions}>
      {refused.length > 0 && !isSending && (
        <Button onClick={screen.showRefused}>
          {refused.length === 1 ? 'Show the refused file' : 'Show the refused files'}
        </Button>
      )}
      {refused.length > 0 && !isSending && (
        <Button onClick={press(() => queue.retry(refused.map(({ key }) => key)))}>
          Take {filesText(refused.length)} back to try again
        </Button>
      )}
      {refused.length > 0 && !screen.hasUnfinished && inState('stored').length > 0 && (
        <Button look="primary" onClick={screen.removeRefused}>
          Finish without {filesText(refused.length)}
        </Button>
      )}
      {isSending && (
        <span className={form.stop}>
          <Button onClick={press(() => queue.pause())}>Pause</Button>
        </span>
      )}
      {isPaused && (
        <Button look={hasChosen ? 'plain' : 'primary'} onClick={press(() => queue.resume())}>
          Resume
        </Button>
      )}
      {mustChoose && (
        <Button look={screen.canAllow ? 'plain' : 'primary'} onClick={press(onChoose)}>
          Choose the files again
        </Button>
      )}
      {!mustChoose && (hasChosen || isSending) && (
        <Button type="submit" look="primary" disabled={!hasChosen}>
          {hasChosen ? 'Upload Files' : 'Uploading...'}
        </Button>
      )}
      <Button disabled={isSending} onClick={() => (isEmpty ? leave() : setAsking('cancel'))}>
        Cancel
      </Button>
      {!isEmpty && <Button onClick={() => setAsking('remove all')}>Remove all</Button>}
      <ConfirmDialog
        opened={asking !== null}
        title={asking === 'cancel' ? 'Cancel this upload?' : 'Remove all files?'}
        question="The list is cleared, and the rest is not sent. Uploaded files are safe."
        yes={asking === 'cancel' ? 'Cancel upload' : 'Remove files'}
        no={asking === 'cancel' ? 'Keep upload' : 'Keep files'}
        onYes={() => {
          setAsking(null)
          if (asking === 'cancel') leave()
          else screen.removeAll()
        }}
        onNo={() => setAsking(null)}
      />
    </div>
  )
}
