import { useCallback, useRef } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../lib/session.ts'
import { PATHS } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { DropArea } from './drop-area.tsx'
import { handFiles } from '../facts/handed-files.ts'
import { BATCH } from '../facts/batch-address.ts'
import { filesText } from '../facts/upload-texts.ts'
import classes from './upload.module.css'
import { useFileDuplicates } from './use-file-duplicates.ts'
import type { UploadScreen } from './use-upload-screen.ts'

/** The drop area, the rejected files with their reasons, and the chosen files. */
export function FileChoice({ screen }: { readonly screen: UploadScreen }) {
  const { files, missing, fields, county } = screen
  const duplicates = useFileDuplicates({ batch: files.batch, fields, county })
  const itself = useRef<HTMLFieldSetElement>(null)
  const dropButton = useRef<HTMLButtonElement>(null)
  useFocusFallback(itself, () => dropButton.current?.focus())

  const { remove } = files
  const removeOne = useCallback(
    (id: number) => {
      remove(id)
      dropButton.current?.focus()
    },
    [remove],
  )

  return (
    <fieldset ref={itself} className={classes.choice}>
      <legend className={classes.choiceLabel}>
        Upload Files
        <span aria-hidden className={classes.star}>
          {' *'}
        </span>
      </legend>
      <DropArea
        ref={dropButton}
        onFiles={files.add}
        isSmall={files.batch.length > 0}
        disabled={files.isSending}
        problem={missing.includes('files') ? 'Please choose at least one file.' : null}
      />
      {files.notes.problems.map((problem) => (
        <Notice key={problem} tone="error" onDismiss={() => files.dismiss(problem)}>
          {problem}
        </Notice>
      ))}
      {files.notes.tooMany.length > 0 && <TooMany files={files.notes.tooMany} />}
      <output className={classes.repeated}>
        {files.notes.repeated.length > 0 &&
          `Already in the list, not added again: ${files.notes.repeated.join(', ')}`}
      </output>
      <ChosenFiles
        batch={files.batch}
        duplicates={duplicates}
        isSending={files.isSending}
        onRemove={removeOne}
      />
    </fieldset>
  )
}

/** Offers to send files that exceed this form's limit as a batch. */
function TooMany({ files }: { readonly files: readonly File[] }) {
  const { username } = useSession()
  return (
    <p>
      <Link
        to={`${PATHS.upload}?${BATCH}`}
        className={buttonClass('plain')}
        onClick={() => handFiles(username, files)}
      >
        Send all {filesText(files.length)} as a batch
      </Link>
    </p>
  )
}
