import { IconAlertTriangle, IconCircleCheck, IconFile, IconX } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { formatBytes } from '../../lib/format.ts'
import { failureAtFile } from './failure-texts.ts'
import type { Batch, BatchEntry, Standing } from './upload-batch.ts'
import classes from './chosen-files.module.css'

function percentOf(standing: Standing): number {
  if (standing.state === 'stored') return 100
  return standing.state === 'sending' ? Math.round(standing.progress * 100) : 0
}

function standingText(standing: Standing, batch: Batch): string {
  if (standing.state === 'chosen') return 'Ready to upload'
  if (standing.state === 'waiting') return 'Waiting'
  if (standing.state === 'stored')
    return standing.upload ? `Stored as file ${standing.upload.FileID}` : 'Stored'
  if (standing.state === 'failed') return failureAtFile(standing, batch)
  return percentOf(standing) === 100 ? 'Being stored' : `${percentOf(standing)} %`
}

const ICONS = { stored: IconCircleCheck, failed: IconAlertTriangle }

function StandingIcon({ state }: Pick<Standing, 'state'>) {
  const Icon = state === 'stored' || state === 'failed' ? ICONS[state] : IconFile
  return <Icon aria-hidden size={18} stroke={1.8} className={classes.icon} />
}

/** Letters at the end of a name that are never cut: they tell page 17 from page 18. */
const TAIL = 12

/** A name on one line; where it is too long, its middle gives way. */
function FileName({ name }: { readonly name: string }) {
  const letters = Array.from(name)
  return (
    <bdi className={classes.name} title={name}>
      <span className={classes.nameHead}>{letters.slice(0, -TAIL).join('')}</span>
      <span>{letters.slice(-TAIL).join('')}</span>
    </bdi>
  )
}

type RowProps = {
  readonly entry: BatchEntry
  /** How far it is, or why it is not stored. */
  readonly said: string
  readonly onRemove: (id: number) => void
}

/** Drawn anew only where its own file has moved on: of a hundred in flight each tells of itself many times a second. */
const ChosenFileRow = memo(function ChosenFileRow({ entry, said, onRemove }: RowProps) {
  const { id, file, standing } = entry
  return (
    <li className={classes.row} data-state={standing.state}>
      <StandingIcon state={standing.state} />
      <FileName name={file.name} />
      <span className={classes.size}>{formatBytes(file.size)}</span>
      <span className={classes.standing}>{said}</span>
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
      <progress
        className={classes.progress}
        max={100}
        value={percentOf(standing)}
        aria-label={`Upload of ${file.name}`}
      />
    </li>
  )
})

/** From so many files on the keyboard is offered a way past their buttons. */
const MANY = 6

type Props = {
  readonly batch: Batch
  readonly isSending: boolean
  readonly onRemove: (id: number) => void
}

/**
 * The chosen files in a box of their own, a line each, with their progress and the button that takes one off or, in
 * flight, cancels it.
 */
export function ChosenFiles({ batch, isSending, onRemove }: Props) {
  const box = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Among a hundred rows nobody finds the one that failed.
    if (!isSending) box.current?.querySelector('[data-state="failed"]')?.scrollIntoView({ block: 'nearest' })
  }, [isSending])
  if (batch.length === 0) return null
  return (
    <>
      {batch.length >= MANY && <SkipFiles />}
      {/* It scrolls, and once all is stored nothing in it takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={box} className={classes.files} aria-label="Chosen files" tabIndex={0}>
        {batch.map((entry) => (
          <ChosenFileRow
            key={entry.id}
            entry={entry}
            said={standingText(entry.standing, batch)}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </>
  )
}

function SkipFiles() {
  return (
    <button
      type="button"
      className={classes.skip}
      onClick={({ currentTarget }) =>
        currentTarget.form?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
      }
    >
      Skip the list of files
    </button>
  )
}
