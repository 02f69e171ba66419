import { useQuery } from '@tanstack/react-query'
import { loadFailedText, noMatchText, type LinkKind, type Party } from './parties.ts'
import { SEARCH_DEBOUNCE_MS, suggestionsQuery } from './suggestions.queries.ts'
import { useDebounced } from './use-debounced.ts'

type SearchInput = { readonly kind: LinkKind; readonly countyId: number | null; readonly text: string }

type SuggestionState = { readonly parties: readonly Party[]; readonly problem: string | null }

const NO_SUGGESTIONS: SuggestionState = { parties: [], problem: null }

/** The matches for the text once typing pauses. The last matches stay while the text is extended or shortened. */
export function useSuggestions({ kind, countyId, text }: SearchInput): SuggestionState {
  const typed = text.trim()
  const term = useDebounced(typed, SEARCH_DEBOUNCE_MS[kind])
  const { data, error, isPlaceholderData } = useQuery({
    ...suggestionsQuery({ kind, countyId, term }),
    placeholderData: (before, query) => (query && isMoreOrLess(query.queryKey[3], term) ? before : undefined),
  })
  if (!isMoreOrLess(term, typed)) return NO_SUGGESTIONS
  if (error) return { parties: [], problem: loadFailedText(error.message) }
  if (data === undefined) return NO_SUGGESTIONS
  const isNobody = data.length === 0 && term === typed && !isPlaceholderData
  return { parties: data, problem: isNobody ? noMatchText(kind, term) : null }
}

/** Whether one text extends the other; an empty text extends nothing. */
function isMoreOrLess(one: string, other: string): boolean {
  return one !== '' && other !== '' && (one.startsWith(other) || other.startsWith(one))
}
