import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '../../engines/jobs/jobs.ts'
import { runJobs } from '../../engines/jobs/run-jobs.ts'
import type { World } from '../context.ts'
import { subscriberJobs } from '../documents/document-events.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { madePdf } from '../../testing/made-pdf.ts'
import { runDueJobs } from '../../testing/mailbox.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { runCommand } from '../../testing/run-command.ts'
import { queueDueTexts, queueTexts } from './queue-texts.ts'
import { readDocumentText, readPageTexts, readPartlyRead } from './read-text.repository.ts'
import { readTexts } from './read-texts.job.ts'
import { countTexts } from './text-state.repository.ts'
import { requeueTexts, sweepTexts } from './text-sweep.repository.ts'
import { textCommands } from './texts.commands.ts'
import { claimText, storeText } from './texts.repository.ts'
import { textWarnings } from './texts.warnings.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, documentSubscribers: [queueTexts] })
  bin = binCalls(portal)
})
afterAll(() => portal.close())

const textOf = (documentId: number) => readDocumentText(portal.world.database.kysely, documentId)
const pagesOf = (documentId: number) =>
  readPageTexts(portal.world.database.kysely, documentId, { from: 1, to: 10 })

async function storeAndRead(bytes: Buffer): Promise<number> {
  const documentId = await bin.store(portal.people.clerk, bytes)
  await runDueJobs(portal)
  await runDueJobs(portal)
  return documentId
}

test('R14.1 the text of a PDF is stored with the places of its words', async () => {
  const file = await storeAndRead(await madePdf({ pages: ['Peña Ranch 4512-0033-00', '', 'Third page'] }))
  expect(await textOf(file)).toEqual({
    state: 'read',
    reason: null,
    pageCount: 3,
    ocrPages: 0,
    characters: 33,
  })
  const [first, third] = await pagesOf(file)
  expect(first).toMatchObject({ page: 1, text: 'Peña Ranch 4512-0033-00' })
  expect(third).toMatchObject({ page: 3, text: 'Third page' })
  expect(first?.words.map(({ at, length }) => first.text.slice(at, at + length))).toEqual([
    'Peña',
    'Ranch',
    '4512-0033-00',
  ])
  const [left, top, width, height] = first?.words[0]?.box ?? []
  expect(left).toBeGreaterThan(115)
  expect(left).toBeLessThan(121)
  expect(top).toBeGreaterThan(88)
  expect(top).toBeLessThan(98)
  expect(width).toBeGreaterThan(35)
  expect(height).toBeGreaterThan(5)
})

test('R14.1 the text goes with its document', async () => {
  const file = await storeAndRead(await madePdf({ pages: ['Gone tomorrow'] }))
  await bin.moveToBin(file)
  expect(await textOf(file)).toMatchObject({ state: 'read' })
  await bin.deleteForGood(file)
  expect(await textOf(file)).toBeNull()
  expect(await pagesOf(file)).toEqual([])
})

/** Documents whose text waits, in the order of their upload. */
async function storeWaiting(count: number): Promise<number[]> {
  await portal.pool.query(`UPDATE document_text SET state = 'read', reason = NULL`)
  const files: number[] = []
  for (let nth = 0; nth < count; nth++) files.push(await bin.store())
  await runDueJobs(portal, [queueJob])
  return files
}
const [queueJob] = subscriberJobs([queueTexts]) as [Job<World>]
const claim = async (hasScanner = false) =>
  (await claimText(portal.world.database.kysely, hasScanner))?.documentId ?? null

test('R14.6 the newest document is read first, and each by one process only', async () => {
  const [first, second] = await storeWaiting(2)
  const claims = await Promise.all([claim(), claim(), claim()])
  expect(new Set(claims)).toEqual(new Set([first, second, null]))
  await portal.pool.query(`UPDATE document_text SET claimed_until = NULL`)
  expect(await claim()).toBe(second)
})

