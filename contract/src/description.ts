import { DESCRIPTION_MAX_CHARACTERS, DESCRIPTION_MAX_WORDS } from './limits.ts'

/** Words are split at white space. */
export function words(text: string): string[] {
  return text.split(/\s+/u).filter(Boolean)
}

/** The sentence that refuses a description, or null for a good one. Limits: specification, section 5. */
export function descriptionProblem(description: string): string | null {
  if (words(description).length > DESCRIPTION_MAX_WORDS) return 'Description exceeds 100 word limit.'
  if (Array.from(description.trim()).length > DESCRIPTION_MAX_CHARACTERS)
    return 'Description exceeds 1000 characters.'
  return null
}
