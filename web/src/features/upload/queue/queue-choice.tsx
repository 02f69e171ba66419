import { ACCEPTED_EXTENSIONS } from '@portal/contract/limits.ts'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatBytes } from '../../../lib/format.ts'
import { useMaxUploadBytes } from '../../../lib/config.ts'
import { Button } from '../../../ui/button.tsx'
import form from '../form/upload.module.css'
import layout from './batch.module.css'
import { filesOfField, pickFiles, pickFolder } from './choose-files.ts'
import classes from './queue.module.css'
import type { QueueScreen } from './use-queue-screen.ts'

const ACCEPT = [...ACCEPTED_EXTENSIONS, 'csv'].map((extension) => `.${extension}`).join(',')

/** Accepts files and whole folders, by click and keyboard; the list around it accepts dropped ones. */
export function QueueChoice({ screen }: { readonly screen: QueueScreen }) {
  const { add, view } = screen
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const choose = async (pick: typeof pickFiles, field: HTMLInputElement | null) => {
    const picked = await pick()
    if (picked === null) field?.click()
    else add(picked)
  }
  const chooseFiles = () => void choose(pickFiles, files.current)
  const chooseFolder = () => void choose(pickFolder, folder.current)
  const limits = `${ACCEPTED_EXTENSIONS.join(', ')} – at most ${formatBytes(useMaxUploadBytes())} each`
  return (
    <fieldset className={form.choice} disabled={view.isElsewhere}>
      <legend className={view.entries.length > 0 ? 'for-screen-readers' : form.choiceLabel}>
        Upload Files
      </legend>
      <Field ref={files} name="Upload Files" onFiles={add} accept={ACCEPT} />
      <Field ref={folder} name="Upload a folder" onFiles={add} webkitdirectory="" />
      {view.entries.length > 0 ? (
        <div className={layout.tools}>
          <Button name="files" title={`Or drop them on the list. ${limits}`} onClick={chooseFiles}>
            Add files
          </Button>
          <Button onClick={chooseFolder}>Add a folder</Button>
          <Button disabled={view.isElsewhere} onClick={screen.sheets.ask}>
            Fill in from a spreadsheet
          </Button>
        </div>
      ) : (
        <div className={form.dropArea}>
          <button type="button" name="files" className={form.dropButton} onClick={chooseFiles}>
            <IconUpload aria-hidden size={26} stroke={1.5} />
            <span className={form.dropTitle}>
              Drag and drop files or folders here, or click to choose files
            </span>
          </button>
          <p className={form.hint}>{limits}</p>
          <p className={classes.folder}>
            <Button look="quiet" onClick={chooseFolder}>
              Choose a folder
            </Button>
          </p>
        </div>
      )}
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
