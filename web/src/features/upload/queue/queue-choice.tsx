import { ACCEPTED_EXTENSIONS } from '@portal/contract/limits.ts'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import { formatBytes } from '../../../lib/format.ts'
import { useMaxUploadBytes } from '../../../lib/config.ts'
import { Button } from '../../../ui/button.tsx'
import form from '../form/upload.module.css'
import { filesOfField, pickFiles, pickFolder, readDrop } from './choose-files.ts'
import classes from './queue.module.css'
import type { QueueScreen } from './use-queue-screen.ts'

const ACCEPT = [...ACCEPTED_EXTENSIONS, 'csv'].map((extension) => `.${extension}`).join(',')

/** Accepts files and whole folders, by drop, click and keyboard. */
export function QueueChoice({ screen }: { readonly screen: QueueScreen }) {
  const { add, view } = screen
  const [isOver, setIsOver] = useState(false)
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]

  const choose = async (pick: typeof pickFiles, field: HTMLInputElement | null) => {
    const picked = await pick()
    if (picked === null) field?.click()
    else add(picked)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!view.isElsewhere) void readDrop(event.dataTransfer).then(add)
  }
  const hover = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <fieldset className={form.choice} disabled={view.isElsewhere}>
      <legend className={form.choiceLabel}>Upload Files</legend>
      <div
        className={form.dropArea}
        data-active={isOver || undefined}
        data-small={view.entries.length > 0 || undefined}
        onDragOver={hover}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Field ref={files} name="Upload Files" onFiles={add} accept={ACCEPT} />
        <Field ref={folder} name="Upload a folder" onFiles={add} webkitdirectory="" />
        <button
          type="button"
          name="files"
          className={form.dropButton}
          onClick={() => void choose(pickFiles, files.current)}
        >
          <IconUpload aria-hidden size={26} stroke={1.5} />
          <span className={form.dropTitle}>
            Drag and drop files or folders here, or click to choose files
          </span>
        </button>
        <p className={form.hint}>
          {ACCEPTED_EXTENSIONS.join(', ')} – at most {formatBytes(useMaxUploadBytes())} each
        </p>
        <p className={classes.folder}>
          <Button look="quiet" onClick={() => void choose(pickFolder, folder.current)}>
            Choose a folder
          </Button>
        </p>
      </div>
    </fieldset>
  )
}

type FieldProps = {
  readonly ref: React.Ref<HTMLInputElement>
  readonly name: string
  readonly onFiles: QueueScreen['add']
  readonly accept?: string
  readonly webkitdirectory?: ''
}

/** A hidden file input, for browsers without file handles. */
function Field({ ref, name, onFiles, ...others }: FieldProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={name}
      onChange={({ currentTarget }) => {
        onFiles(filesOfField(currentTarget.files ?? []))
        // Cleared so that choosing the same files again triggers a change event.
        currentTarget.value = ''
      }}
      {...others}
    />
  )
}
