import { useRef, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { FileChoice } from './file-choice.tsx'
import { UploadFieldset } from './upload-fieldset.tsx'
import { UploadOutcome } from './upload-outcome.tsx'
import classes from './upload.module.css'
import type { UploadScreen } from './use-upload-screen.ts'

/** The form of /add: what the files are, and the files. */
export function UploadForm({ screen }: { readonly screen: UploadScreen }) {
  const { files, problem } = screen
  const outcome = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const unfilled = screen.submit()
    const field = unfilled === null ? null : event.currentTarget.elements.namedItem(unfilled)
    if (field instanceof HTMLElement) field.focus()
    else outcome.current?.focus()
  }

  return (
    <form noValidate className={classes.form} aria-busy={files.isSending} onSubmit={submit}>
      <UploadFieldset screen={screen} />
      <FileChoice screen={screen} />
      <UploadOutcome ref={outcome} problem={problem} batch={files.batch} isSending={files.isSending} />
      <div className={classes.actions}>
        <Button type="submit" look="primary" disabled={files.isSending}>
          {files.isSending ? 'Uploading...' : 'Upload Files'}
        </Button>
        <Button disabled={files.isSending} onClick={() => void navigate(PATHS.documents)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
