import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexDocuments } from '../../records/search-index/index-documents.ts'
import { relevanceCases } from '../../testing/relevance/cases.ts'
import { makeSeason, type SeasonDocument } from '../../testing/relevance/season.ts'
import { pageTextsOf, searchCalls } from '../../testing/search-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

const SEED = 2026
const FIRST = 3
const GOAL = 0.95

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof searchCalls>
const texts = new Map<number, readonly string[]>()
const season = makeSeason(SEED)
/** The document of an id is the one at the same place of the season. */
const FIRST_ID = 5001

beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    environment: { RATE_LIMIT: 'off' },
    pageTexts: pageTextsOf(texts),
  })
  calls = searchCalls(portal, texts)
  await addSeason()
})
afterAll(() => portal.close())

async function addSeason(): Promise<void> {
  const { counties, people } = portal
  const owners = new Map(season.map(({ owner }) => [owner.partyNumber, owner.name]))
  await portal.pool.query(
    `WITH new AS (INSERT INTO organization SELECT * FROM unnest($1::integer[], $2::text[]) RETURNING *)
     INSERT INTO county_organization SELECT $3, party_number, organization_name FROM new`,
    [[...owners.keys()], [...owners.values()], counties.loving],
  )
  const agents = [...new Set(season.flatMap(({ agent }) => agent ?? []))]
  await portal.pool.query(
    `INSERT INTO agent (agent_number, organization_name, legacy_code)
     SELECT number, name, '0A' || number FROM unnest($1::text[]) WITH ORDINALITY AS t (name, number)`,
    [agents],
  )
  await portal.pool.query(
    `INSERT INTO document (id, county_id, uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type,
       byte_size, sha256, storage_key, description)
     OVERRIDING SYSTEM VALUE
     SELECT id, $1, $2, 1, 1, make_date(year, 4, 1) + (id * interval '1 minute'), year, name, 'application/pdf', 100,
       sha256(convert_to(name || id, 'UTF8')), gen_random_uuid(), description
     FROM unnest($3::integer[], $4::integer[], $5::text[], $6::text[]) AS t (id, year, name, description)`,
    [
      counties.loving,
      people.clerk.accountId,
      season.map((_, at) => FIRST_ID + at),
      season.map(({ year }) => year),
      season.map(({ fileName }) => fileName),
      season.map(({ description }) => description),
    ],
  )
  await link('document_owner', 'party_number', ({ owner, isLinked }) => (isLinked ? owner.partyNumber : null))
  await link('document_agent', 'agent_number', ({ agent, isLinked }) =>
    isLinked && agent !== null ? agents.indexOf(agent) + 1 : null,
  )
  for (const [at, { text }] of season.entries()) texts.set(FIRST_ID + at, text)
  await indexOnly([...texts.keys()])
}

async function indexOnly(documentIds: readonly number[]): Promise<void> {
  const { world } = portal
  await world.database.kysely
    .transaction()
    .execute((transaction) => indexDocuments(world, transaction, documentIds))
}

async function link(
  table: string,
  column: string,
  numberOf: (document: SeasonDocument) => number | null,
): Promise<void> {
  const rows = season.flatMap((document, at) => {
    const number = numberOf(document)
    return number === null
      ? []
      : [`(${FIRST_ID + at}, ${number}, 1, now(), ${portal.people.clerk.accountId})`]
  })
  await portal.pool.query(
    `INSERT INTO ${table} (document_id, ${column}, relation_type_id, linked_at, linked_by) VALUES ${rows.join(', ')}`,
  )
}

test('R15.24 the wanted document is among the first three for 95 of 100 questions', async () => {
  const cases = relevanceCases(season, SEED)
  expect(cases).toHaveLength(300)
  const missed: string[] = []
  for (const { kind, query, expected } of cases) {
    const found = await calls.found(portal.people.colleague, query, { order: 'best' })
    const wanted = new Set(expected.map((document) => FIRST_ID + season.indexOf(document)))
    if (!found.slice(0, FIRST).some((id) => wanted.has(id))) missed.push(`${kind}: ${query}`)
  }
  const isGood = missed.length <= cases.length * (1 - GOAL)
  expect(isGood ? [] : missed).toEqual([])
})

test('R15.10 a document is found by its appraisal year, and comes before those that mention the year', async () => {
  const { counties, people } = portal
  const mentions = {
    county: counties.winkler,
    by: people.neighbor,
    name: 'Zephyr 2026.pdf',
    description: 'Zephyr',
  }
  const ofYear = await calls.add({
    county: counties.winkler,
    by: people.neighbor,
    name: 'Scan.pdf',
    text: ['Zephyr'],
  })
  const older = await calls.add(mentions)
  await portal.pool.query('UPDATE document SET appraisal_year = 2025 WHERE id = $1', [older])
  await indexOnly([ofYear, older])
  expect(await calls.found(people.neighbor, 'zephyr 2026', { order: 'best' })).toEqual([ofYear, older])
})
