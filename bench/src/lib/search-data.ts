import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, zstdCompressSync } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { packPage } from '@portal/server/src/engines/readers/packed-page.ts'
import type { SearchText } from '@portal/server/src/records/search-index/search-index.ts'
import { searchVector } from '@portal/server/src/records/search-index/search-literal.ts'
import { accountNumber, mix, ownerName, rankOf, WORDS } from './search-words.ts'
import { createWordCounts, type WordCounts } from './search-word-counts.ts'

const PARAGRAPHS = 20_000
const WORDS_OF_PARAGRAPH = 48
const OF_DOCUMENT = 5
const CHUNK = 50_000
/** Party numbers of a county begin at its own multiple. */
const PARTIES_OF_COUNTY = 100_000
const FILINGS_OF_OWNER = 6
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const COUNTED = /^(?:\p{L}{3,40}|\d{1,4})$/u

type Paragraph = { readonly text: string; readonly literal: string; readonly words: readonly string[] }
type LoadOptions = {
  readonly say: (line: string) => void
  /** Only so many of the newest documents get texts. */
  readonly newest: number
}
type DocumentRow = {
  readonly id: number
  readonly county: number
  readonly year: number
  readonly file: string
  readonly description: string
  readonly type: string
  readonly uploader: string
}

/**
 * Gives every document of a portal its text and its row of the search index: a form's head with an owner, numbers and an
 * amount, and five of 20,000 paragraphs by Zipf's law, 260 words together. The words are those of the portal's own tokenizer.
 */
export async function loadSearch(client: Client, options: LoadOptions): Promise<number> {
  const { rows } = await client.query<{ last: number; isKept: boolean }>(
    `SELECT max(id) AS last, to_regclass('search_word_similar') IS NOT NULL
       AND EXISTS (SELECT FROM document_search) AS "isKept" FROM document`,
  )
  const { last = 0, isKept = false } = rows[0] ?? {}
  if (isKept) return countRows(client)
  await prepare(client, last)
  const paragraphs = makeParagraphs()
  await copy(
    client,
    'paragraph (id, tsv)',
    paragraphs.map(({ literal }, id) => [id, literal]),
  )
  await client.query('ALTER TABLE paragraph ADD PRIMARY KEY (id)')
  const counts = createWordCounts(paragraphs.map(({ words }) => words))
  const parties = new Set<number>()
  for (let until = last; until > Math.max(0, last - options.newest); until -= CHUNK) {
    await loadChunk(client, { until, paragraphs, counts, parties })
    options.say(`The documents from ${Math.max(1, until - CHUNK + 1).toLocaleString('en-US')} on have texts.`)
  }
  await loadOwners(client, [...parties])
  await copy(client, 'search_word (county_key, word, documents)', counts.rows())
  options.say('Making the indexes of the search …')
  await client.query(
    'CREATE INDEX document_search_tsv ON document_search USING gin (tsv) WITH (fastupdate = off)',
  )
  await client.query('CREATE INDEX search_word_word ON search_word (word)')
  await client.query('CREATE INDEX search_word_similar ON search_word USING gin (word gin_trgm_ops)')
  await client.query('VACUUM ANALYZE')
  return countRows(client)
}

async function countRows(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::integer AS n FROM document_search')
  return rows[0]?.n ?? 0
}

async function prepare(client: Client, documents: number): Promise<void> {
  await client.query(`SET maintenance_work_mem = '512MB'`)
  await client.query('SET synchronous_commit = off')
  await client.query('SELECT add_search_slices(n) FROM generate_series(0, $1::integer, 500000) AS n', [
    documents,
  ])
  await client.query('TRUNCATE document_search, search_word, search_spelling, document_text, document_page')
  await client.query('DROP INDEX IF EXISTS document_search_tsv, search_word_similar, search_word_word')
  await client.query('CREATE TEMPORARY TABLE paragraph (id integer, tsv tsvector)')
  await client.query(
    `CREATE TEMPORARY TABLE head (document_id integer, county_key integer, tsv tsvector,
       a integer, b integer, c integer, d integer, e integer)`,
  )
}

function makeParagraphs(): Paragraph[] {
  return Array.from({ length: PARAGRAPHS }, (_, id) => {
    const words = Array.from({ length: WORDS_OF_PARAGRAPH }, (_, at) => {
      return WORDS[rankOf(mix(id * WORDS_OF_PARAGRAPH + at, 5) / 2 ** 32)] ?? ''
    })
    const text = words.join(' ')
    const vector = searchVector([{ text, weight: 'D' }])
    return { text, literal: vector.literal, words: [...vector.words].filter((word) => COUNTED.test(word)) }
  })
}

/** The paragraphs of a document, by place. */
function paragraphsOf(id: number): number[] {
  return Array.from({ length: OF_DOCUMENT }, (_, at) => mix(id * OF_DOCUMENT + at, 6) % PARAGRAPHS)
}

function partyOf({ id, county }: Pick<DocumentRow, 'id' | 'county'>, owners: number): number {
  return county * PARTIES_OF_COUNTY + (mix(id, 7) % owners)
}

