import type { RefObject, Ref } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { hasInfected, shareOf, toSend, countOf } from '../facts/upload-batch.ts'
import { GIVING_UP } from '../../../lib/use-leave-guard.ts'
import classes from './upload.module.css'
import type { UploadScreen } from './use-upload-screen.ts'
import { uploadAlert } from '../facts/failure-texts.ts'
import { progressText, retryText } from '../facts/upload-texts.ts'
import type { UploadFiles } from './use-upload-batch.ts'

type UploadOutcomeProps = {
  readonly problem: string | null
  readonly files: UploadFiles
  readonly ref: Ref<HTMLDivElement>
}

type Props = { readonly screen: UploadScreen; readonly ref: RefObject<HTMLDivElement | null> }

/** Progress, problems and buttons; stays visible however many files are chosen. */
export function UploadBar({ screen, ref }: Props) {
  const { files, problem } = screen
  const navigate = useNavigate()
  const isInfectedAlone = hasInfected(files.batch) && toSend(files.batch).length === 0
  const stop = () => {
    files.stop()
    // Stopping also removes the Stop button, so move the focus.
    ref.current?.focus()
  }
  return (
    <div className={classes.bar}>
      {files.isSending && (
        // The text below says the same to screen readers.
        <progress aria-hidden className={classes.total} max={1} value={shareOf(files.batch)} />
      )}
      <UploadOutcome ref={ref} problem={problem} files={files} />
      <div className={classes.actions}>
        <Button type="submit" look="primary" disabled={files.isSending || isInfectedAlone}>
          {files.isSending ? 'Uploading...' : 'Upload Files'}
        </Button>
        <Button
          disabled={files.isSending}
          onClick={() => void navigate(PATHS.documents, { state: GIVING_UP })}
        >
          Cancel
        </Button>
        {/* Not at the place of Upload Files, where a second press would hit it. */}
        {files.isSending && <Button onClick={stop}>Stop</Button>}
      </div>
    </div>
  )
}

/** What blocks the upload, its progress, or its partial failure; receives focus while the upload runs. */
function UploadOutcome({ problem, files, ref }: UploadOutcomeProps) {
  const { batch, isSending } = files
  const hasFailed = !isSending && countOf(batch).failed > 0
  const hint = hasFailed ? retryText(batch) : ''
  return (
    <div ref={ref} tabIndex={-1} className={classes.outcome}>
      <output className={classes.count}>{progressText(files)}</output>
      <p role="alert" className={classes.problem}>
        {problem ?? (hasFailed && uploadAlert(batch))}
      </p>
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  )
}
