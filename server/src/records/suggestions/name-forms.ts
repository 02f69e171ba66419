import { distinctiveWords, GENERATIONS, isCompany, LEGAL_FORMS } from './name-words.ts'
import { wordsOf } from './text-words.ts'

export type NameForms = {
  /** The whole name, in each order that people write it in. */
  readonly whole: readonly string[]
  /** A company's name without its legal form. */
  readonly short: readonly string[]
}

/** More words are more than a name. */
export const MAX_NAME_WORDS = 10

const PARTICLES = new Set('de del la los las van von der mc san santa'.split(' '))

/** The forms of a name as text of folded words: `SMITH, JOHN R` is also `john r smith`. */
export function formsOf(name: string): NameForms {
  const found = wordsOf(name)
  const words = found.map(({ word }) => word)
  if (words.length === 0 || words.length > MAX_NAME_WORDS) return { whole: [], short: [] }
  const text = words.join(' ')
  if (words.includes('estate') && !isCompany(words)) return { whole: [text, ...estates(words)], short: [] }
  if (isCompany(words)) return { whole: [text], short: shortOf(words) }
  const comma = found.findIndex(({ gap }) => gap === 'comma')
  return { whole: [...new Set([text, ...inOtherOrders(words, comma)])], short: [] }
}

function shortOf(words: readonly string[]): string[] {
  const stem = [...words]
  while (LEGAL_FORMS.has(stem.at(-1) ?? '')) stem.pop()
  const isName = stem.length > 1 && stem.length < words.length && distinctiveWords(stem).length > 0
  return isName ? [stem.join(' ')] : []
}

/** `HERNANDEZ MARIA ESTATE OF` as people write it. */
function estates(words: readonly string[]): string[] {
  const person = words.filter(
    (word, at) => word !== 'estate' && (word !== 'of' || words[at - 1] !== 'estate'),
  )
  if (person.length < 2) return []
  const names = [person.join(' '), ...inOtherOrders(person, -1)]
  return names.flatMap((name) => [`estate of ${name}`, `${name} estate`, `${name} estate of`])
}

/**
 * A person's name with the surname last. Before a comma is the surname; without one, it has one word or two.
 */
function inOtherOrders(words: readonly string[], comma: number): string[] {
  const generation = words.filter((word) => GENERATIONS.has(word))
  const names = words.filter((word) => !GENERATIONS.has(word))
  // `et al` may follow the surname or not.
  if (names.length < 2 || names.includes('et')) return []
  const particles = names.findIndex((word) => !PARTICLES.has(word))
  const surnames = comma > 0 ? [comma] : [particles + 1, ...(names.length > 3 ? [particles + 2] : [])]
  return surnames
    .filter((count) => count > 0 && count < names.length)
    .map((count) => [...names.slice(count), ...names.slice(0, count), ...generation].join(' '))
}
