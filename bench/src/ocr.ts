import { openLetterReader } from '@portal/server/src/engines/readers/ocr/letter-reader.ts'
import { openScans } from '@portal/server/src/engines/readers/ocr/open-scans.ts'
import { readScannedPage } from '@portal/server/src/engines/readers/ocr/read-scanned-page.ts'
import { seededRandom, type Random } from '@portal/server/src/demo/random.ts'
import { madeScan } from '@portal/server/src/testing/made-scan.ts'
import type { Bench } from './lib/bench.ts'
import { PARAGRAPHS } from './lib/ocr-paragraphs.ts'

const WORDS_GOAL = 98
const NUMBERS_GOAL = 97

type Page = { readonly text: string; readonly degrees?: number; readonly noise?: number }
type Found = { words: number; ofWords: number; numbers: number; ofNumbers: number }

/** Fifty pages: the first 25 are clean. */
const KINDS: readonly {
  readonly name: string
  readonly isClean?: true
  readonly pages: (random: Random) => Page[]
}[] = [
  {
    name: 'English',
    isClean: true,
    pages: (random) => times(10, () => ({ text: prose(random, 'english') })),
  },
  { name: 'Spanish', isClean: true, pages: (random) => times(5, () => ({ text: prose(random, 'spanish') })) },
  { name: 'tables of numbers', isClean: true, pages: (random) => times(10, () => ({ text: table(random) })) },
  { name: 'noisy', pages: (random) => times(10, (at) => ({ text: mixed(random), noise: 20 + at * 5 })) },
  {
    name: 'skewed by 1 to 5 degrees',
    pages: (random) =>
      times(8, (at) => ({ text: mixed(random), degrees: (at % 2 === 0 ? 1 : -1) * (1 + at / 2) })),
  },
  {
    name: 'turned',
    pages: (random) => times(7, (at) => ({ text: mixed(random), degrees: 90 * (1 + (at % 3)) })),
  },
]

/** The share of words and numbers that OCR reads on pages of known text, accents apart, as the search compares them. */
export const benchOcr: Bench = async ({ report, say }) => {
  const reader = await openLetterReader()
  const random = seededRandom(1876)
  const clean: Found = { words: 0, ofWords: 0, numbers: 0, ofNumbers: 0 }
  const figures: string[] = []
  const started = process.cpuUsage()
  let pages = 0
  try {
    for (const { name, isClean, pages: make } of KINDS) {
      const found: Found = { words: 0, ofWords: 0, numbers: 0, ofNumbers: 0 }
      for (const { text, ...scan } of make(random)) {
        const scans = await openScans(await madeScan(text, scan), 'image')
        const image = await scans.imageOf(0)
        if (image) count(found, text, (await readScannedPage(image, reader)).text)
        pages += 1
      }
      if (isClean)
        for (const key of ['words', 'ofWords', 'numbers', 'ofNumbers'] as const) clean[key] += found[key]
      figures.push(
        `${name} ${percent(found.words, found.ofWords)} % of words, ${percent(found.numbers, found.ofNumbers)} % of numbers`,
      )
      say(figures.at(-1) ?? '')
    }
  } finally {
    await reader.close()
  }
  const { user, system } = process.cpuUsage(started)
  figures.push(`${((user + system) / pages / 1e6).toFixed(1)} s of CPU a page, its making included`)
  const common = { unit: '%', figures: figures.join('; '), voided: [] } as const
  report({
    ...common,
    work: 'words of 25 clean scans',
    values: [percent(clean.words, clean.ofWords)],
    goal: { atLeast: WORDS_GOAL },
  })
  report({
    ...common,
    work: 'numbers of 25 clean scans',
    values: [percent(clean.numbers, clean.ofNumbers)],
    goal: { atLeast: NUMBERS_GOAL },
  })
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

function prose(random: Random, language: 'english' | 'spanish'): string {
  return times(7, () => fill(random.pick(PARAGRAPHS[language]), random)).join('\n\n')
}

function mixed(random: Random): string {
  return [
    prose(random, 'english').split('\n\n').slice(0, 3),
    prose(random, 'spanish').split('\n\n').slice(0, 2),
    table(random).split('\n').slice(0, 12).join('\n'),
  ]
    .flat()
    .join('\n\n')
}

function table(random: Random): string {
  const rows = times(
    30,
    (at) =>
      `${at + 1}   R-${String(random.below(999_999)).padStart(6, '0')}   ${random.below(12) + 1}/${random.below(28) + 1}/${2000 + random.below(27)}   $${amount(random)}   ${amount(random)}   ${random.below(100)}.${random.below(10)}%`,
  )
  return ['Line   Account   Acquired   Cost   Value   Depreciation', ...rows].join('\n')
}

function fill(paragraph: string, random: Random): string {
  return paragraph.replaceAll('#', () => amount(random))
}

function amount(random: Random): string {
  return `${random.below(9_999_999).toLocaleString('en-US')}.${String(random.below(100)).padStart(2, '0')}`
}

function count(found: Found, expected: string, read: string): void {
  const left = new Map<string, number>()
  for (const word of wordsOf(read)) left.set(word, (left.get(word) ?? 0) + 1)
  for (const word of wordsOf(expected)) {
    const isNumber = /\d/.test(word)
    const isRead = (left.get(word) ?? 0) > 0
    if (isRead) left.set(word, (left.get(word) ?? 0) - 1)
    found[isNumber ? 'ofNumbers' : 'ofWords'] += 1
    found[isNumber ? 'numbers' : 'words'] += isRead ? 1 : 0
  }
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}$]+|[^\p{L}\p{N}%]+$/gu, ''))
    .filter(Boolean)
}

function percent(part: number, whole: number): number {
  return Math.round((10_000 * part) / whole) / 100
}
