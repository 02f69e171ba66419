import { getSuggestions, type Suggestion } from '@portal/contract/viewer/suggestions.ts'

const FIELDS: Readonly<Record<Suggestion['field'], string>> = {
  owner: 'owner',
  agent: 'agent',
  'category-type': 'type',
}

const ACCEPTED: Readonly<Record<Suggestion['field'], string>> = {
  owner: 'Owner linked',
  agent: 'Agent linked',
  'category-type': 'Type set',
}

/** What a suggestion is for, such as `owner 501`. */
function fieldText(suggestion: Suggestion): string {
  if (suggestion.field === 'owner') return `${FIELDS.owner} ${suggestion.partyNumber}`
  if (suggestion.field === 'agent') return [FIELDS.agent, suggestion.legacyCode].filter(Boolean).join(' ')
  return FIELDS[suggestion.field]
}

export function verbOf({ field }: Suggestion): 'Link' | 'Use' {
  return field === 'category-type' ? 'Use' : 'Link'
}

/** What was done by accepting them, such as `Owner linked: Mesa Compression LLC`. */
export function acceptText(accepted: readonly Suggestion[]): string {
  return accepted.map(({ field, label }) => `${ACCEPTED[field]}: ${label}`).join('. ')
}

/** What accepting several does, such as `Link Mesa Compression LLC, use Industrial · Rendition`. */
export function togetherText(suggestions: readonly Suggestion[]): string {
  const all = suggestions.map((each) => `${verbOf(each).toLowerCase()} ${each.label}`).join(', ')
  return all.charAt(0).toUpperCase() + all.slice(1)
}

/** The sentence of a failure. With several at once it names the one that was refused. */
export function failedText({ suggestion, isOne, sentence }: Failed): string {
  return isOne ? sentence : `${suggestion.label}: ${sentence}`
}

type Failed = { readonly suggestion: Suggestion; readonly isOne: boolean; readonly sentence: string }

/** What it is for, and the words that it comes from. */
export function evidenceText(suggestion: Suggestion): string {
  const { page, text } = suggestion.evidence
  return `Suggested ${fieldText(suggestion)} · page ${page}: … ${text} …`
}

type Answer = {
  readonly data: { readonly isComplete: boolean } | undefined
  readonly isError: boolean
}

/** The sentence in place of suggestions. */
export function nothingText({ data, isError }: Answer): string {
  if (isError) return getSuggestions.fallback
  if (!data) return 'Looking for suggestions...'
  return data.isComplete ? 'The text suggests nothing more.' : 'The text is being read.'
}
