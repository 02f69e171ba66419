import { randomUUID } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import {
  listDroppedFiles,
  markDroppedFileDone,
  reopenDroppedFile,
  type DroppedFile,
} from '@portal/contract/ingestion/drop-folder.ts'
import { listHistory } from '@portal/contract/history/history.ts'
import { countRequests } from '@portal/contract/requests/requests.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectInvariants } from '../../../testing/invariants.ts'
import { LOVING } from '../../../testing/loving.ts'
import { contextOfPerson } from '../../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { waitForBlocked } from '../../../testing/wait-for-blocked.ts'
import { listDroppedFiles as listFor, markDone, reopen } from './dropped-files.usecases.ts'

const { pdf } = SAMPLE_FILES

const NO_FILE = { droppedFileID: randomUUID(), at: '2026-03-01T00:00:00.000Z' }
type Seen = Pick<DroppedFile, 'droppedFileID' | 'at'>

let portal: TestPortal<{ cast: typeof LOVING; dropFolder: true }>
let admin: TestPerson
beforeEach(async () => {
  portal = await testPortal({ cast: LOVING, dropFolder: true })
  admin = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterEach(() => portal.close())

async function list(query: Record<string, string> = {}): Promise<ResultOf<typeof listDroppedFiles>> {
  const answer = await portal.call(admin, listDroppedFiles, { query })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json()
}
const done = ({ droppedFileID: droppedFileId, at }: Seen, by = admin) =>
  portal.call(by, markDroppedFileDone, { params: { droppedFileId }, payload: { at } })

const counted = async () =>
  (await portal.call(admin, countRequests)).json<ResultOf<typeof countRequests>>().droppedFiles

const warnings = async () =>
  (await portal.app.inject('/readyz'))
    .json<{ warnings: string[] }>()
    .warnings.filter((line) => line.includes('changed after filing'))

/** Drops a file that is refused, and one that changes after it was filed. */
async function refuseAndChange(): Promise<void> {
  await portal.dropFolder.drop('notes.txt', 'words')
  await portal.dropFolder.look()
  portal.clock.advance(60_000)
  await portal.dropFolder.drop('scan.pdf', pdf)
  await portal.dropFolder.drop('fine.pdf', pdf)
  await portal.dropFolder.look()
  await appendFile(join(portal.dropFolder.folder, 'done', '2026-03-10', 'scan.pdf'), '\n% page 2')
  await portal.dropFolder.look()
}

/** Adds refused files, each a minute newer than the one before. */
async function addRefused(countyId: number, names: readonly string[]): Promise<void> {
  await portal.pool.query(
    `INSERT INTO drop_file (id, county_id, folder, file_name, taken_at, state, reason, put_away_at)
     SELECT gen_random_uuid(), $1, 'folder', name, '2026-03-01'::timestamptz + place * interval '1 minute', 'refused',
       'This type of file is not accepted.', now()
     FROM unnest($2::text[]) WITH ORDINALITY AS x (name, place)`,
    [countyId, names],
  )
}

test('R11.28 lists refused files and files that changed after filing, the newest first, and counts them', async () => {
  await refuseAndChange()
  const { isSetUp, open, files, next } = await list()
  expect({ isSetUp, open, next }).toEqual({ isSetUp: true, open: 2, next: null })
  const county = { countyID: portal.counties.loving, countyName: 'Loving', doneAt: null, doneBy: null }
  expect(files).toEqual([
    expect.objectContaining({ ...county, fileName: 'scan.pdf', state: 'changed', reason: null }),
    expect.objectContaining({ ...county, fileName: 'notes.txt', state: 'refused', fileID: null }),
  ])
  const [changed, refused] = files
  expect((await portal.documents()).map(({ id }) => id)).toContain(changed?.fileID)
  expect(refused?.reason).toContain('notes.txt')
  expect(await counted()).toBe(2)
})

test('R11.29 a file that is marked as done leaves the list, the count and the warning, and is recorded once', async () => {
  await refuseAndChange()
  const [changed, refused] = (await list()).files
  if (!changed || !refused) throw new Error('Two files are open.')
  expect(await warnings()).toHaveLength(1)
  const marked = await done(changed)
  const { doneAt, doneBy } = marked.json<DroppedFile>()
  expect(doneBy).toBe(admin.email)
  expect((await list()).files.map(({ fileName }) => fileName)).toEqual(['notes.txt'])
  expect(await counted()).toBe(1)
  await portal.dropFolder.look()
  expect(await warnings()).toEqual([])

  portal.clock.advance(60_000)
  const both = await Promise.all([done(refused), done(refused)])
  const again = await done(changed)
  expect([...both, again].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(again.json()).toMatchObject({ doneAt, doneBy })
  expect(await counted()).toBe(0)
  expect((await list({ state: 'done' })).files.map(({ fileName }) => fileName)).toEqual([
    'notes.txt',
    'scan.pdf',
  ])
  const { happenings } = (await portal.call(admin, listHistory)).json<ResultOf<typeof listHistory>>()
  const acts = happenings.filter(({ kind }) => kind === 'drop_file.done')
  expect(acts.map(({ who, what, FileID, CountyID }) => ({ who, what, FileID, CountyID }))).toEqual([
    {
      who: admin.email,
      what: 'marked a file of the drop folder as done: notes.txt',
      FileID: null,
      CountyID: portal.counties.loving,
    },
    {
      who: admin.email,
      what: 'marked a file of the drop folder as done: scan.pdf',
      FileID: changed.fileID,
      CountyID: portal.counties.loving,
    },
  ])
  await expectInvariants(portal)
})

test('R9.6 Undo opens a file again, in list, count and warning, and both acts are recorded once', async () => {
  await refuseAndChange()
  const [changed] = (await list()).files
  if (!changed) throw new Error('A file is open.')
  const undo = (by = admin) =>
    portal.call(by, reopenDroppedFile, { params: { droppedFileId: changed.droppedFileID } })
  await done(changed)
  expect((await undo(portal.people.clerk)).statusCode).toBe(403)
  expect(await counted()).toBe(1)
  portal.clock.advance(60_000)
  const both = await Promise.all([undo(), undo()])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await undo()).json()).toMatchObject({ doneAt: null, doneBy: null })
  expect((await list()).files.map(({ fileName }) => fileName)).toEqual(['scan.pdf', 'notes.txt'])
  expect((await list({ state: 'done' })).files).toEqual([])
  expect(await counted()).toBe(2)
  await portal.dropFolder.look()
  expect(await warnings()).toHaveLength(1)
  const { happenings } = (await portal.call(admin, listHistory)).json<ResultOf<typeof listHistory>>()
  expect(happenings.filter(({ kind }) => kind.startsWith('drop_file')).map(({ what }) => what)).toEqual([
    'opened a file of the drop folder again: scan.pdf',
    'marked a file of the drop folder as done: scan.pdf',
  ])
  expect((await done(changed)).statusCode).toBe(200)
  expect(await counted()).toBe(1)
})

test('R11.29 a file that changes again after it was marked as done is open again', async () => {
  await refuseAndChange()
  const [changed] = (await list()).files
  if (!changed) throw new Error('A file is open.')
  await done(changed)
  expect(await counted()).toBe(1)
  portal.clock.advance(60_000)
  await portal.dropFolder.look()
  expect(await counted()).toBe(1)
  await appendFile(join(portal.dropFolder.folder, 'done', '2026-03-10', 'scan.pdf'), '\n% page 3')
  await portal.dropFolder.look()
  await portal.dropFolder.look()
  const open = (await list()).files
  expect(open.map(({ fileName, doneAt }) => [fileName, doneAt])).toEqual([
    ['scan.pdf', null],
    ['notes.txt', null],
  ])
  expect(await counted()).toBe(2)
  expect(await warnings()).toHaveLength(1)
  expect((await list({ state: 'done' })).files).toEqual([])
  portal.clock.advance(60_000)
  const [again] = open
  if (!again) throw new Error('The file is open again.')
  expect((await done(again)).json<DroppedFile>().doneAt).toBe(portal.clock.now().toISOString())
  await portal.dropFolder.look()
  expect([await counted(), await warnings()]).toEqual([1, []])
})

test('R11.51 Done on a file that changed or was decided after the person saw it is refused in one sentence', async () => {
  await refuseAndChange()
  const [seen, refused] = (await list()).files
  if (!seen || !refused) throw new Error('Two files are open.')
  portal.clock.advance(60_000)
  await portal.pool.query('UPDATE drop_file SET changed_at = $2 WHERE id = $1', [
    seen.droppedFileID,
    portal.clock.now(),
  ])
  const late = await done(seen)
  expect([late.statusCode, late.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'drop_folder.changed',
      error: 'This file has changed or was marked as done in the meantime. Look at it again in the list.',
    }),
  ])
  expect(await counted()).toBe(2)
  const other = await portal.addPerson({ email: 'other@staff.example', role: 'administrator' })
  const both = await Promise.all([done(refused), done(refused, other)])
  expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  expect(await counted()).toBe(1)
  await expectInvariants(portal)
})

