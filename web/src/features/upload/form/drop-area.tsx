import { ACCEPTED_EXTENSIONS } from '@portal/contract/limits.ts'
import { IconUpload } from '@tabler/icons-react'
import { useId, type Ref } from 'react'
import { useDropzone } from 'react-dropzone'
import { formatBytes } from '../../../lib/format.ts'
import { useMaxUploadBytes } from '../../../lib/config.ts'
import classes from './upload.module.css'

/** Filters the browser's file picker only; the screen checks the names and the server checks the content. */
const PICKER_TYPES = {
  'application/octet-stream': ACCEPTED_EXTENSIONS.map((extension) => `.${extension}`),
}

type Props = {
  readonly onFiles: (files: readonly File[]) => void
  readonly disabled: boolean
  /** Shrinks the area to leave room for the chosen files. */
  readonly isSmall: boolean
  readonly problem: string | null
  readonly ref: Ref<HTMLButtonElement>
}

/** Accepts files by drop, paste, click and keyboard, valid or not; the caller validates them. */
export function DropArea({ onFiles, disabled, isSmall, problem, ref }: Props) {
  const hint = useId()
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    accept: PICKER_TYPES,
    disabled,
    noKeyboard: true,
    onDrop: (accepted, rejected) => onFiles([...accepted, ...rejected.map(({ file }) => file)]),
  })
  return (
    <div
      {...getRootProps()}
      className={classes.dropArea}
      data-active={isDragActive || undefined}
      data-small={isSmall || undefined}
    >
      <input {...getInputProps({ 'aria-label': 'Upload Files', style: { display: 'none' } })} />
      <button
        ref={ref}
        type="button"
        name="files"
        className={classes.dropButton}
        disabled={disabled}
        aria-describedby={hint}
      >
        <IconUpload aria-hidden size={26} stroke={1.5} />
        <span className={classes.dropTitle}>Drag and drop files here, or click to choose them</span>
      </button>
      <p id={hint} className={classes.hint}>
        {ACCEPTED_EXTENSIONS.join(', ')} – at most {formatBytes(useMaxUploadBytes())} each. Several files or a
        folder become a batch.
        {problem !== null && <strong className={classes.problem}>{problem}</strong>}
      </p>
    </div>
  )
}
