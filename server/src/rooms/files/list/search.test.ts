import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexDocument } from '../../../records/search-index/index-document.ts'
import { queueEvent } from '../../../records/documents/document-events.ts'
import { queueChanged, queueMissing } from '../../../records/search-index/index-sweep.job.ts'
import { searchCommands } from '../../../records/search-index/search.commands.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { storeDocument } from '../../../testing/store-document.ts'
import { saveDescriptionTypes } from '../../edit/edit.usecases.ts'
import { pageTextsOf, searchCalls } from '../../../testing/search-calls.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let calls: ReturnType<typeof searchCalls>
const texts = new Map<number, readonly string[]>()

beforeAll(async () => {
  portal = await testPortal({
    ...TWO_COUNTIES,
    environment: { RATE_LIMIT: 'off' },
    pageTexts: pageTextsOf(texts),
    documentSubscribers: [indexDocument],
  })
  calls = searchCalls(portal, texts)
})
afterAll(() => portal.close())

const indexAll = async () => {
  await queueMissing(portal.world)
  await calls.index()
}

test('R15.10 a document is found by its name, description, text, id and uploader', async () => {
  const { clerk } = portal.people
  const document = await calls.add({
    county: portal.counties.loving,
    by: clerk,
    name: 'Rendition_Hernández-2026.pdf',
    description: 'Compressor station near Mentone',
    text: ['First page.', 'Schedule B of acct R-000777, total $12,345.67'],
  })
  await indexAll()
  for (const q of [
    'hernandez',
    'HERNÁNDEZ 2026',
    'compressors',
    'mentone -pecos',
    'R-000777',
    'r000777',
    '777',
    '12345.67',
    '12,345.67',
    'sched*',
    '"compressor station"',
    `file:${document}`,
    'file:rendition',
    clerk.email,
  ]) {
    expect([q, await calls.found(clerk, q)]).toEqual([q, [document]])
  }
  for (const q of ['"station compressor"', 'compressor -mentone', 'owner:hernandez', 'sc', '77']) {
    expect([q, await calls.found(clerk, q)]).toEqual([q, []])
  }
})

test('R15.11 a search finds nothing of another county, and proposes no word of it', async () => {
  const { counties, people } = portal
  await calls.add({ county: counties.winkler, by: people.neighbor, name: 'Zanzibarra.pdf' })
  await indexAll()
  const { body } = await calls.search(people.clerk, { q: 'zanzibarra' })
  expect(body).toEqual({ files: [], total: 0, totalPages: 0, search: { corrections: [], leftOut: [] } })
  const misspelled = await calls.search(people.clerk, { q: 'zanzibara' })
  expect(misspelled.body.search).toEqual({ corrections: [], leftOut: [] })
  expect(await calls.found(people.clerk, 'zanzib*')).toEqual([])
  expect(await calls.found(people.staff, 'zanzibarra')).toEqual([])
  expect((await calls.search(people.neighbor, { q: 'zanzibara' })).body).toMatchObject({
    total: 1,
    search: { corrections: [{ word: 'zanzibara', by: 'zanzibarra' }] },
  })
  expect((await calls.search(people.administrator, { q: 'zanzibarra' })).body.total).toBe(1)
  const other = await calls.search(people.clerk, { q: 'zanzibarra', countyId: counties.winkler })
  expect(other.status).toBe(403)
  const own = { q: 'zanzibarra', countyId: counties.loving }
  expect((await calls.search(people.administrator, own)).body.total).toBe(0)
})

test('R15.11 the row of the index does not decide who sees a document', async () => {
  const { counties, people } = portal
  const document = await calls.add({ county: counties.winkler, by: people.neighbor, name: 'Quixotic.pdf' })
  await indexAll()
  await portal.pool.query('UPDATE document_search SET county_key = $1 WHERE document_id = $2', [
    counties.loving,
    document,
  ])
  expect(await calls.found(people.clerk, 'quixotic')).toEqual([])
})

test('R15.11 a person without a county finds their own uploads only', async () => {
  const { people } = portal
  const own = await calls.add({ by: people.staff, name: 'Yardarm.pdf' })
  await calls.add({ by: people.administrator, name: 'Yardarm.pdf' })
  await indexAll()
  expect(await calls.found(people.staff, 'yardarm')).toEqual([own])
})

