import { IconAlertTriangle, IconCircleCheck, IconFile, IconX } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { formatBytes } from '../../../lib/format.ts'
import { DuplicateLink } from '../../../ui/duplicate-link.tsx'
import { duplicateText } from '../../../lib/duplicate-texts.ts'
import { FileName } from '../facts/file-name.tsx'
import { failureAtFile } from '../facts/failure-texts.ts'
import type { FileDuplicate } from './file-duplicates.ts'
import type { Batch, BatchEntry, UploadState } from '../facts/upload-batch.ts'
import classes from './chosen-files.module.css'

function percentOf(uploadState: UploadState): number {
  if (uploadState.state === 'stored') return 100
  return uploadState.state === 'sending' ? Math.round(uploadState.progress * 100) : 0
}

function uploadStateText(uploadState: UploadState, batch: Batch): string {
  if (uploadState.state === 'chosen') return 'Ready to upload'
  if (uploadState.state === 'waiting') return 'Waiting'
  if (uploadState.state === 'stored')
    return uploadState.upload ? `Stored as file ${uploadState.upload.FileID}` : 'Stored'
  if (uploadState.state === 'failed') return failureAtFile(uploadState, batch)
  return percentOf(uploadState) === 100 ? 'Being stored' : `${percentOf(uploadState)}%`
}

const ICONS = { stored: IconCircleCheck, failed: IconAlertTriangle }

function UploadStateIcon({ state }: Pick<UploadState, 'state'>) {
  const Icon = state === 'stored' || state === 'failed' ? ICONS[state] : IconFile
  return <Icon aria-hidden size={18} stroke={1.8} className={classes.icon} />
}

type RowProps = {
  readonly entry: BatchEntry
  /** The file's progress, or why it is not stored. */
  readonly said: string
  readonly duplicate: FileDuplicate | undefined
  readonly onRemove: (id: number) => void
}

/** Memoized, so it renders only when its own file progresses: a hundred files report progress many times a second. */
const ChosenFileRow = memo(function ChosenFileRow({ entry, said, duplicate, onRemove }: RowProps) {
  const { id, file, uploadState } = entry
  return (
    <li className={classes.row} data-state={uploadState.state}>
      <UploadStateIcon state={uploadState.state} />
      <FileName name={file.name} />
      <span className={classes.uploadState}>{said}</span>
      <Details size={file.size} duplicate={duplicate} />
      {uploadState.state !== 'stored' && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove ${file.name}`}
          onClick={() => onRemove(id)}
        >
          <IconX aria-hidden size={16} />
        </button>
      )}
      <progress
        className={classes.progress}
        max={100}
        value={percentOf(uploadState)}
        aria-label={`Upload of ${file.name}`}
      />
    </li>
  )
})

/** Always one line below the file's name, so that details arriving later do not move the controls. */
function Details({
  size,
  duplicate,
}: {
  readonly size: number
  readonly duplicate: FileDuplicate | undefined
}) {
  const { timeZone } = useConfig()
  const bytes = formatBytes(size)
  if (!duplicate) return <span className={classes.details}>{bytes}</span>
  if ('earlier' in duplicate) {
    return (
      <span className={classes.details} title={`Same bytes as ${duplicate.earlier} in this list`}>
        {bytes} · Same as <bdi>{duplicate.earlier}</bdi> in this list
      </span>
    )
  }
  const text = duplicateText(duplicate.document, timeZone)
  return (
    <span className={classes.details} title={`Same bytes as file ${duplicate.document.FileID}, ${text}`}>
      {bytes} · Same as <DuplicateLink duplicate={duplicate.document} />, {text}
    </span>
  )
}

type Props = {
  readonly batch: Batch
  /** The duplicates already on file, by the ids of the files. */
  readonly duplicates: ReadonlyMap<number, FileDuplicate>
  readonly isSending: boolean
  readonly onRemove: (id: number) => void
}

/**
 * A box with the chosen files, one per line, each with its progress and a button that removes it or cancels its upload.
 */
export function ChosenFiles({ batch, duplicates, isSending, onRemove }: Props) {
  const box = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // A failed file is hard to find among a hundred rows.
    if (!isSending) box.current?.querySelector('[data-state="failed"]')?.scrollIntoView({ block: 'nearest' })
  }, [isSending])
  if (batch.length === 0) return null
  return (
    <>
      {/* The list scrolls, and once all files are stored it contains no focusable control. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={box} className={classes.files} aria-label="Chosen files" tabIndex={0}>
        {batch.map((entry) => (
          <ChosenFileRow
            key={entry.id}
            entry={entry}
            said={uploadStateText(entry.uploadState, batch)}
            duplicate={duplicates.get(entry.id)}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </>
  )
}
