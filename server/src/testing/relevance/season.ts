import { seededRandom, type Random } from '../../demo/random.ts'
import { AGENTS, MEMORABLE, OWNERS, PLACES, SPANISH, TYPES, USUAL } from './words.ts'

export type SeasonOwner = { readonly partyNumber: number; readonly name: string; readonly account: string }

export type SeasonDocument = {
  readonly owner: SeasonOwner
  /** False: the owner is only in the text, as in a scan that nobody has worked on. */
  readonly isLinked: boolean
  readonly agent: string | null
  readonly year: number
  readonly form: string
  readonly type: string
  readonly fileName: string
  readonly description: string
  readonly text: readonly string[]
  /** A sentence that only this document has. */
  readonly memorable: string | null
  readonly amount: string
}

const FIRST_YEAR = 2021
const YEARS = 6
const FIRST_PARTY = 102_001

/** The filings of six years in one county: every owner files once a year, and each year has another kind of paper. */
export function makeSeason(seed: number): SeasonDocument[] {
  const random = seededRandom(seed)
  const memorable = [...MEMORABLE, ...SPANISH]
  const documents: SeasonDocument[] = []
  for (let at = 0; at < YEARS; at += 1) {
    for (const [index, name] of OWNERS.entries()) {
      const owner = { name, partyNumber: FIRST_PARTY + index, account: accountOf(index) }
      // Sentences are spread over the years, so that none is among the newest documents only.
      const own = documents.length % 5 === 0 ? (memorable.shift() ?? null) : null
      documents.push(documentOf(random, { owner, year: FIRST_YEAR + at, at: documents.length, own }))
    }
  }
  return documents
}

function accountOf(index: number): string {
  return `R-${String(100 + index * 37).padStart(6, '0')}`
}

type Filing = {
  readonly owner: SeasonOwner
  readonly year: number
  readonly at: number
  readonly own: string | null
}

function documentOf(random: Random, { owner, year, at, own }: Filing): SeasonDocument {
  const kind = random.pick(TYPES)
  const amount = amountOf(random)
  const agent = random.chance(40) ? random.pick(AGENTS) : null
  const isScan = random.chance(50)
  const isLinked = random.chance(70)
  const text = [
    `${kind.title}. Form ${kind.form}. Tax year ${year}. Appraisal district: Loving.`,
    `Property owner: ${owner.name}. Account ${owner.account}. Party ${owner.partyNumber}. ${random.pick(PLACES)}.`,
    `Market value $${amount} as of January 1, ${year}.`,
    ...Array.from({ length: 8 }, () => usualSentence(random)),
    ...(own === null ? [] : [own]),
    ...Array.from({ length: 4 }, () => usualSentence(random)),
    agent === null ? 'Signed by the owner.' : `Signed by ${agent}, agent.`,
  ]
  const short = owner.name.split(/[ ,]/)[0] ?? owner.name
  return {
    owner,
    isLinked,
    agent,
    year,
    form: kind.form,
    type: kind.short,
    fileName: isScan ? `SCAN${90_000 + at}.pdf` : `${short} ${kind.short} ${year}.pdf`,
    description: isScan ? `${kind.short} ${year}` : `${kind.title}, ${owner.name}`,
    text: [text.slice(0, 7).join(' '), text.slice(7).join(' ')],
    memorable: own,
    amount,
  }
}

function usualSentence(random: Random): string {
  return random
    .pick(USUAL)
    .replace('{amount}', amountOf(random))
    .replace('{year}', String(FIRST_YEAR + random.below(YEARS)))
    .replace('{owner}', random.pick(OWNERS).split(/[ ,]/)[0] ?? '')
}

function amountOf(random: Random): string {
  return (100_000 + random.below(9_000_000)).toLocaleString('en-US')
}
