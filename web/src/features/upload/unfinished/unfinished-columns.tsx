import { useRef } from 'react'
import { formatDateTime, NOTHING } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { ONLY_ITS_PROGRAM, receivedText } from '../modes/unfinished-texts.ts'
import type { UnfinishedUpload } from '../modes/unfinished.queries.ts'
import classes from './unfinished.module.css'
import type { Continuation } from './use-continued-uploads.ts'

type ChooseAgainProps = {
  readonly fileName: string
  readonly disabled: boolean
  readonly onFile: (file: File) => void
}

export type UnfinishedActs = {
  readonly onChoose: (upload: UnfinishedUpload, file: File) => void
  readonly onPause: (upload: UnfinishedUpload) => void
  readonly onDiscard: (upload: UnfinishedUpload) => void
  readonly continuationOf: (id: string) => Continuation | undefined
  /** A batch is running in this tab: these may be its files, so only the batch may resume them. */
  readonly isBatchRunning: boolean
}

type Options = UnfinishedActs & {
  readonly timeZone: string
  readonly nameOfCounty: (id: number | null) => string | undefined
}

export function unfinishedColumns(options: Options): readonly Column<UnfinishedUpload>[] {
  const { timeZone, nameOfCounty } = options
  return [
    {
      id: 'name',
      header: 'File name',
      isRowHeader: true,
      cell: ({ fileName }) => <bdi className={classes.name}>{fileName || NOTHING}</bdi>,
    },
    {
      id: 'county',
      header: 'County',
      cell: ({ countyId }) => <bdi>{nameOfCounty(countyId) ?? NOTHING}</bdi>,
    },
    {
      id: 'received',
      header: 'Received',
      cell: (upload) => <Received upload={upload} continuation={options.continuationOf(upload.id)} />,
    },
    {
      id: 'begun',
      header: 'Began',
      cell: ({ begunAt }) => formatDateTime(begunAt, timeZone),
    },
    {
      id: 'expires',
      header: 'Expires',
      cell: ({ expiresAt }) => formatDateTime(expiresAt, timeZone),
    },
    {
      id: 'acts',
      header: 'To do',
      isForScreen: true,
      cell: (upload) => <Acts upload={upload} {...options} />,
    },
  ]
}

type ReceivedProps = {
  readonly upload: UnfinishedUpload
  readonly continuation: Continuation | undefined
}

function Received({ upload, continuation }: ReceivedProps) {
  const { fileName, size } = upload
  const isSending = continuation?.is === 'on its way'
  const received = isSending ? continuation.received : upload.received
  return (
    <span className={classes.received}>
      {receivedText({ received, size })}
      {isSending && (
        <progress
          className={classes.progress}
          max={size}
          value={received}
          aria-label={`Upload of ${fileName}`}
        />
      )}
    </span>
  )
}

type ActsProps = UnfinishedActs & { readonly upload: UnfinishedUpload }

function Acts({ upload, onChoose, onPause, onDiscard, continuationOf, isBatchRunning }: ActsProps) {
  const { fileName, declaredSha256 } = upload
  const continuation = continuationOf(upload.id)
  const itself = useRef<HTMLSpanElement>(null)
  // Each action replaces the pressed button with another one.
  useFocusFallback(itself, () => itself.current?.querySelector('button')?.focus())
  if (continuation?.is === 'on its way') {
    return (
      <span ref={itself} className={classes.todo}>
        <span className={classes.acts}>
          <Button aria-label={`Pause ${fileName}`} onClick={() => onPause(upload)}>
            Pause
          </Button>
        </span>
      </span>
    )
  }
  const problem = continuation?.problem ?? null
  return (
    <span ref={itself} className={classes.todo}>
      <span className={classes.acts}>
        {declaredSha256 !== null && (
          <ChooseAgain
            fileName={fileName}
            disabled={isBatchRunning}
            onFile={(file) => onChoose(upload, file)}
          />
        )}
        <Button
          disabled={isBatchRunning}
          aria-label={`Discard ${fileName}`}
          onClick={() => onDiscard(upload)}
        >
          Discard
        </Button>
      </span>
      {declaredSha256 === null && <span className={classes.note}>{ONLY_ITS_PROGRAM}</span>}
      <span role="alert" className={classes.problem}>
        {problem}
      </span>
    </span>
  )
}

/** A button that opens the browser's dialog for one file. */
function ChooseAgain({ fileName, disabled, onFile }: ChooseAgainProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File of ${fileName}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // Cleared so that choosing the same file again triggers a change event.
          currentTarget.value = ''
        }}
      />
      <Button
        disabled={disabled}
        aria-label={`Choose the file again: ${fileName}`}
        onClick={() => input.current?.click()}
      >
        Choose the file again
      </Button>
    </>
  )
}
