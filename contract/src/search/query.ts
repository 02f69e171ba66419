import { isDayInRange } from '../day-range.ts'
import { runsOf, widthOf, type Run } from './tokens.ts'

export const MAX_QUERY_CHARACTERS = 200
const MAX_TERMS = 20

/** Shorter beginnings would match too many words; they count as whole words. */
const MIN_PREFIX = 3
/** Shorter joined numbers, such as 123 for 12-3, would match other numbers. */
const MIN_JOINED = 5

/** A word of a sequence, `at` places after its first one. */
export type Step = { readonly at: number; readonly lexeme: string; readonly isPrefix?: true }
/** Words that must follow one another. */
export type Sequence = readonly Step[]

export type SearchField = 'owner' | 'agent' | 'type' | 'file'

export type SearchTerm = {
  /** As typed, without its field and its minus. */
  readonly text: string
  readonly field: SearchField | null
  readonly isExcluded: boolean
  /** Set for a plain word: it may be misspelled, or too common. */
  readonly word: string | null
  /** A document matches with any of them. */
  readonly sequences: readonly Sequence[]
}

export type SearchQuery = {
  readonly terms: readonly SearchTerm[]
  readonly year?: number
  /** The first day, YYYY-MM-DD. */
  readonly after?: string
  /** The first day that is excluded. */
  readonly before?: string
}

/** A query that cannot be answered, as one sentence for the person. */
export type QueryProblem = { readonly problem: string }