test('R15.12 a misspelled word is replaced by the word that is spelled most like it, and the answer says so', async () => {
  const { counties, people } = portal
  const document = await calls.add({
    county: counties.loving,
    by: people.clerk,
    name: 'Villarreal lease.pdf',
  })
  await indexAll()
  const { body } = await calls.search(people.clerk, { q: 'villareal lease' })
  expect(body).toMatchObject({
    total: 1,
    files: [{ FileID: document }],
    search: { corrections: [{ word: 'villareal', by: 'villarreal' }] },
  })
  expect(await calls.found(people.clerk, 'vilaril')).toEqual([])
})

test('R15.12 two exchanged letters are corrected in a short word, too', async () => {
  const { counties, people } = portal
  const document = await calls.add({ county: counties.loving, by: people.clerk, name: 'Concho 7.pdf' })
  await indexAll()
  for (const q of ['conhco', 'cnocho', 'occnho']) {
    expect([q, await calls.found(people.clerk, q)]).toEqual([q, q === 'occnho' ? [] : [document]])
  }
  expect(await calls.found(people.neighbor, 'conhco')).toEqual([])
})

test('R15.47 the words that misspelled ones are compared with have each word once, whichever counties have it', async () => {
  const { counties } = portal
  // As a release writes that does not know the list.
  await portal.pool.query(
    `INSERT INTO search_word VALUES ($1, 'zymurgist', 1), ($2, 'zymurgist', 1), ($1, '2026', 1), ($1, '', 1)
     ON CONFLICT (county_key, word) DO NOTHING`,
    [counties.loving, counties.winkler],
  )
  const { rows } = await portal.pool.query(
    `SELECT word FROM search_spelling WHERE word IN ('zymurgist', '2026', '')`,
  )
  expect(rows).toEqual([{ word: 'zymurgist' }])
})

test('R15.45 words that no document has also find the words that begin with them, and the answer says so', async () => {
  const { counties, people } = portal
  const { clerk } = people
  const add = { county: counties.loving, by: clerk }
  const document = await calls.add({ ...add, name: 'Nacogdoches rendition 2024.pdf' })
  const half = await calls.add({ ...add, name: 'Kermitage tugboat.pdf' })
  const exact = await calls.add({ ...add, name: 'Kermit deed.pdf' })
  await calls.add({ county: counties.winkler, by: people.neighbor, name: 'Nacogara rendition 2024.pdf' })
  await calls.add({ county: counties.winkler, by: people.neighbor, name: 'Quillayute.pdf' })
  await indexAll()
  const begun = { corrections: [{ word: 'nacog', by: 'nacog*' }], leftOut: [] }
  for (const q of [
    'nacog',
    'rendition 2024 nacog',
    'nacog rendition 2024',
    'file:nacog',
    'nacog -quillayute',
  ]) {
    const { body } = await calls.search(clerk, { q })
    expect([q, body.files.map(({ FileID }) => FileID), body.search]).toEqual([q, [document], begun])
  }
  const typo = await calls.search(clerk, { q: 'nacog rendiiton' })
  expect(typo.body).toMatchObject({
    total: 1,
    search: { corrections: [...begun.corrections, { word: 'rendiiton', by: 'rendition' }] },
  })
  // Each word is in a document, but none has both.
  const { body } = await calls.search(clerk, { q: 'kermit tugboat' })
  expect([body.files.map(({ FileID }) => FileID), body.search]).toEqual([
    [half],
    { corrections: [{ word: 'kermit', by: 'kermit*' }], leftOut: [] },
  ])
  expect(await calls.found(clerk, 'kermit')).toEqual([exact])
  expect(await calls.found(clerk, 'nacog -rendition')).toEqual([])
  for (const q of ['na', '"nacog"', 'quilla', '202']) {
    const none = await calls.search(clerk, { q })
    expect([q, none.body]).toMatchObject([q, { total: 0, search: { corrections: [] } }])
  }
})

test('R15.13 a deleted document is not found, and a restored one is', async () => {
  const { counties, people } = portal
  const document = await calls.add({ county: counties.loving, by: people.clerk, name: 'Obsolete.pdf' })
  await indexAll()
  await portal.pool.query('UPDATE document SET deleted_at = now() WHERE id = $1', [document])
  expect(await calls.found(people.clerk, 'obsolete')).toEqual([])
  await portal.pool.query('UPDATE document SET deleted_at = NULL WHERE id = $1', [document])
  expect(await calls.found(people.clerk, 'obsolete')).toEqual([document])
})

