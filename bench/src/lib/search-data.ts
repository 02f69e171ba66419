import type { ClientBase } from 'pg'

const PARAGRAPHS = 3000
const WORDS_OF_PARAGRAPH = 52
const VOCABULARY = 60_000
const CHUNK = 100_000

/** The word of a rank; low ranks are the frequent ones. */
export const wordOf = (rank: number) => `w${rank.toString(36)}x`
export const numberOf = (id: number) => `r${String(id).padStart(7, '0')}`

/**
 * Gives every document of a portal a row of the search index: 260 words by Zipf's law, in five of 3,000 paragraphs, and a
 * number of its own.
 */
export async function loadSearch(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ documents: number }>('SELECT max(id) AS documents FROM document')
  const documents = rows[0]?.documents ?? 0
  await client.query('SELECT setseed(0.5)')
  await client.query(
    'CREATE TEMPORARY TABLE vocabulary AS SELECT rank::integer, word FROM unnest($1::text[]) WITH ORDINALITY AS v (word, rank)',
    [Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank + 1))],
  )
  await client.query(
    `CREATE TEMPORARY TABLE paragraph AS
     SELECT p.id, setweight(to_tsvector('simple', string_agg(v.word, ' ')), 'D') AS tsv
     FROM generate_series(1, $1::integer) AS p (id)
     CROSS JOIN LATERAL (SELECT ceil(exp(random() * ln($3::float8)))::integer AS rank
         FROM generate_series(1, $2::integer) WHERE p.id > 0) AS w
     JOIN vocabulary AS v ON v.rank = w.rank
     GROUP BY p.id`,
    [PARAGRAPHS, WORDS_OF_PARAGRAPH, VOCABULARY],
  )
  await client.query('CREATE INDEX ON paragraph (id)')
  await client.query('SELECT add_search_slices(n) FROM generate_series(0, $1::integer, 500000) AS n', [
    documents,
  ])
  // The portal of an earlier run is kept.
  await client.query('TRUNCATE document_search, search_word')
  await client.query('DROP INDEX IF EXISTS document_search_tsv')
  for (let from = 1; from <= documents; from += CHUNK) {
    await client.query(
      `INSERT INTO document_search (document_id, county_key, tsv)
       SELECT d.id, d.county_key,
         setweight(to_tsvector('simple', 'r' || lpad(d.id::text, 7, '0')), 'A') || a.tsv || b.tsv || c.tsv || e.tsv || f.tsv
       FROM document AS d
       JOIN paragraph AS a ON a.id = 1 + d.id * 7919::bigint % $3
       JOIN paragraph AS b ON b.id = 1 + d.id * 104729::bigint % $3
       JOIN paragraph AS c ON c.id = 1 + d.id * 1299709::bigint % $3
       JOIN paragraph AS e ON e.id = 1 + (d.id * 15485863::bigint + 7) % $3
       JOIN paragraph AS f ON f.id = 1 + (d.id * 32452843::bigint + 11) % $3
       WHERE d.id BETWEEN $1 AND $2`,
      [from, from + CHUNK - 1, PARAGRAPHS],
    )
  }
  await client.query(`SET maintenance_work_mem = '512MB'`)
  await client.query(
    'CREATE INDEX document_search_tsv ON document_search USING gin (tsv) WITH (fastupdate = off)',
  )
  await client.query(
    `INSERT INTO search_word (county_key, word, documents)
     SELECT 0, word, ndoc * 100 FROM ts_stat('SELECT tsv FROM document_search WHERE document_id % 100 = 0')
     WHERE word !~ '^r[0-9]' UNION ALL SELECT 0, '', $1::integer`,
    [documents],
  )
  await client.query('VACUUM ANALYZE document_search')
  await client.query('ANALYZE search_word')
  return documents
}