function headOf(row: DocumentRow, party: number): { text: string; texts: SearchText[] } {
  const name = ownerName(party)
  const account = accountNumber(party)
  const amount = (100_000 + (mix(row.id, 8) % 9_000_000)).toLocaleString('en-US')
  const text = `Form 50-144. Tax year ${row.year}. Property owner: ${name}. Account ${account}. Market value $${amount} as of January 1.`
  const texts: SearchText[] = [
    { text: row.file, weight: 'A', mark: 'f' },
    { text: String(row.id), weight: 'A', mark: 'f' },
    { text: name, weight: 'A', mark: 'o' },
    { text: String(party), weight: 'A', mark: 'o' },
    { text: row.description, weight: 'B' },
    { text: String(row.year), weight: 'B' },
    { text: row.uploader, weight: 'B' },
    { text: row.type, weight: 'B', mark: 't', isOnlyMarked: true },
    { text, weight: 'D' },
  ]
  return { text, texts }
}

type Chunk = {
  readonly until: number
  readonly paragraphs: readonly Paragraph[]
  readonly counts: WordCounts
  readonly parties: Set<number>
}

async function loadChunk(client: Client, { until, paragraphs, counts, parties }: Chunk): Promise<void> {
  const { rows } = await client.query<DocumentRow & { owners: number }>(
    `SELECT d.id, d.county_key AS county, d.appraisal_year AS year, d.file_name AS file, d.description,
       c.name || ' ' || t.name AS type, a.email AS uploader, 1 + n.documents / ${FILINGS_OF_OWNER} AS owners
     FROM document AS d JOIN account AS a ON a.id = d.uploaded_by
     JOIN document_type AS t ON t.id = d.type_id JOIN category AS c ON c.id = d.category_id
     JOIN (SELECT county_key, count(*)::integer AS documents FROM document GROUP BY county_key) AS n USING (county_key)
     WHERE d.id BETWEEN $1 AND $2 ORDER BY d.id`,
    [until - CHUNK + 1, until],
  )
  const heads: unknown[][] = []
  const texts: unknown[][] = []
  const pages: unknown[][] = []
  for (const row of rows) {
    const party = partyOf(row, row.owners)
    parties.add(party)
    const { text, texts: entries } = headOf(row, party)
    const { literal, words } = searchVector(entries)
    const chosen = paragraphsOf(row.id)
    counts.add(row.county, { words: [...words].filter((word) => COUNTED.test(word)), paragraphs: chosen })
    heads.push([row.id, row.county, literal, ...chosen])
    const page = [text, ...chosen.map((each) => paragraphs[each]?.text ?? '')].join('\n')
    texts.push([row.id, row.county, 'read', 1, page.length, 'now'])
    const content = zstdCompressSync(JSON.stringify(packPage({ text: page, words: [] })), FAST)
    pages.push([row.id, 1, `\\x${content.toString('hex')}`])
  }
  await client.query('BEGIN')
  await client.query('TRUNCATE head')
  await copy(client, 'head', heads)
  await client.query(
    `INSERT INTO document_search (document_id, county_key, tsv)
     SELECT h.document_id, h.county_key, h.tsv || p.tsv || q.tsv || r.tsv || s.tsv || t.tsv
     FROM head AS h JOIN paragraph AS p ON p.id = h.a JOIN paragraph AS q ON q.id = h.b
     JOIN paragraph AS r ON r.id = h.c JOIN paragraph AS s ON s.id = h.d JOIN paragraph AS t ON t.id = h.e
     ORDER BY h.document_id`,
  )
  await copy(client, 'document_text (document_id, county_key, state, pages, characters, read_at)', texts)
  await copy(client, 'document_page (document_id, page, content)', pages)
  await client.query('COMMIT')
}

async function loadOwners(client: Client, parties: readonly number[]): Promise<void> {
  const owners = parties.filter((party) => party >= PARTIES_OF_COUNTY).toSorted((one, other) => one - other)
  await client.query('DELETE FROM county_organization')
  await client.query('DELETE FROM organization')
  await copy(
    client,
    'organization (party_number, organization_name)',
    owners.map((party) => [party, ownerName(party)]),
  )
  await copy(
    client,
    'county_organization (county_id, party_number, name)',
    owners.map((party) => [Math.floor(party / PARTIES_OF_COUNTY), party, ownerName(party)]),
  )
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const AT_ONCE = 500

async function copy(client: Client, table: string, rows: Iterable<readonly unknown[]>): Promise<void> {
  await pipeline(Readable.from(linesOf(rows)), client.query(copyFrom(`COPY ${table} FROM STDIN`)))
}

function* linesOf(rows: Iterable<readonly unknown[]>): Generator<string> {
  let lines: string[] = []
  for (const row of rows) {
    const cells = row.map((cell) => String(cell).replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPED[sign] ?? sign))
    lines.push(`${cells.join('\t')}\n`)
    if (lines.length < AT_ONCE) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}
