import type { SearchOutcome } from '../../lib/files.wire.ts'

/** What the server searched for: the text as typed, after the words that replace misspelled ones. */
export function searchedText(typed: string, outcome: Pick<SearchOutcome, 'corrections'> | null): string {
  return [...(outcome?.corrections ?? []).map(({ by }) => by), typed].join(' ').trim()
}
