import { useRef } from 'react'
import { Notice } from '../../../ui/notice.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { ChosenFile } from './chosen-file.tsx'
import { DropArea } from './drop-area.tsx'
import classes from './upload.module.css'
import { useFileDuplicate } from './use-file-duplicate.ts'
import type { UploadScreen } from './use-upload-screen.ts'

/** The drop area, the rejected files with their reasons, and the chosen file. */
export function FileChoice({ screen }: { readonly screen: UploadScreen }) {
  const { upload, missing, fields, county } = screen
  const duplicate = useFileDuplicate({ chosen: upload.chosen, fields, county })
  const itself = useRef<HTMLFieldSetElement>(null)
  const dropButton = useRef<HTMLButtonElement>(null)
  useFocusFallback(itself, () => dropButton.current?.focus())

  const remove = () => {
    upload.remove()
    dropButton.current?.focus()
  }

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
        isSmall={upload.chosen !== null}
        disabled={upload.isSending}
        problem={missing.includes('files') ? 'Please choose at least one file.' : null}
      />
      {upload.notes.problems.map((problem) => (
        <Notice key={problem} tone="error" onDismiss={() => upload.dismiss(problem)}>
          {problem}
        </Notice>
      ))}
      <output className={classes.repeated}>
        {upload.notes.repeated.length > 0 &&
          `Already in the list, not added again: ${upload.notes.repeated.join(', ')}`}
      </output>
      <ChosenFile chosen={upload.chosen} duplicate={duplicate} onRemove={remove} />
    </fieldset>
  )
}
