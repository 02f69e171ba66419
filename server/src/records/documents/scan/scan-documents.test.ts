import { afterEach, beforeEach, expect, test } from 'vitest'
import { openClamd } from '../../../engines/scanner/clamd.ts'
import { startFakeClamd, VIRUS_NAME } from '../../../testing/fake-clamd.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { CLEAN_PDF, INFECTED_PDF, scanCalls, type ScanCalls, SCANNED } from '../../../testing/scan-calls.ts'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { scanDocuments } from './scan-documents.job.ts'
import { claimScan } from '../../stored-files/scan/scan.repository.ts'
import { scanWarnings } from '../../stored-files/scan/scan.warnings.ts'

let portal: TestPortal<typeof SCANNED>
let scans: ScanCalls

beforeEach(async () => {
  portal = await testPortal(SCANNED)
  scans = scanCalls(portal)
})
afterEach(() => portal.close())

test('C16 files that came without the scanner are scanned automatically once it is back, and /readyz reports them meanwhile', async () => {
  await portal.scanner.stop()
  const clean = await scans.store(CLEAN_PDF, 'clean.pdf')
  const infected = await scans.store(INFECTED_PDF, 'infected.pdf')
  await portal.scanner.scanNow()
  expect((await scans.open(clean)).statusCode).toBe(503)
  expect(await warnings()).toEqual([
    expect.stringMatching(/^The virus scanner has not answered since 20/),
    '2 documents cannot be opened until the virus scanner finds them clean.',
  ])

  const back = await startFakeClamd({ port: portal.scanner.port })
  await portal.scanner.scanNow()
  await back.stop()
  expect((await scans.open(clean)).rawPayload.equals(CLEAN_PDF)).toBe(true)
  expect((await scans.open(infected)).json()).toMatchObject({
    code: 'document.infected',
    details: VIRUS_NAME,
  })
  expect(await portal.scanner.scanOf(clean)).toMatchObject({ scan_state: 'clean', scan_tries: 0 })
  const [mail] = await mailsTo(portal, portal.people.clerk.email)
  expect(mail?.text).toContain(`“infected.pdf”. A virus was found in it: ${VIRUS_NAME}.`)
  expect((await mailsTo(portal, portal.people.admin.email))[0]?.text).toContain(
    `It is file ${infected} and was blocked`,
  )
  const { rows } = await portal.pool.query(
    `SELECT who, after->>'finding' AS finding FROM ${AUDIT_AS_TOLD} WHERE what = 'virus found'`,
  )
  expect(rows).toEqual([{ who: 'virus scan', finding: VIRUS_NAME }])
})

test('while the scanner is unreachable nothing counts as an attempt, however often it is asked', async () => {
  await portal.scanner.stop()
  const fileId = await scans.store(CLEAN_PDF)
  for (let round = 0; round < 20; round++) await portal.scanner.scanNow()
  expect(await portal.scanner.scanOf(fileId)).toMatchObject({
    scan_state: 'pending',
    scan_tries: 0,
    scan_trouble: null,
  })
  const { rows } = await portal.pool.query(`SELECT FROM job WHERE kind = 'scan-documents'`)
  expect(rows).toEqual([])
})

test('a file that the scanner fails on is retried after growing pauses, and delays nothing else', async () => {
  portal.scanner.be('fail')
  const fileId = await scans.store(CLEAN_PDF)
  const other = await scans.store(CLEAN_PDF)
  await portal.scanner.scanNow()
  await portal.scanner.scanNow()
  expect(await portal.scanner.scanOf(fileId)).toMatchObject({
    scan_state: 'pending',
    scan_trouble: 'stream: Allocation failed. ERROR',
    scan_tries: 3,
  })
  const { rows } = await portal.pool.query(
    `SELECT round(extract(epoch FROM scan_due - now()) / 60)::integer AS minutes FROM stored_object`,
  )
  expect(rows).toEqual([{ minutes: 4 }, { minutes: 4 }])
  expect(await warnings()).toContain(
    'The virus scanner could not check 2 documents to the end: too large, or the scanner failed. See portal scan.',
  )
  portal.scanner.be('scan')
  await portal.scanner.scanNow()
  expect([(await scans.open(fileId)).statusCode, (await scans.open(other)).statusCode]).toEqual([200, 200])
  expect(await warnings()).toEqual([])
})

