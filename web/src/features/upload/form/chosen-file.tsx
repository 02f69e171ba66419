import { IconAlertTriangle, IconCircleCheck, IconFile, IconX } from '@tabler/icons-react'
import type { Duplicate } from '@portal/contract/files/duplicates.ts'
import { useConfig } from '../../../lib/config.ts'
import { formatBytes } from '../../../lib/format.ts'
import { DuplicateLink } from '../../../ui/duplicate-link.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { duplicateText } from '../../../lib/duplicate-texts.ts'
import { FileName } from '../facts/file-name.tsx'
import { failureAtFile } from '../facts/failure-texts.ts'
import { sentShare, type ChosenUpload, type UploadState } from '../facts/upload-state.ts'
import classes from './chosen-file.module.css'

function percentOf(uploadState: UploadState): number {
  return Math.round(sentShare(uploadState) * 100)
}

function uploadStateText(uploadState: UploadState): string {
  if (uploadState.state === 'chosen') return 'Ready to upload'
  if (uploadState.state === 'waiting') return 'Waiting'
  if (uploadState.state === 'stored')
    return uploadState.upload ? `Stored as file ${uploadState.upload.FileID}` : 'Stored'
  if (uploadState.state === 'failed') return failureAtFile(uploadState)
  return percentOf(uploadState) === 100 ? 'Being stored' : `${percentOf(uploadState)}%`
}

const ICONS = { stored: IconCircleCheck, failed: IconAlertTriangle }

function UploadStateIcon({ state }: Pick<UploadState, 'state'>) {
  const Icon = state === 'stored' || state === 'failed' ? ICONS[state] : IconFile
  return <Icon aria-hidden size={18} stroke={1.8} className={classes.icon} />
}

type Props = {
  readonly chosen: ChosenUpload | null
  readonly duplicate: Duplicate | undefined
  readonly onRemove: () => void
}

/** The chosen file with its progress and a button that removes it or cancels its upload. */
export function ChosenFile({ chosen, duplicate, onRemove }: Props) {
  if (chosen === null) return null
  const { file, uploadState } = chosen
  return (
    <ul className={classes.files} aria-label="Chosen files">
      <li className={classes.row} data-state={uploadState.state}>
        <UploadStateIcon state={uploadState.state} />
        <FileName name={file.name} />
        <span className={classes.uploadState}>{uploadStateText(uploadState)}</span>
        <Details size={file.size} duplicate={duplicate} />
        {uploadState.state !== 'stored' && (
          <button
            type="button"
            className={classes.remove}
            aria-label={`Remove ${file.name}`}
            onClick={onRemove}
          >
            <IconX aria-hidden size={16} />
          </button>
        )}
        <ProgressLine
          className={classes.progress}
          max={100}
          value={percentOf(uploadState)}
          aria-label={`Upload of ${file.name}`}
        />
      </li>
    </ul>
  )
}

/** Always one line below the file's name, so that details arriving later do not move the controls. */
function Details({ size, duplicate }: { readonly size: number; readonly duplicate: Duplicate | undefined }) {
  const { timeZone } = useConfig()
  const bytes = formatBytes(size)
  if (!duplicate) return <span className={classes.details}>{bytes}</span>
  const text = duplicateText(duplicate, timeZone)
  return (
    <span className={classes.details} title={`Same bytes as file ${duplicate.FileID}, ${text}`}>
      {bytes} · Same as <DuplicateLink duplicate={duplicate} />, {text}
    </span>
  )
}
