import { downloadUpload } from '@portal/contract/files/files.ts'
import type { Duplicate } from '@portal/contract/files/duplicates.ts'
import { apiUrl } from '../lib/api-base.ts'

type Props = { readonly duplicate: Duplicate; readonly tabIndex?: number }

/** Opens a document with the same bytes in a new tab. */
export function DuplicateLink({ duplicate: { FileID, FileName }, tabIndex }: Props) {
  return (
    <a
      href={apiUrl(downloadUpload, { params: { fileId: FileID } })}
      target="_blank"
      rel="noopener"
      title={FileName}
      tabIndex={tabIndex}
      aria-label={`File ${FileID}, ${FileName} (opens in a new tab)`}
    >
      file {FileID}
    </a>
  )
}
