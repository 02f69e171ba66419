import type { RefObject, Ref } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { isInfected, sentShare } from '../facts/upload-state.ts'
import { GIVING_UP } from '../../../lib/use-leave-guard.ts'
import classes from './upload.module.css'
import type { UploadScreen } from './use-upload-screen.ts'
import { uploadAlert } from '../facts/failure-texts.ts'
import { progressText, retryText } from '../facts/upload-texts.ts'
import type { UploadFile } from './use-upload-file.ts'

type UploadOutcomeProps = {
  readonly problem: string | null
  readonly upload: UploadFile
  readonly ref: Ref<HTMLDivElement>
}

type Props = { readonly screen: UploadScreen; readonly ref: RefObject<HTMLDivElement | null> }

/** Progress, problems and buttons; stay visible. */
export function UploadBar({ screen, ref }: Props) {
  const { upload, problem } = screen
  const navigate = useNavigate()
  const stop = () => {
    upload.stop()
    // Stopping also removes the Stop button, so move the focus.
    ref.current?.focus()
  }
  return (
    <div className={classes.bar}>
      {upload.isSending && (
        // The text below says the same to screen readers.
        <ProgressLine
          aria-hidden
          className={classes.total}
          max={1}
          value={upload.chosen === null ? 0 : sentShare(upload.chosen.uploadState)}
        />
      )}
      <UploadOutcome ref={ref} problem={problem} upload={upload} />
      <div className={classes.actions}>
        <Button
          type="submit"
          look="primary"
          disabled={upload.isSending || (upload.chosen !== null && isInfected(upload.chosen.uploadState))}
        >
          {upload.isSending ? 'Uploading...' : 'Upload Files'}
        </Button>
        <Button
          disabled={upload.isSending}
          onClick={() => void navigate(PATHS.documents, { state: GIVING_UP })}
        >
          Cancel
        </Button>
        {/* Not at the place of Upload Files, where a second press would hit it. */}
        {upload.isSending && <Button onClick={stop}>Stop</Button>}
      </div>
    </div>
  )
}

/** What blocks the upload, its progress, or its failure; receives focus while the upload runs. */
function UploadOutcome({ problem, upload, ref }: UploadOutcomeProps) {
  const { chosen, isSending } = upload
  const failure = !isSending && chosen?.uploadState.state === 'failed' ? chosen.uploadState : null
  const hint = failure === null ? '' : retryText(failure)
  return (
    <div ref={ref} tabIndex={-1} className={classes.outcome}>
      <output className={classes.count}>{progressText(upload)}</output>
      <p role="alert" className={classes.problem}>
        {problem ?? (failure && uploadAlert(failure))}
      </p>
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  )
}
