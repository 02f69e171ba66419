import { useCallback, useRef } from 'react'
import { Notice } from '../../../ui/notice.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { DropArea } from './drop-area.tsx'
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
        onFiles={screen.add}
        isSmall={files.batch.length > 0}
        disabled={files.isSending}
        problem={missing.includes('files') ? 'Please choose at least one file.' : null}
      />
      {files.notes.problems.map((problem) => (
        <Notice key={problem} tone="error" onDismiss={() => files.dismiss(problem)}>
          {problem}
        </Notice>
      ))}
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
