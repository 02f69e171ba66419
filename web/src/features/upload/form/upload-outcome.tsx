import type { Ref } from 'react'
import { uploadAlert } from '../facts/failure-texts.ts'
import { countOf } from '../facts/upload-batch.ts'
import { progressText, retryText } from '../facts/upload-texts.ts'
import classes from './upload.module.css'
import type { UploadFiles } from './use-upload-batch.ts'

type Props = {
  readonly problem: string | null
  readonly files: UploadFiles
  readonly ref: Ref<HTMLDivElement>
}

/** What blocks an upload, its progress, or that it failed in part; takes the focus while it runs. */
export function UploadOutcome({ problem, files, ref }: Props) {
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
