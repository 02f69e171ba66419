import { descriptionProblem, words } from '@portal/contract/files/description.ts'
import { DESCRIPTION_MAX_CHARACTERS, DESCRIPTION_MAX_WORDS } from '@portal/contract/limits.ts'
import type { ClipboardEvent } from 'react'
import { FormField } from './form-field.tsx'

type Props = {
  readonly name?: string
  readonly label?: string
  readonly value: string
  readonly placeholder?: string | undefined
  readonly onChange: (value: string) => void
  /** Why the screen rejects the text; the limits have their own messages. */
  readonly problem?: string | null | undefined
}

/**
 * The description of a document. It counts its limits as they are enforced: words split at white space, and code points
 * after trimming. Typing stops at the maximum length (specification, section 5), but pasted text over the limit is not
 * cut, because it would be lost silently.
 */
export function DescriptionField({
  name,
  label = 'Description',
  value,
  placeholder,
  onChange,
  problem,
}: Props) {
  return (
    <FormField
      label={label}
      isRequired
      isLive
      hint={countText(value)}
      problem={descriptionProblem(value)?.sentence ?? problem}
    >
      {(control) => (
        <textarea
          {...control}
          name={name}
          placeholder={placeholder}
          rows={4}
          maxLength={DESCRIPTION_MAX_CHARACTERS + halvesOf(value)}
          value={value}
          onPaste={(event) => pasteWhole(event, onChange)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FormField>
  )
}

/** Characters outside the basic plane count as two for the browser's `maxLength`, but as one for users. */
function halvesOf(text: string): number {
  return text.length - Array.from(text).length
}

/** Inserts the whole pasted text if the browser would cut it. */
function pasteWhole(event: ClipboardEvent<HTMLTextAreaElement>, onChange: (value: string) => void): void {
  const { currentTarget: field, clipboardData } = event
  const pasted = clipboardData.getData('text/plain')
  const { selectionStart, selectionEnd, value, maxLength } = field
  if (value.length - (selectionEnd - selectionStart) + pasted.length <= maxLength) return
  event.preventDefault()
  field.setRangeText(pasted, selectionStart, selectionEnd, 'end')
  onChange(field.value)
}

function countText(value: string): string {
  const characters = Array.from(value.trim()).length
  return `${words(value).length} of ${DESCRIPTION_MAX_WORDS} words, ${characters} of ${DESCRIPTION_MAX_CHARACTERS} characters`
}