test('R11.51 a file that changes while Done waits for it stays open', async () => {
  await refuseAndChange()
  const [seen] = (await list()).files
  if (!seen) throw new Error('A file is open.')
  portal.clock.advance(60_000)
  const client = await portal.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('UPDATE drop_file SET changed_at = $2 WHERE id = $1', [
      seen.droppedFileID,
      new Date(portal.clock.now().getTime() - 1),
    ])
    const answer = done(seen)
    await waitForBlocked(portal)
    await client.query('COMMIT')
    expect((await answer).statusCode).toBe(409)
  } finally {
    client.release()
  }
  expect(await counted()).toBe(2)
})

test('R11.28 a page has 50 files, and its cursor leads to the rest although others are marked meanwhile', async () => {
  await addRefused(
    portal.counties.loving,
    Array.from({ length: 52 }, (_, at) => `${at + 1}.exe`),
  )
  const first = await list()
  expect(first.files.map(({ fileName }) => fileName).slice(0, 2)).toEqual(['52.exe', '51.exe'])
  expect(first.files).toHaveLength(50)
  await done(first.files[0] ?? NO_FILE)
  const second = await list({ after: first.next ?? '' })
  expect(second.files.map(({ fileName }) => fileName)).toEqual(['2.exe', '1.exe'])
  expect({ open: second.open, next: second.next }).toEqual({ open: 51, next: null })
  expect((await portal.call(admin, listDroppedFiles, { query: { after: 'x' } })).statusCode).toBe(400)
})