const TERM = /(-)?(?:(\w+):)?(?:"([^"]*)(?:"|$)|(\S+))/gu
const FIELDS: ReadonlySet<string> = new Set(['owner', 'agent', 'type', 'file'] satisfies SearchField[])
const DAY = /^\d{4}-\d{2}-\d{2}$/
const YEAR = /^(?:19|20)\d{2}$/

/**
 * Parses what a person types: words, "phrases", -exclusion, prefix*, `owner:` `agent:` `type:` `file:`, and `after:`
 * `before:` `year:`. Signs without a meaning are ignored, and an unknown field is a word.
 */
export function parseQuery(text: string): SearchQuery | QueryProblem {
  const terms: SearchTerm[] = []
  const facts: { year?: number; after?: string; before?: string } = {}
  for (const match of text.slice(0, MAX_QUERY_CHARACTERS).matchAll(TERM)) {
    const [whole, minus, name = '', phrase, plain = ''] = match
    const field = name.toLowerCase()
    const value = phrase ?? plain
    if (field === 'year' || field === 'after' || field === 'before') {
      const problem = readFact(facts, field, value)
      if (problem) return { problem }
      continue
    }
    const isField = FIELDS.has(field)
    const wanted = isField || name === '' ? value : whole.replace(/^-/, '')
    const parsed = phrase === undefined ? termsOfWord(wanted) : [termOfPhrase(wanted)]
    for (const term of parsed) {
      if (term.sequences.length === 0) continue
      const isExcluded = minus !== undefined
      terms.push({ ...term, field: isField ? (field as SearchField) : null, isExcluded })
    }
  }
  return judged({ ...facts, terms })
}

/** Whether a parsed query has a problem. */
export function isProblem(parsed: SearchQuery | QueryProblem): parsed is QueryProblem {
  return 'problem' in parsed
}

function judged(query: SearchQuery): SearchQuery | QueryProblem {
  const { terms, year, after, before } = query
  const hasFacts = (year ?? after ?? before) !== undefined
  if (terms.length > MAX_TERMS) return { problem: `Search for at most ${MAX_TERMS} words.` }
  if (terms.length === 0 && !hasFacts) return { problem: 'Type a word or a number to search for.' }
  if (!hasFacts && terms.every(({ isExcluded }) => isExcluded)) {
    return { problem: 'Type at least one word without a minus.' }
  }
  return query
}

type Facts = { year?: number; after?: string; before?: string }

function readFact(facts: Facts, field: 'year' | 'after' | 'before', value: string): string | null {
  if (field === 'year') {
    if (!YEAR.test(value)) return 'Write a year with four digits, such as year:2024.'
    facts.year = Number(value)
    return null
  }
  if (!isDay(value)) return `Write a date as YYYY-MM-DD, such as ${field}:2024-04-01.`
  facts[field] = value
  return null
}

function isDay(value: string): boolean {
  const moment = new Date(`${value}T00:00:00Z`)
  return (
    DAY.test(value) &&
    isDayInRange(value) &&
    !Number.isNaN(moment.getTime()) &&
    moment.toISOString().startsWith(value)
  )
}

type Term = Omit<SearchTerm, 'field' | 'isExcluded'>

/** A word without spaces can have several runs, such as `lot_5`. */
function termsOfWord(text: string): Term[] {
  const isPrefix = text.endsWith('*')
  const runs = [...runsOf(text)]
  return runs.map((run, index) => {
    const isLast = index === runs.length - 1
    return termOfRun(text.slice(run.start, run.end), run, isPrefix && isLast)
  })
}

function termOfRun(text: string, run: Run, mayBePrefix: boolean): Term {
  const [first] = run.whole.length === 0 ? (run.parts[0]?.lexemes ?? []) : []
  const isPrefix = mayBePrefix && (first ?? run.whole.at(-1) ?? '').length >= MIN_PREFIX
  if (isPrefix) return { text: `${text}*`, word: null, sequences: beginningsOf(run) }
  if (first === undefined) return { text, word: null, sequences: alternativesOf(run) }
  return { text, word: first, sequences: formsOf(first).map((lexeme) => [{ at: 0, lexeme }]) }
}

function beginningsOf({ whole, parts }: Run): Sequence[] {
  const lexemes = whole.length > 0 ? whole : (parts[0]?.lexemes.slice(0, 1) ?? [])
  return lexemes.map((lexeme) => [{ at: 0, lexeme, isPrefix: true as const }])
}

/** The forms of a lone word under which a text is found: a number with zeros before it, or a plural. */
function formsOf(word: string): string[] {
  if (/^[1-9]\d*$/.test(word)) return [word, `#${word}`]
  return /^[a-z]{4,}$/.test(word) ? [word, ...numbersOf(word)] : [word]
}

/** The plural of an English or Spanish word, or its singular. */
function numbersOf(word: string): string[] {
  if (word.endsWith('ss')) return [`${word}es`]
  if (word.endsWith('ies') && word.length > 5) return [`${word.slice(0, -3)}y`]
  if (word.endsWith('es') && word.length > 5) return [word.slice(0, -2), word.slice(0, -1)]
  if (word.endsWith('s')) return [word.slice(0, -1)]
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  return [`${word}s`, `${word}es`]
}

/** A compound such as R-000123 is found by its joined forms, and one of letters by its words in a row, too. */
function alternativesOf(run: Run): Sequence[] {
  const [form = '', joined] = run.whole
  if (run.parts.length === 0) return [[{ at: 0, lexeme: form }]]
  if (/\d/.test(form)) {
    const forms = joined !== undefined && joined.length >= MIN_JOINED ? [form, joined] : [form]
    return forms.map((lexeme) => [{ at: 0, lexeme }])
  }
  return [[{ at: 0, lexeme: form }], partsInRow(run)]
}

function partsInRow({ parts }: Run): Sequence {
  return parts.flatMap(({ lexemes: [lexeme] }, at) => (lexeme === undefined ? [] : [{ at, lexeme }]))
}

/** Every word of a phrase in its exact form. */
function termOfPhrase(text: string): Term {
  let at = 0
  const steps: Step[] = []
  for (const run of runsOf(text)) {
    const isNumber = run.whole.length > 0 && /\d/.test(run.whole[0] ?? '')
    const words = isNumber ? [{ at: 0, lexeme: run.whole[0] ?? '' }] : partsInRow(run)
    steps.push(...words.map((step) => ({ ...step, at: at + step.at })))
    at += widthOf(run)
  }
  return { text: `"${text.trim()}"`, word: null, sequences: steps.length > 0 ? [steps] : [] }
}
