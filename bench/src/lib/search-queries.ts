import { zstdDecompressSync } from 'node:zlib'
import type { ClientBase } from 'pg'
import { mix, WORDS } from './search-words.ts'

/** A person of the bench who searches. */
export type Searcher = 'administrator' | 'of one county' | 'of two counties'

export type BenchQuery = {
  readonly kind: string
  readonly by: Searcher
  readonly query: Readonly<Record<string, string | number>>
}

/** The counties of the two people: the largest, and the largest with one of middle size. */
export const COUNTIES = { 'of one county': [1], 'of two counties': [1, 40] } as const

const OF_EACH = 10

/** What a question can be made of: the words of a document that is there. */
export type Sample = {
  readonly id: number
  readonly county: number
  readonly status: number
  readonly year: number
  readonly owner: string
  readonly account: string
  readonly amount: string
  /** In the order of the text. */
  readonly words: readonly string[]
  /** Those of them that are not among the most frequent. */
  readonly telling: readonly string[]
}

type Kind = {
  readonly kind: string
  readonly by?: Exclude<Searcher, 'administrator'>
  readonly filters?: (sample: Sample) => Readonly<Record<string, string | number>>
  readonly text: (sample: Sample, at: number) => string
}

/** A search refuses the most frequent words. */
const COMMON = new Set(WORDS.slice(0, 100))
const longest = (words: readonly string[]) =>
  words.toSorted((one, other) => other.length - one.length)[0] ?? ''
const nameOf = ({ owner }: Sample) =>
  owner
    .match(/\p{L}{3,}/gu)
    ?.slice(0, 2)
    .join(' ') ?? owner
const familyOf = ({ owner }: Sample) => longest(owner.match(/\p{L}{3,}/gu) ?? [])
/** Two neighboring letters exchanged. */
const misspell = (word: string) => `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`
const word = ({ telling }: Sample, at: number) => telling[at] ?? ''

/** Twenty kinds of questions about documents of the portal, ten of each. */
const KINDS: readonly Kind[] = [
  { kind: 'word', text: word },
  { kind: 'two words', text: ({ telling }, at) => `${telling[at]} ${telling[at + 20]}` },
  { kind: 'word, an exclusion', text: ({ telling }, at) => `${telling[at]} -${telling[at + 30]}` },
  { kind: 'word, best first', text: word, filters: () => ({ order: 'best' }) },
  { kind: 'name', text: nameOf },
  { kind: 'name and year', text: (sample) => `${nameOf(sample)} ${sample.year}` },
  { kind: 'owner field', text: (sample) => `owner:${familyOf(sample)}` },
  { kind: 'phrase', text: ({ words }, at) => `"${words.slice(at, at + 4).join(' ')}"` },
  { kind: 'account number', text: ({ account }) => account },
  { kind: 'short account number', text: ({ account }) => account.replace(/^R-0*/, '') },
  { kind: 'file number', text: ({ id }) => String(id) },
  { kind: 'amount', text: ({ amount }) => amount },
  { kind: 'beginning', text: (sample) => `${familyOf(sample).slice(0, 5)}*` },
  { kind: 'misspelled word', text: ({ words }) => misspell(longest(words)) },
  { kind: 'misspelled name', text: (sample) => misspell(familyOf(sample)) },
  { kind: 'word in a county', text: word, filters: ({ county }) => ({ countyId: county }) },
  {
    kind: 'name, status and year',
    text: nameOf,
    filters: ({ status, year }) => ({ statusId: status, appraisalYear: year }),
  },
  { kind: 'word, of one county', text: word, by: 'of one county' },
  { kind: 'name, of one county', text: nameOf, by: 'of one county' },
  { kind: 'word, of two counties', text: word, by: 'of two counties' },
]

/** Questions about documents that have a text. */
export async function makeQueries(client: ClientBase): Promise<BenchQuery[]> {
  const samples = await readSamples(client, KINDS.length * OF_EACH)
  return samples.map((sample, at) => {
    const { kind, by = 'administrator', filters, text } = KINDS[Math.floor(at / OF_EACH)] ?? KINDS[0]!
    return { kind, by, query: { q: text(sample, at % OF_EACH), pageSize: 50, ...filters?.(sample) } }
  })
}

/** Beginnings of names, words and numbers, as they are typed. */
export async function makeBeginnings(client: ClientBase): Promise<string[]> {
  const samples = await readSamples(client, 2 * OF_EACH)
  return samples.flatMap((sample) => [
    familyOf(sample).slice(0, 3),
    nameOf(sample).slice(0, 8),
    longest(sample.words).slice(0, 5),
    sample.account.slice(0, 7),
  ])
}

async function readSamples(client: ClientBase, count: number): Promise<Sample[]> {
  const { rows } = await client.query<SampleRow>(
    `SELECT d.id, d.county_id AS county, d.status_id AS status, d.appraisal_year AS year, p.content
     FROM (SELECT min(document_id) AS first, max(document_id) AS last FROM document_search) AS r
     CROSS JOIN LATERAL unnest($1::float8[]) WITH ORDINALITY AS c (chance, place)
     CROSS JOIN LATERAL (SELECT * FROM document AS d WHERE d.id >= r.first + (chance * (r.last - r.first))::integer
       AND d.deleted_at IS NULL AND d.county_id IS NOT NULL ORDER BY d.id LIMIT 1) AS d
     JOIN document_page AS p ON p.document_id = d.id ORDER BY c.place`,
    [Array.from({ length: count }, (_, at) => mix(at, 20) / 2 ** 32)],
  )
  return rows.map(sampleOf)
}

const HEAD = /Property owner: (?<owner>.+?)\. Account (?<account>R-\d+)\. Market value \$(?<amount>[\d,]+)/u

type SampleRow = Pick<Sample, 'id' | 'county' | 'status' | 'year'> & { readonly content: Buffer }

function sampleOf({ content, ...row }: SampleRow): Sample {
  const { text } = JSON.parse(zstdDecompressSync(content).toString()) as { text: string }
  const { owner = '', account = '', amount = '' } = HEAD.exec(text)?.groups ?? {}
  const [, ...paragraphs] = text.split('\n')
  const words = paragraphs.join(' ').split(' ')
  return { ...row, owner, account, amount, words, telling: words.filter((each) => !COMMON.has(each)) }
}