test('R11.28 a changed file that somebody took away needs nobody, and neither does a filed one', async () => {
  await refuseAndChange()
  await portal.pool.query(`UPDATE drop_file SET lies_in = NULL, lies_as = NULL WHERE file_name = 'scan.pdf'`)
  expect((await list()).files.map(({ fileName }) => fileName)).toEqual(['notes.txt'])
  const { rows } = await portal.pool.query<{ id: string }>(
    `SELECT id FROM drop_file WHERE file_name = 'fine.pdf'`,
  )
  for (const droppedFileID of [rows[0]?.id ?? '', randomUUID()])
    expect((await done({ ...NO_FILE, droppedFileID })).statusCode).toBe(404)
  for (const wrong of [{ droppedFileID: 'x' }, { at: 'yesterday' }])
    expect((await done({ ...NO_FILE, ...wrong })).statusCode).toBe(400)
})

test('R11.28 the list is for administrators, and each query keeps to the counties of the caller', async () => {
  const { clerk } = portal.people
  const manager = await portal.addPerson({
    email: 'chief@loving.example',
    role: 'manager',
    countyId: portal.counties.loving,
  })
  const { CountyID: winkler } = await portal.addCounty('Winkler')
  await addRefused(portal.counties.loving, ['own.exe'])
  await addRefused(winkler, ['other.exe'])
  const other = (await list()).files.find(({ fileName }) => fileName === 'other.exe')
  for (const person of [clerk, manager]) {
    expect((await portal.call(person, listDroppedFiles)).statusCode).toBe(403)
    expect((await done(other ?? NO_FILE, person)).statusCode).toBe(403)
  }
  // As if a person of one county had the right.
  const context = contextOfPerson(portal.world, {
    ...manager,
    role: 'manager',
    countyId: portal.counties.loving,
  })
  const { open, files } = await listFor(context, {})
  expect({ open, names: files.map(({ fileName }) => fileName) }).toEqual({ open: 1, names: ['own.exe'] })
  await expect(
    markDone(context, { droppedFileId: other?.droppedFileID ?? '', at: other?.at ?? '' }),
  ).rejects.toThrow('There is no such file')
  await expect(reopen(context, { droppedFileId: other?.droppedFileID ?? '' })).rejects.toThrow(
    'There is no such file',
  )
  expect(await counted()).toBe(2)
})
