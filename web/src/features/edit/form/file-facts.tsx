import type { Metadata } from '@portal/contract/edit.ts'
import { downloadUpload } from '@portal/contract/files.ts'
import { apiUrl } from '../../../lib/api-base.ts'
import { NOTHING } from '../../../lib/format.ts'
import classes from '../edit.module.css'

/** Which document the dialog is about; its name opens it. */
export function FileFacts({ metadata }: { readonly metadata: Metadata }) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>File ID</dt>
        <dd>{metadata.FileID}</dd>
      </div>
      <div>
        <dt>File name</dt>
        <dd>
          <a
            href={apiUrl(downloadUpload, { params: { fileId: metadata.FileID } })}
            target="_blank"
            rel="noopener"
          >
            <bdi>{metadata.FileName}</bdi>
            <span className="for-screen-readers"> (opens in a new tab)</span>
          </a>
        </dd>
      </div>
      <div>
        <dt>County</dt>
        <dd>{metadata.CountyName || NOTHING}</dd>
      </div>
    </dl>
  )
}
