import { descriptionProblem, words } from '@portal/contract/files/description.ts'
import { DESCRIPTION_MAX_CHARACTERS, DESCRIPTION_MAX_WORDS } from '@portal/contract/limits.ts'
import type { ClipboardEvent } from 'react'
import { FormField } from './form-field.tsx'

type Props = {
  readonly name?: string
  readonly label?: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Why the screen refuses the text; the limits have messages of their own. */
  readonly problem?: string | null | undefined
}

/**
 * The description of a document with its limits counted as they are enforced: words at white space, and code points
 * after trimming. It takes no letter beyond its length (specification, section 5), but what is pasted over the limit is
 * not cut, because it would be lost without a word.
 */
export function DescriptionField({ name, label = 'Description', value, onChange, problem }: Props) {
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

/** Letters beyond the basic plane are two to the browser's maximum length, and one to people. */
function halvesOf(text: string): number {
  return text.length - Array.from(text).length
}

/** Where the browser would cut what is pasted, inserts all of it. */
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
