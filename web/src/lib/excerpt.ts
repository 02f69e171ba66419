import { words } from '@portal/contract/files/description.ts'
import { DESCRIPTION_WORDS_IN_TABLE } from '@portal/contract/limits.ts'

export type Excerpt = { readonly text: string; readonly isWhole: boolean }

/** The description for the table: its first 5 words (specification, section 2). */
export function excerptOf(description: string | null): Excerpt {
  const all = words(description ?? '')
  const isWhole = all.length <= DESCRIPTION_WORDS_IN_TABLE
  return { text: all.slice(0, DESCRIPTION_WORDS_IN_TABLE).join(' '), isWhole }
}
