import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../lib/use-debounced.ts'
import { loadFailedText, noMatchText } from './link-texts.ts'
import type { LinkKind, Party } from './links.ts'
import { SEARCH_DEBOUNCE, suggestionsQuery } from './suggestions.queries.ts'

type Typed = { readonly kind: LinkKind; readonly countyId: number | null; readonly text: string }
type Suggested = { readonly parties: readonly Party[]; readonly problem: string | null }

const NOTHING: Suggested = { parties: [], problem: null }

/** Who matches the text once the typing rests. Those found last stay while more of the same is typed or taken away. */
export function useSuggestions({ kind, countyId, text }: Typed): Suggested {
  const typed = text.trim()
  const term = useDebounced(typed, SEARCH_DEBOUNCE[kind])
  const { data, error, isPlaceholderData } = useQuery({
    ...suggestionsQuery({ kind, countyId, term }),
    placeholderData: (before, query) => (query && isMoreOrLess(query.queryKey[3], term) ? before : undefined),
  })
  if (!isMoreOrLess(term, typed)) return NOTHING
  if (error) return { parties: [], problem: loadFailedText(error.message) }
  if (data === undefined) return NOTHING
  const isNobody = data.length === 0 && term === typed && !isPlaceholderData
  return { parties: data, problem: isNobody ? noMatchText(kind, term) : null }
}

/** Whether one text is the other with something more at its end; nothing at all is part of none. */
function isMoreOrLess(one: string, other: string): boolean {
  return one !== '' && other !== '' && (one.startsWith(other) || other.startsWith(one))
}
