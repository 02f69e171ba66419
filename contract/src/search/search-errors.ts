import { defineError } from '../error.ts'

export const TOO_COMMON = defineError({
  code: 'search.too_common',
  status: 400,
  sentence: 'Too many documents have the word {word}. Add another word.',
})
export const SEARCHING = defineError({
  code: 'search.in_progress',
  status: 429,
  sentence: 'Your previous searches are still running. Please wait a moment.',
})
export const SEARCH_TIMEOUT = defineError({
  code: 'search.timeout',
  status: 400,
  sentence: 'The search took too long. Add a word, or narrow the filters.',
})