test('R14.6 the text of a killed worker is read by the next one, and the attempt does not count', async () => {
  const [file = 0] = await storeWaiting(1)
  expect(await claim()).toBe(file)
  expect(await claim()).toBeNull()
  await portal.pool.query(`UPDATE document_text SET claimed_until = now() - interval '1 second'`)
  await queueDueTexts(portal.world)
  await runDueJobs(portal)
  const { rows } = await portal.pool.query(
    'SELECT state, attempts FROM document_text WHERE document_id = $1',
    [file],
  )
  expect(rows).toEqual([{ state: 'read', attempts: 0 }])
})

test('R14.6 a process that stops leaves its text to the next one, at once', async () => {
  const [file = 0] = await storeWaiting(1)
  const stopping = new AbortController()
  const stop = () => {
    unsubscribe('child_process', stop)
    setImmediate(() => stopping.abort())
  }
  subscribe('child_process', stop)
  await expect(readTexts.run(portal.world, {}, stopping.signal)).rejects.toThrow('aborted')
  expect(await claim()).toBe(file)
  expect(await readdir(join(portal.folder, 'reading'))).toEqual([])
})

test('R1.102 a process that stops kills the child of its job, which waits again without a counted attempt', async () => {
  const [file = 0] = await storeWaiting(1)
  const started = Promise.withResolvers<ChildProcess>()
  const onChild = (message: unknown) => {
    unsubscribe('child_process', onChild)
    started.resolve((message as { process: ChildProcess }).process)
  }
  subscribe('child_process', onChild)
  const jobs = runJobs(portal.world, { jobs: [readTexts], regular: [] })
  const child = await started.promise
  await jobs.stop()
  expect(child.signalCode).toBe('SIGKILL')
  const { rows } = await portal.pool.query(
    `SELECT attempts, leased_until, last_error FROM job WHERE kind = 'read-texts'`,
  )
  expect(rows).toEqual([{ attempts: 0, leased_until: null, last_error: null }])
  expect(await claim()).toBe(file)
  expect(portal.log.join('\n')).not.toContain('A job failed.')
})

test('R14.7 a document is read only when it may be downloaded, and with a scanner only when it is clean', async () => {
  const [file = 0] = await storeWaiting(1)
  const scanned = (state: string) =>
    portal.pool.query(
      `UPDATE stored_object SET scan_state = $2 FROM document WHERE storage_key = key AND document.id = $1`,
      [file, state],
    )
  for (const state of ['pending', 'infected']) {
    await scanned(state)
    expect([await claim(), await claim(true)]).toEqual([null, null])
  }
  await scanned('none')
  expect(await claim(true)).toBeNull()
  await scanned('clean')
  expect(await claim(true)).toBe(file)
})

test('R14.8 documents from before the upgrade are queued, and unreadable ones again by newer readers', async () => {
  const [lost = 0, old = 0, kept = 0] = await storeWaiting(3)
  await portal.pool.query(
    `DELETE FROM document_text WHERE document_id = ${lost};
     UPDATE document_text SET state = 'unreadable', reason = 'damaged', engine_version = 0 WHERE document_id = ${old};
     UPDATE document_text SET state = 'unreadable', reason = 'damaged', engine_version = 99 WHERE document_id = ${kept};
     DELETE FROM text_sweep`,
  )
  await sweepTexts(portal.world.database.kysely)
  expect(await Promise.all([lost, old, kept].map(async (file) => (await textOf(file))?.state))).toEqual([
    'waiting',
    'waiting',
    'unreadable',
  ])
  await portal.pool.query(`DELETE FROM document_text WHERE document_id = ${lost}`)
  await sweepTexts(portal.world.database.kysely)
  expect(await textOf(lost)).toBeNull()
  await portal.pool.query(`UPDATE text_sweep SET ended_at = now() - interval '25 hours'`)
  await sweepTexts(portal.world.database.kysely)
  expect(await textOf(lost)).toMatchObject({ state: 'waiting' })
})