test('R15.14 the pages of a search are complete, without repeats and in the order of the list', async () => {
  const { counties, people } = portal
  const documents: number[] = []
  for (let at = 0; at < 7; at += 1) {
    documents.push(
      await calls.add({ county: counties.loving, by: people.clerk, name: `Paginated ${at}.pdf` }),
    )
  }
  await portal.pool.query('UPDATE document SET status_id = 2 WHERE id = $1', [documents[3]])
  await indexAll()
  const inOrder = [...documents.filter((_id, at) => at !== 3).toReversed(), documents[3]]
  expect(await calls.found(people.clerk, 'paginated')).toEqual(inOrder)
  const seen: number[] = []
  let url: string | undefined = '/api/files/uploads?q=paginated&pageSize=3'
  const backwards: string[] = []
  while (url !== undefined) {
    const answer = await portal.as(people.clerk)({ method: 'GET', url })
    seen.push(...answer.json<{ files: { FileID: number }[] }>().files.map(({ FileID }) => FileID))
    const { link = '' } = answer.headers as { link?: string }
    const next = /<([^>]*)>; rel="next"/.exec(link)?.[1]
    const previous = /<([^>]*)>; rel="prev"/.exec(link)?.[1]
    if (previous !== undefined) backwards.push(previous)
    url = next === undefined ? undefined : `/api/files/uploads${next}`
  }
  expect(seen).toEqual(inOrder)
  const first = await portal.as(people.clerk)({ method: 'GET', url: `/api/files/uploads${backwards[0]}` })
  expect(first.json<{ files: { FileID: number }[] }>().files.map(({ FileID }) => FileID)).toEqual(
    inOrder.slice(0, 3),
  )
  expect(await calls.found(people.clerk, 'paginated', { pageSize: 3, page: 3 })).toEqual(inOrder.slice(6))
})

test('R15.15 the best match comes first when the person asks for it', async () => {
  const { counties, people } = portal
  const named = await calls.add({ county: counties.loving, by: people.clerk, name: 'Gypsum.pdf' })
  const within = await calls.add({
    county: counties.loving,
    by: people.clerk,
    text: [`${'other words '.repeat(50)} gypsum`],
  })
  await indexAll()
  expect(await calls.found(people.clerk, 'gypsum')).toEqual([within, named])
  expect(await calls.found(people.clerk, 'gypsum', { order: 'best' })).toEqual([named, within])
  expect(await calls.found(people.clerk, 'gypsum', { order: 'best', pageSize: 1, page: 2 })).toEqual([within])
})

test.each([
  ['Type at least one word without a minus.', '-pecos'],
  ['Write a date as YYYY-MM-DD, such as after:2024-04-01.', 'after:yesterday'],
  ['Type a word or a number to search for.', '!?'],
  ['Search for at most 20 words.', 'a '.repeat(21)],
  ['q may have at most 200 characters.', 'a'.repeat(201)],
])('R15.16 a search is refused with one sentence: %s', async (error, q) => {
  expect(await calls.search(portal.people.clerk, { q })).toMatchObject({ status: 400, body: { error } })
})

test('R15.13 a removed document leaves the index, and its words are counted no more', async () => {
  const { counties, people } = portal
  const document = await calls.add({ county: counties.loving, by: people.clerk, name: 'Evanescent.pdf' })
  await indexAll()
  await portal.pool.query('DELETE FROM document WHERE id = $1', [document])
  const ending = new AbortController().signal
  await indexDocument.run(portal.world, { name: 'document.changed', documentIds: [document] }, ending)
  const { rows } = await portal.pool.query(
    `SELECT (SELECT count(*)::integer FROM document_search WHERE document_id = $1) AS rows,
       (SELECT documents FROM search_word WHERE word = 'evanescent') AS documents`,
    [document],
  )
  expect(rows).toEqual([{ rows: 0, documents: 0 }])
})