test('new files are scanned before files that the scanner failed on, however long those are due', async () => {
  portal.scanner.be('fail')
  const tried = await scans.store(CLEAN_PDF)
  await portal.scanner.stop()
  const untried = await scans.store(CLEAN_PDF)
  await portal.pool.query(`UPDATE stored_object SET scan_due = now() - make_interval(hours => scan_tries)`)
  const order = [await claimScan(portal.world.database.kysely), await claimScan(portal.world.database.kysely)]
  const { rows } = await portal.pool.query<{ id: number }>(
    'SELECT id FROM document JOIN unnest($1::text[]) WITH ORDINALITY AS k (key, at) ON storage_key = k.key ORDER BY at',
    [order.map((each) => each?.key)],
  )
  expect(rows.map(({ id }) => id)).toEqual([untried, tried])
})

test('a server that stops does not wait for the scanner, and the next one scans its files', async () => {
  await portal.scanner.stop()
  const fileId = await scans.store(CLEAN_PDF)
  const slow = await startFakeClamd({ port: portal.scanner.port })
  slow.be('slow')
  await portal.world.scanner?.probe()
  await portal.pool.query('UPDATE stored_object SET scan_due = now()')
  const asked = performance.now()
  await scanDocuments.run(portal.world, {}, AbortSignal.timeout(300))
  expect(performance.now() - asked).toBeLessThan(60_000)
  expect(await portal.scanner.scanOf(fileId)).toMatchObject({
    scan_state: 'pending',
    scan_tries: 0,
    scan_trouble: null,
  })
  slow.be('scan')
  await portal.scanner.scanNow()
  await slow.stop()
  expect(await portal.scanner.scanOf(fileId)).toMatchObject({ scan_state: 'clean' })
})

test('files from before there was a scanner are served, scanned in the background, and blocked if a virus is found', async () => {
  const clean = await scans.store(CLEAN_PDF)
  portal.scanner.be('fail')
  const infected = await scans.store(INFECTED_PDF)
  await portal.pool.query(`UPDATE stored_object SET scan_state = 'none', scan_trouble = NULL, scan_tries = 0`)
  await portal.scanner.scanNow()
  expect((await scans.open(infected)).statusCode).toBe(200)
  expect(await portal.scanner.scanOf(infected)).toMatchObject({ scan_state: 'none', scan_tries: 1 })
  portal.scanner.be('scan')
  await portal.scanner.scanNow()
  expect((await scans.open(clean)).statusCode).toBe(200)
  expect((await scans.open(infected)).statusCode).toBe(409)
  expect(await mailsTo(portal, portal.people.admin.email)).toHaveLength(1)
  await portal.scanner.scanNow()
  expect(await mailsTo(portal, portal.people.admin.email)).toHaveLength(1)
})

test('without a scanner, waiting files keep waiting, and /readyz says so', async () => {
  await portal.scanner.stop()
  await scans.store(CLEAN_PDF)
  expect((await scanWarnings.collect({ ...portal.world, scanner: null })).map(({ text }) => text)).toEqual([
    '1 document cannot be opened until the virus scanner finds it clean, but no scanner is connected.',
  ])
})

test('two servers share the due files', async () => {
  await portal.scanner.stop()
  const files = [await scans.store(CLEAN_PDF), await scans.store(CLEAN_PDF), await scans.store(CLEAN_PDF)]
  const back = await startFakeClamd({ port: portal.scanner.port })
  const scanner = openClamd({ host: '127.0.0.1', port: back.port }, { clock: portal.clock })
  await portal.pool.query('UPDATE stored_object SET scan_due = now()')
  const world = { ...portal.world, scanner }
  const { signal } = new AbortController()
  await Promise.all([scanDocuments.run(world, {}, signal), scanDocuments.run(world, {}, signal)])
  expect(back.scanned()).toBe(files.length)
  await back.stop()
  for (const fileId of files) expect((await scans.open(fileId)).statusCode).toBe(200)
})

async function warnings(): Promise<string[]> {
  portal.clock.advance(60_000)
  const answer = await portal.app.inject({ url: '/readyz' })
  const all = answer.json<{ warnings: string[] }>().warnings
  return all.filter((line) => /scan|check/.test(line))
}