test('R14.9 text rebuild reads texts again, and text state counts them', async () => {
  const [file = 0, other = 0] = await storeWaiting(2)
  await portal.pool.query(
    `UPDATE document_text SET state = 'read' WHERE document_id = ${file};
     UPDATE document_text SET state = 'unreadable', reason = 'password' WHERE document_id = ${other}`,
  )
  const before = await runCommand(portal.world, textCommands, { words: ['text', 'state'] })
  expect(before.json).toMatchObject({ waiting: 0, unreadable: { password: 1 }, notQueued: 0 })
  await runCommand(portal.world, textCommands, { words: ['text', 'rebuild', '--unreadable'] })
  expect([await textOf(file), await textOf(other)]).toMatchObject([{ state: 'read' }, { state: 'waiting' }])
  await runCommand(portal.world, textCommands, { words: ['text', 'rebuild', '--document', String(file)] })
  expect(await textOf(file)).toMatchObject({ state: 'waiting' })
  await expect(
    runCommand(portal.world, textCommands, { words: ['text', 'rebuild', '--document', '1e3'] }),
  ).rejects.toThrow('takes the number of a document')
})

test('R14.20 a partly read document is counted until it is read again', async () => {
  const { kysely } = portal.world.database
  const documentId = await bin.store(portal.people.clerk, await madePdf({ pages: ['Twelve pages'] }))
  await runDueJobs(portal, subscriberJobs([queueTexts]))
  const store = (unreadPages: number) =>
    kysely.transaction().execute(async (transaction) => {
      await requeueTexts(transaction, { isUnreadable: false, documentId })
      const pages = [{ text: 'First page', boxes: '' }]
      return storeText(transaction, documentId, {
        pageCount: 12,
        ocrPages: 1,
        unreadPages,
        pages,
        attempts: 0,
      })
    })
  const counts = async () => [
    (await countTexts(kysely)).partlyRead,
    (await runCommand(portal.world, textCommands, { words: ['text', 'state'] })).json,
  ]
  expect(await store(5)).toBe(true)
  expect(await readPartlyRead(kysely, documentId)).toEqual({ read: 7, pages: 12 })
  expect(await counts()).toEqual([1, expect.objectContaining({ partlyRead: 1 })])
  expect(await store(0)).toBe(true)
  expect(await readPartlyRead(kysely, documentId)).toBeNull()
  expect(await counts()).toEqual([0, expect.objectContaining({ partlyRead: 0 })])
})

test('R14.19 the portal warns when a text waits for ten minutes, others arrive, and none is read', async () => {
  await storeWaiting(2)
  const codes = async () => (await textWarnings.collect(portal.world)).map(({ code }) => code)
  const { pool } = portal
  await pool.query(
    `UPDATE document_text SET read_at = now() - interval '11 minutes' WHERE read_at IS NOT NULL`,
  )
  expect(await codes()).toEqual([])
  await pool.query(
    `UPDATE document_text SET queued_at = now() - interval '11 minutes'
     WHERE document_id = (SELECT min(document_id) FROM document_text WHERE state = 'waiting')`,
  )
  expect(await codes()).toEqual(['texts-are-delayed'])
  await pool.query('UPDATE document_text SET read_at = now() WHERE read_at IS NOT NULL')
  expect(await codes()).toEqual([])
})

test('R14.10 the portal warns when texts wait and none was read for an hour', async () => {
  await storeWaiting(1)
  const warnings = () => textWarnings.collect(portal.world)
  await portal.pool.query(
    `UPDATE document_text SET read_at = now() - interval '2 hours' WHERE read_at IS NOT NULL`,
  )
  expect(await warnings()).toEqual([])
  await portal.pool.query(`UPDATE document_text SET queued_at = now() - interval '61 minutes'`)
  expect(await warnings()).toEqual([
    { code: 'texts-are-late', text: 'No text was read for an hour, but 1 document waits for it.' },
  ])
})
