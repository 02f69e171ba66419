import { seededRandom, type Random } from '../../demo/random.ts'
import type { SeasonDocument } from './season.ts'

export type RelevanceCase = {
  readonly kind: string
  readonly query: string
  /** Any of them answers the question. */
  readonly expected: readonly SeasonDocument[]
}

const OF_EACH = 30
const SPLIT = /[ ,.&']+/
/** Words of names that say nothing. */
const EMPTY_WORDS = /^(?:of|and|the|inc|llc|ltd|lp|co|company|estate|services?)$/i

type Make = (document: SeasonDocument, random: Random, season: readonly SeasonDocument[]) => Question | null
type Question = { readonly query: string; readonly expected?: readonly SeasonDocument[] }

/** Ten kinds of questions that people ask, thirty of each. */
const KINDS: Readonly<Record<string, Make>> = {
  'a name and a year': ({ owner, year }) => ({
    query: `${wordsOf(owner.name).slice(0, 2).join(' ')} ${year}`,
  }),
  'a name and a form': ({ owner, form }, _random, season) => ({
    query: `${wordsOf(owner.name).slice(0, 2).join(' ').toLowerCase()} ${form}`,
    expected: season.filter((other) => other.owner.name === owner.name && other.form === form),
  }),
  'an account number in another form': ({ owner, year }, random) => {
    const digits = owner.account.slice(2)
    const form = random.pick([owner.account, `R${digits}`, `r-${digits}`, digits, digits.replace(/^0+/, '')])
    return { query: `${form} ${year}` }
  },
  'an amount': ({ amount }, random) => ({
    query: random.pick([amount, amount.replaceAll(',', ''), `$${amount}`]),
  }),
  'a misspelled name': ({ owner, year }, random, season) => {
    const word = wordsOf(owner.name).find((each) => each.length >= 6)
    if (word === undefined) return null
    const expected = season.filter((other) => other.year === year && wordsOf(other.owner.name).includes(word))
    return { query: `${misspell(word, random)} ${year}`, expected }
  },
  'a phrase': ({ memorable }, random) => {
    if (memorable === null) return null
    const words = memorable.replace(/\.$/, '').split(' ')
    const from = random.below(words.length - 3)
    return { query: `"${words.slice(from, from + 4).join(' ')}"` }
  },
  'words of a text': ({ memorable }, random) => {
    const words = memorable?.split(SPLIT).filter((word) => word.length > 5) ?? []
    return words.length < 2 ? null : { query: shuffle(words, random).slice(0, 2).join(' ') }
  },
  'Spanish without accents': ({ memorable }, random) => {
    const words = memorable?.split(SPLIT).filter((word) => word.length > 4) ?? []
    if (memorable === null || !/[áéíóúñ]/.test(memorable) || words.length < 2) return null
    return { query: withoutAccents(shuffle(words, random).slice(0, 2).join(' ').toUpperCase()) }
  },
  'a file name': ({ fileName, owner, year, type }) => ({
    query: fileName.startsWith('SCAN')
      ? fileName.replace('.pdf', '').toLowerCase()
      : `${wordsOf(owner.name)[0]?.toLowerCase()} ${type} ${year}`,
  }),
  'fields and beginnings': ({ owner, year, isLinked, agent }, random) => {
    const word = wordsOf(owner.name).find((each) => each.length >= 5)
    if (!isLinked || word === undefined) return null
    const beginning = `owner:${word.slice(0, 5).toLowerCase()}*`
    const more = agent === null ? '' : ` agent:${wordsOf(agent).at(0)?.toLowerCase()}`
    return {
      query: random.pick([`${beginning} year:${year}${more}`, `${beginning} ${year} -lightning${more}`]),
    }
  },
}

/** The questions of all kinds, the same at every call. */
export function relevanceCases(season: readonly SeasonDocument[], seed: number): RelevanceCase[] {
  return Object.entries(KINDS).flatMap(([kind, make], index) => {
    const random = seededRandom(seed + index)
    const cases: RelevanceCase[] = []
    for (const document of shuffle(season, random)) {
      const question = make(document, random, season)
      if (question) cases.push({ kind, query: question.query, expected: question.expected ?? [document] })
      if (cases.length === OF_EACH) break
    }
    return cases
  })
}

function wordsOf(name: string): string[] {
  return name.split(SPLIT).filter((word) => word.length > 1 && !EMPTY_WORDS.test(word))
}

/** One letter is left out, doubled, exchanged with the next one, or another. */
function misspell(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 2)
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  return random.pick([
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
    `${before}${letter === 'e' ? 'a' : 'e'}${after}`,
  ])
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

function shuffle<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, key: random.below(1_000_000) }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ value }) => value)
}
