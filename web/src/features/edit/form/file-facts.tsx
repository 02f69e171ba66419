import type { Metadata } from '@portal/contract/edit/edit.ts'
import { downloadUpload } from '@portal/contract/files/files.ts'
import { Link } from 'react-router'
import { apiUrl } from '../../../lib/api-base.ts'
import { NOTHING } from '../../../lib/format.ts'
import { PATHS } from '../../../lib/paths.ts'
import { useBlockedFiles, type BlockedFile } from '../../../lib/blocked-files.queries.ts'
import { CheckBadge } from '../../../ui/check-badge.tsx'
import classes from '../edit.module.css'

/** Worded for administrators, who need not contact the helpdesk. */
const WHY: Readonly<Record<BlockedFile, string>> = {
  pending: 'This file is still being checked.',
  stuck: 'This file could not be checked for viruses.',
  infected: 'A virus was found in this file, so nobody can open it.',
}

/** Identifies the dialog's document; its name links to the file. */
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
          <FileName metadata={metadata} />
        </dd>
      </div>
      <div>
        <dt>County</dt>
        <dd>{metadata.CountyName || NOTHING}</dd>
      </div>
    </dl>
  )
}

/** Links to the document; for a blocked one, shows the reason. */
function FileName({ metadata: { FileID, FileName: name } }: { readonly metadata: Metadata }) {
  const unopenable = useBlockedFiles([FileID]).get(FileID)
  if (unopenable !== undefined) {
    return (
      <>
        <bdi>{name}</bdi> <CheckBadge look={unopenable} />
        <p className={classes.why}>
          {WHY[unopenable]}{' '}
          <Link to={PATHS.virusChecks} target="_blank" rel="noopener">
            Virus Checks<span className="for-screen-readers"> (opens in a new tab)</span>
          </Link>
        </p>
      </>
    )
  }
  return (
    <a href={apiUrl(downloadUpload, { params: { fileId: FileID } })} target="_blank" rel="noopener">
      <bdi>{name}</bdi>
      <span className="for-screen-readers"> (opens in a new tab)</span>
    </a>
  )
}
