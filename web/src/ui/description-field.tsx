import { descriptionProblem, words } from '@portal/contract/description.ts'
import { DESCRIPTION_MAX_CHARACTERS, DESCRIPTION_MAX_WORDS } from '@portal/contract/limits.ts'
import { FormField } from './form-field.tsx'

type Props = {
  readonly name?: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** A sentence that the screen has against the text; the limits speak for themselves. */
  readonly problem?: string | null | undefined
}

/**
 * The description of a document with its limits counted as they are enforced: words at white space, and code points
 * after trimming. A text over the limit is not cut, because what was pasted would be lost without a word.
 */
export function DescriptionField({ name, value, onChange, problem }: Props) {
  return (
    <FormField
      label="Description"
      isRequired
      isLive
      hint={countText(value)}
      problem={descriptionProblem(value) ?? problem}
    >
      {(control) => (
        <textarea
          {...control}
          name={name}
          rows={4}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FormField>
  )
}

function countText(value: string): string {
  const characters = Array.from(value.trim()).length
  return `${words(value).length} of ${DESCRIPTION_MAX_WORDS} words, ${characters} of ${DESCRIPTION_MAX_CHARACTERS} characters`
}
