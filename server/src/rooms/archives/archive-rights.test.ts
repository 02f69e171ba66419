import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BACKGROUND } from '../../background.ts'
import { MissingBytes } from '../../engines/storage/storage.ts'
import type { ZipEntry } from '../../engines/zip/zip-bytes.ts'
import { accessOf } from '../../records/access/rights.ts'
import type { PersonContext } from '../../records/context.ts'
import { archiveCalls, readArchive } from '../../testing/archive-calls.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { archiveEntries } from './archive-entries.ts'
import { takeArchivePlace } from './archive-place.ts'

const MINUTE_MS = 60_000
const OPTIONS = { ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off', ARCHIVE_PLACES: '3' } } as const

let portal: TestPortal<typeof OPTIONS>
let calls: ReturnType<typeof archiveCalls>
beforeAll(async () => {
  portal = await testPortal(OPTIONS)
  calls = archiveCalls(portal)
})
afterAll(() => portal.close())

const store = (fileName: string, countyId = portal.counties.loving) =>
  storeDocument(portal, portal.people.administrator, { fileName, countyId })

/** The context of a person of Loving in their own session. */
async function contextOf(person: TestPerson): Promise<PersonContext> {
  const { loving } = portal.counties
  const context = contextOfPerson(portal.world, { ...person, countyId: loving })
  const { rows } = await portal.pool.query<{ id: number }>(
    'SELECT max(id) AS id FROM session WHERE account_id = $1',
    [person.accountId],
  )
  const { actor } = context
  const access = accessOf({ role: 'user', countyIds: [loving] })
  const session = { id: rows[0]?.id ?? 0, provenAt: null }
  return { ...context, actor: { ...actor, session, person: { ...actor.person, ...access } } }
}

/** Reads an entry to its end. */
async function textOf({ next }: ZipEntry): Promise<string> {
  const pieces: string[] = []
  for (;;) {
    const piece = await next(() => Buffer.alloc(65_536))
    if (piece === null) return pieces.join('')
    pieces.push(piece.toString())
  }
}

/** The other entries by their names, the lists with their texts. */
async function rest(entries: AsyncGenerator<ZipEntry, void>): Promise<[name: string, text: string][]> {
  const found: [string, string][] = []
  for await (const entry of entries) found.push([entry.name, await textOf(entry)])
  return found
}

test('R21.10 V8.3.2 a person who gets another county meanwhile has only its files from then on', async () => {
  const { counties, pool } = portal
  const person = await portal.addPerson({ email: 'moves@loving.example', countyId: counties.loving })
  const [first, lost, gained] = [
    await store('first.pdf'),
    await store('lost.pdf'),
    await store('gained.pdf', counties.winkler),
  ]
  const entries = archiveEntries(await contextOf(person), [first, lost, gained])
  const { value } = await entries.next()
  expect(value?.name).toBe('first.pdf')
  value?.close()
  await pool.query('UPDATE account SET county_id = $2 WHERE id = $1', [person.accountId, counties.winkler])
  const found = await rest(entries)
  expect(found.map(([name]) => name)).toEqual(['gained.pdf', 'manifest.csv', 'left-out.csv'])
  expect(found[2]?.[1]).toContain(`\r\n${lost},,This file does not exist.\r\n`)
})

test('R21.10 R21.13 a file that is permanently deleted while it is opened is left out', async () => {
  const { clerk } = portal.people
  const [gone, good] = [await store('gone.pdf'), await store('good.pdf')]
  vi.spyOn(portal.world.storage, 'read').mockImplementationOnce(async () => {
    await portal.pool.query('DELETE FROM document WHERE id = $1', [gone])
    throw new MissingBytes('deleted')
  })
  const found = await rest(archiveEntries(await contextOf(clerk), [gone, good]))
  expect(found.map(([name]) => name)).toEqual(['good.pdf', 'manifest.csv', 'left-out.csv'])
  expect(found[2]?.[1]).toContain(`\r\n${gone},,This file does not exist.\r\n`)
})

test('R21.14 the pieces of a file that a reader takes keep the session active', async () => {
  const { clerk } = portal.people
  const entries = archiveEntries(await contextOf(clerk), [await store('pieces.pdf')])
  const { value } = await entries.next()
  portal.clock.advance(2 * MINUTE_MS)
  await value?.next(() => Buffer.alloc(65_536))
  value?.close()
  const { rows } = await portal.pool.query<{ at: Date }>(
    'SELECT max(last_seen_at) AS at FROM session WHERE account_id = $1',
    [clerk.accountId],
  )
  expect(rows[0]?.at).toEqual(portal.clock.now())
})

test('R21.8 a server opens ARCHIVE_PLACES archives at once, for all people together', async () => {
  const { clerk, colleague, neighbor } = portal.people
  const ids = [await store('place.pdf')]
  const taken = [clerk, clerk, colleague].map((person) =>
    takeArchivePlace(contextOfPerson(portal.world, person)),
  )
  try {
    const refused = await calls.prepare(neighbor, { ids })
    expect([refused.status, refused.body.code]).toEqual([429, 'archive.too_many'])
    taken.pop()?.()
    expect((await calls.prepare(neighbor, { ids })).status).toBe(200)
  } finally {
    for (const leave of taken) leave()
  }
})

test('R21.7 the archives of one person replace none of another, and the same key replaces its own', async () => {
  const { clerk, colleague } = portal.people
  const [old, young] = [await store('old.pdf'), await store('young.pdf')]
  const key = randomUUID()
  await calls.prepare(colleague, { ids: [old] }, key)
  for (let n = 0; n < 6; n += 1) {
    portal.clock.advance(1000)
    await calls.prepare(clerk, { ids: [young] }, n === 5 ? key : randomUUID())
  }
  const namesFor = async (person: TestPerson) =>
    readArchive((await calls.download(person, key)).rawPayload).names
  expect(await namesFor(colleague)).toEqual(['old.pdf', 'manifest.csv'])
  await calls.prepare(colleague, { ids: [old, young] }, key)
  expect(await namesFor(colleague)).toEqual(['old.pdf', 'young.pdf', 'manifest.csv'])
  expect(await namesFor(clerk)).toEqual(['young.pdf', 'manifest.csv'])
})

test('R21.7 an archive can be downloaded for 59 minutes and not for 61, and the server deletes it then', async () => {
  const person = await portal.addPerson({ email: 'hour@loving.example', countyId: portal.counties.loving })
  const { key } = await calls.prepare(person, { ids: [await store('hour.pdf')] })
  const stored = async () =>
    (await portal.pool.query('SELECT FROM document_archive WHERE account_id = $1', [person.accountId]))
      .rowCount
  const sweep = async () => {
    for (const { everyMs, run } of BACKGROUND.regular)
      if (everyMs === 60 * MINUTE_MS) await run(portal.world, new AbortController().signal)
  }
  portal.clock.advance(59 * MINUTE_MS)
  await sweep()
  expect((await calls.download(person, key)).statusCode).toBe(200)
  portal.clock.advance(2 * MINUTE_MS)
  expect((await calls.download(person, key)).statusCode).toBe(404)
  expect(await stored()).toBe(1)
  await sweep()
  expect(await stored()).toBe(0)
})
