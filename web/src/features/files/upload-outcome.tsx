import { uploadFile } from '@portal/contract/files.ts'
import type { Ref } from 'react'
import { hasFailed, type Batch } from './upload-batch.ts'
import classes from './upload.module.css'

type Props = {
  readonly problem: string | null
  readonly batch: Batch
  readonly isSending: boolean
  readonly ref: Ref<HTMLDivElement>
}

/** What stands in the way of an upload, how far it is, or that it failed in part; takes the focus while it runs. */
export function UploadOutcome({ problem, batch, isSending, ref }: Props) {
  const stored = batch.filter(({ standing }) => standing.state === 'stored').length
  const failed = !isSending && hasFailed(batch)
  return (
    <div ref={ref} tabIndex={-1} className={classes.outcome}>
      <output>{isSending && `Uploading: ${stored} of ${batch.length} stored.`}</output>
      <p role="alert" className={classes.problem}>
        {problem ?? (failed && uploadFile.fallback)}
      </p>
      {failed && stored > 0 && (
        <p className={classes.hint}>
          What is stored stays stored and is not sent again; ‘Upload Files’ tries the others once more.
        </p>
      )}
    </div>
  )
}
