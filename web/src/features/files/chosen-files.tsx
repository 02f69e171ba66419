import { IconAlertTriangle, IconCircleCheck, IconFile, IconX } from '@tabler/icons-react'
import { formatBytes } from '../../lib/format.ts'
import type { BatchEntry, Standing } from './upload-batch.ts'
import classes from './upload.module.css'

function percentOf(standing: Standing): number {
  if (standing.state === 'stored') return 100
  return standing.state === 'sending' ? Math.round(standing.progress * 100) : 0
}

function standingText(standing: Standing): string {
  if (standing.state === 'chosen') return 'Ready to upload'
  if (standing.state === 'waiting') return 'Waiting'
  if (standing.state === 'stored')
    return standing.upload ? `Stored as file ${standing.upload.FileID}` : 'Stored'
  if (standing.state === 'failed') return standing.reason
  return percentOf(standing) === 100 ? 'Being stored' : `${percentOf(standing)} %`
}

const ICONS = { stored: IconCircleCheck, failed: IconAlertTriangle }

function StandingIcon({ state }: Pick<Standing, 'state'>) {
  const Icon = state === 'stored' || state === 'failed' ? ICONS[state] : IconFile
  return <Icon aria-hidden size={20} stroke={1.8} className={classes.fileIcon} />
}

type RowProps = { readonly entry: BatchEntry; readonly onRemove: (id: number) => void }

function ChosenFileRow({ entry: { id, file, standing }, onRemove }: RowProps) {
  return (
    <li className={classes.file} data-state={standing.state}>
      <StandingIcon state={standing.state} />
      <div className={classes.fileText}>
        <span className={classes.fileName}>{file.name}</span>
        <progress
          className={classes.progress}
          max={100}
          value={percentOf(standing)}
          aria-label={`Upload of ${file.name}`}
        />
        <span className={classes.fileStanding}>
          {formatBytes(file.size)} · {standingText(standing)}
        </span>
      </div>
      {standing.state !== 'stored' && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove ${file.name}`}
          onClick={() => onRemove(id)}
        >
          <IconX aria-hidden size={16} />
        </button>
      )}
    </li>
  )
}

type Props = { readonly batch: readonly BatchEntry[]; readonly onRemove: (id: number) => void }

/** The chosen files, each with its progress and the button that takes it off or, in flight, cancels it. */
export function ChosenFiles({ batch, onRemove }: Props) {
  if (batch.length === 0) return null
  return (
    <ul className={classes.files} aria-label="Chosen files">
      {batch.map((entry) => (
        <ChosenFileRow key={entry.id} entry={entry} onRemove={onRemove} />
      ))}
    </ul>
  )
}
