import type { Metadata } from '@portal/contract/edit.ts'
import classes from './edit.module.css'

/** Which document the dialog is about. */
export function FileFacts({ metadata }: { readonly metadata: Metadata }) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>File ID</dt>
        <dd>{metadata.FileID}</dd>
      </div>
      <div>
        <dt>File name</dt>
        <dd>{metadata.FileName}</dd>
      </div>
      <div>
        <dt>County</dt>
        <dd>{metadata.CountyName ?? 'N/A'}</dd>
      </div>
    </dl>
  )
}