test('R15.13 an upload and each change of a document reach the index', async () => {
  const { people } = portal
  const document = await storeDocument(portal, people.clerk, {
    bytes: SAMPLE_FILES.pdf,
    categoryId: 2,
    typeId: 14,
    description: 'Wolfcamp wells',
  })
  await calls.index()
  expect(await calls.found(people.clerk, 'wolfcamp type:order')).toEqual([document])
  expect(await calls.found(people.clerk, 'wolfcamp order')).toEqual([])
  expect(await calls.found(people.clerk, 'wolfcamp')).toEqual([document])
  const administrator = contextOfPerson(portal.world, { ...people.administrator, isAdmin: true })
  await saveDescriptionTypes(administrator, {
    documentId: document,
    ifMatch: undefined,
    description: 'Spraberry wells',
    attachmentTypeId: undefined,
  })
  await calls.index()
  expect(await calls.found(people.clerk, 'wolfcamp')).toEqual([])
  expect(await calls.found(people.clerk, 'spraberry')).toEqual([document])
})

test('R14.16 documents that wait for the index are indexed together, and none is lost by a failure', async () => {
  const { people } = portal
  const form = { categoryId: 2, typeId: 14, description: 'Delaware wells' }
  const documents: number[] = []
  for (let count = 0; count < 25; count += 1)
    documents.push(await storeDocument(portal, people.clerk, { bytes: SAMPLE_FILES.pdf, ...form }))
  const waiting = async () => {
    const { rows } = await portal.pool.query(`SELECT FROM job WHERE kind = 'index-document' AND attempts = 0`)
    return rows.length
  }
  await calls.index()
  for (const id of documents) await queueChange(id)
  expect(await waiting()).toBe(25)
  const ending = new AbortController().signal
  const event = { name: 'document.changed', documentIds: documents.slice(0, 1) } as const
  const failing = { ...portal.world.searchIndex, put: () => Promise.reject(new Error('The disk is full.')) }
  const broken = { ...portal.world, searchIndex: failing }
  await expect(indexDocument.run(broken, event, ending)).rejects.toThrow('The disk is full.')
  expect(await waiting()).toBe(25)
  await indexDocument.run(portal.world, event, ending)
  expect(await waiting()).toBe(6)
  expect(await calls.found(people.clerk, 'delaware')).toHaveLength(25)
})

async function queueChange(documentId: number): Promise<void> {
  const event = { name: 'document.changed', documentIds: [documentId] } as const
  await portal.world.database.kysely
    .transaction()
    .execute((transaction) => queueEvent(portal.world, transaction, event))
}

test('R15.13 a new name of an owner or an agent reaches the index of their documents', async () => {
  const { counties, people } = portal
  const document = await calls.add({ county: counties.loving, by: people.clerk, name: 'Linked.pdf' })
  await portal.pool.query(
    `INSERT INTO organization VALUES (9001, 'Sandhill Royalty');
     INSERT INTO county_organization VALUES (${counties.loving}, 9001, 'Sandhill Royalty Ltd');
     INSERT INTO owner_value (county_id, appraisal_year, party_number, owner_name, cad_owner_id)
       VALUES (${counties.loving}, 2026, 9001, 'Sandhill', '4512-0033');
     INSERT INTO agent (agent_number, organization_name, legacy_code) VALUES (801, 'Duskwater Tax', '00Q');
     INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
       VALUES (${document}, 9001, 1, ${counties.loving}, now(), ${people.clerk.accountId});
     INSERT INTO document_agent (document_id, agent_number, relation_type_id, county_id, linked_at, linked_by)
       VALUES (${document}, 801, 1, ${counties.loving}, now(), ${people.clerk.accountId})`,
  )
  await indexAll()
  for (const q of [
    'owner:sandhill',
    'agent:duskwater',
    'agent:00Q',
    '9001',
    '4512-0033',
    'sandhill duskwater',
  ]) {
    expect([q, await calls.found(people.clerk, q)]).toEqual([q, [document]])
  }
  const indexChanges = async (change: string) => {
    await portal.pool.query(change)
    await queueChanged(portal.world)
    await calls.index()
  }
  await indexChanges(`UPDATE organization SET organization_name = 'Marl Royalty' WHERE party_number = 9001`)
  expect(await calls.found(people.clerk, 'owner:marl')).toEqual([document])
  await indexChanges(`UPDATE county_organization SET name = 'Gneiss Ltd' WHERE party_number = 9001`)
  expect(await calls.found(people.clerk, 'owner:gneiss')).toEqual([document])
  expect(await calls.found(people.clerk, 'owner:sandhill')).toEqual([])
  await indexChanges(`UPDATE agent SET organization_name = 'Brightwater' WHERE agent_number = 801`)
  expect(await calls.found(people.clerk, 'agent:brightwater')).toEqual([document])
  await indexChanges(`UPDATE owner_value SET cad_owner_id = '7777-01' WHERE party_number = 9001`)
  expect(await calls.found(people.clerk, '7777-01')).toEqual([document])
})

