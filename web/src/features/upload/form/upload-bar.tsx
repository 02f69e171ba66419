import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { hasInfected, shareOf, toSend } from '../facts/upload-batch.ts'
import { UploadOutcome } from './upload-outcome.tsx'
import { GIVING_UP } from '../../../lib/use-leave-guard.ts'
import classes from './upload.module.css'
import type { UploadScreen } from './use-upload-screen.ts'

type Props = { readonly screen: UploadScreen; readonly ref: RefObject<HTMLDivElement | null> }

/** Stays in sight however many files are chosen: progress, problems and buttons. */
export function UploadBar({ screen, ref }: Props) {
  const { files, problem } = screen
  const navigate = useNavigate()
  const isInfectedAlone = hasInfected(files.batch) && toSend(files.batch).length === 0
  const stop = () => {
    files.stop()
    // The button disappears with what it stops.
    ref.current?.focus()
  }
  return (
    <div className={classes.bar}>
      {files.isSending && (
        // The words below say the same to those who do not see it.
        <progress aria-hidden className={classes.total} max={1} value={shareOf(files.batch)} />
      )}
      <UploadOutcome ref={ref} problem={problem} files={files} />
      <div className={classes.actions}>
        {files.isSending && (
          <span className={classes.stop}>
            <Button onClick={stop}>Stop</Button>
          </span>
        )}
        <Button type="submit" look="primary" disabled={files.isSending || isInfectedAlone}>
          {files.isSending ? 'Uploading...' : 'Upload Files'}
        </Button>
        <Button
          disabled={files.isSending}
          onClick={() => void navigate(PATHS.documents, { state: GIVING_UP })}
        >
          Cancel
        </Button>
      </div>
    </div>
  )
}