test('R15.17 documents from before the search are indexed, and again on request', async () => {
  const { counties, people } = portal
  const document = await calls.add({ county: counties.loving, by: people.clerk, name: 'Primordial.pdf' })
  expect(await calls.found(people.clerk, 'primordial')).toEqual([])
  await indexAll()
  expect(await calls.found(people.clerk, 'primordial')).toEqual([document])
  texts.set(document, ['Ordovician'])
  const [rebuild] = searchCommands
  const context = { ...portal.world, print: () => {}, progress: () => {}, readInput: async () => '' }
  await rebuild?.run(context, { values: {}, positionals: [], workingDirectory: '/' })
  await queueChanged(portal.world)
  await calls.index()
  expect(await calls.found(people.clerk, 'ordovician')).toEqual([document])
})

test('R15.17 a migration has every document indexed again by a job', async () => {
  const { counties, people } = portal
  const document = await calls.add({ county: counties.loving, by: people.clerk, name: 'Devonian.pdf' })
  await indexAll()
  texts.set(document, ['Silurian'])
  const migration = path.join(
    import.meta.dirname,
    '../../../engines/migrations/0148-index-appraisal-years.sql',
  )
  await portal.pool.query(await readFile(migration, 'utf8'))
  await calls.index()
  await calls.index()
  expect(await calls.found(people.clerk, 'silurian')).toEqual([document])
})

test('R15.17 a document of any id has its slice of the index, and is found with those of other slices', async () => {
  const { counties, people } = portal
  const old = await calls.add({ county: counties.loving, by: people.clerk, name: 'Slices.pdf' })
  const added = { county: counties.loving, by: people.clerk, name: 'Slices.pdf' }
  const later = await calls.add({ ...added, id: 600_000 })
  const latest = await calls.add({ ...added, id: 1_600_000 })
  const ending = new AbortController().signal
  const event = { name: 'document.recorded', documentIds: [old, later, latest] } as const
  await indexDocument.run(portal.world, event, ending)
  expect(await calls.found(people.clerk, 'slices')).toEqual([latest, later, old])
  await portal.pool.query('DELETE FROM document WHERE id >= 600000')
  await indexDocument.run(portal.world, event, ending)
})

test('R15.18 a word that most documents have is left out, and is refused alone', async () => {
  const { counties, people } = portal
  const document = await calls.add({
    county: counties.loving,
    by: people.clerk,
    name: 'Ubiquitous tally.pdf',
  })
  await indexAll()
  await portal.pool.query(
    `INSERT INTO search_word VALUES ($1, 'ubiquitous', 40000), ($1, '', 100000)
     ON CONFLICT (county_key, word) DO UPDATE SET documents = excluded.documents`,
    [counties.loving],
  )
  expect(await calls.search(people.clerk, { q: 'ubiquitous' })).toMatchObject({
    status: 400,
    body: { error: 'Too many documents have the word ubiquitous. Add another word.' },
  })
  expect((await calls.search(people.clerk, { q: 'Ubiquitous tally' })).body).toMatchObject({
    files: [{ FileID: document }],
    search: { leftOut: ['Ubiquitous'] },
  })
  expect((await calls.search(people.neighbor, { q: 'ubiquitous' })).status).toBe(200)
})

test('R15.19 a person runs two searches at a time, and further ones wait', async () => {
  const { colleague } = portal.people
  const { searchLimiter } = portal.world
  const [endOne, endOther] = [
    await searchLimiter.take(colleague.accountId),
    await searchLimiter.take(colleague.accountId),
  ]
  let isAnswered = false
  const waiting = calls.search(colleague, { q: 'anything' }).then(() => (isAnswered = true))
  expect((await calls.search(portal.people.clerk, { q: 'anything' })).status).toBe(200)
  expect(isAnswered).toBe(false)
  endOne()
  await waiting
  endOther()
})
