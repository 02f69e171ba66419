import { callPath } from '@portal/contract/call-path.ts'
import {
  checkAgain,
  listUnopenable,
  listVirusChecks,
  removeInfected,
  type VirusCheck,
} from '@portal/contract/files/virus-checks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { VIRUS_NAME } from '../../../testing/fake-clamd.ts'
import { mailsTo, runDueJobs } from '../../../testing/mailbox.ts'
import { CLEAN_PDF, INFECTED_PDF, scanCalls, type ScanCalls, SCANNED } from '../../../testing/scan-calls.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

let portal: TestPortal<typeof SCANNED>
let scans: ScanCalls

beforeEach(async () => {
  portal = await testPortal(SCANNED)
  scans = scanCalls(portal)
})
afterEach(() => portal.close())

async function checks() {
  const answer = await portal.call(portal.people.admin, listVirusChecks)
  return answer.json<{ files: VirusCheck[]; total: number; scanner: string }>()
}

/** A document in which a virus was found after it was stored. */
async function storeInfected(): Promise<number> {
  portal.scanner.be('fail')
  const fileId = await scans.store(INFECTED_PDF, 'late.pdf')
  portal.scanner.be('scan')
  await portal.scanner.scanNow()
  return fileId
}

const again = (fileId: number) => portal.call(portal.people.admin, checkAgain, { params: { fileId } })
const remove = (key: string) => portal.call(portal.people.admin, removeInfected, { params: { key } })
const keyOf = async (state: VirusCheck['State']) =>
  (await checks()).files.find(({ State }) => State === state)?.Key ?? ''

test('administrators see refused, infected and waiting files, viruses first, and whether the scanner is connected', async () => {
  const infected = await storeInfected()
  await scans.send(INFECTED_PDF, 'refused.pdf')
  portal.scanner.be('limits')
  const waiting = await scans.store(CLEAN_PDF, 'large.pdf')
  const { files, total, scanner } = await checks()
  expect([total, scanner]).toEqual([3, 'there'])
  const about = {
    CountyName: 'Ector',
    UploadedBy: portal.people.clerk.email,
    UploadDate: portal.clock.now().toISOString(),
  }
  expect(files.slice(0, 2).toSorted((one, other) => one.FileName.localeCompare(other.FileName))).toEqual([
    {
      ...about,
      Key: expect.any(String),
      FileID: infected,
      FileName: 'late.pdf',
      State: 'infected',
      Finding: VIRUS_NAME,
    },
    {
      ...about,
      Key: expect.any(String),
      FileID: null,
      FileName: 'refused.pdf',
      State: 'refused',
      Finding: VIRUS_NAME,
    },
  ])
  expect(files[2]).toMatchObject({ FileID: waiting, State: 'pending', Finding: 'Too large for the scanner' })
})

test('no one else sees or does any of it', async () => {
  const fileId = await storeInfected()
  const key = await keyOf('infected')
  for (const answer of [
    await portal.call(portal.people.clerk, listVirusChecks),
    await portal.call(portal.people.clerk, checkAgain, { params: { fileId } }),
    await portal.call(portal.people.clerk, removeInfected, { params: { key } }),
  ]) {
    expect(answer.statusCode).toBe(403)
  }
  expect((await checks()).total).toBe(1)
})

test('a page shows which of its documents cannot be opened, within what the caller may see', async () => {
  const clean = await scans.store(CLEAN_PDF)
  const infected = await storeInfected()
  portal.scanner.be('fail')
  const waiting = await scans.store(CLEAN_PDF)
  await portal.scanner.stop()
  const untouched = await scans.store(CLEAN_PDF)
  const other = await portal.addCounty('Reeves')
  const stranger = await portal.addPerson({ email: 'clerk@reeves.example', countyId: other.CountyID })
  const query = { ids: [clean, infected, waiting, untouched, 9999].join(',') }
  const answer = await portal.call(portal.people.clerk, listUnopenable, { query })
  expect(answer.json()).toEqual({
    files: [
      { FileID: infected, State: 'infected' },
      { FileID: waiting, State: 'stuck' },
      { FileID: untouched, State: 'pending' },
    ],
  })
  expect((await portal.call(stranger, listUnopenable, { query })).json()).toEqual({ files: [] })
  for (const ids of ['', 'a', '1,,2', Array.from({ length: 201 }, () => '1').join(',')]) {
    const url = `/api${callPath(listUnopenable, { query: { ids } })}`
    expect((await portal.as(portal.people.clerk)({ url })).statusCode).toBe(400)
  }
})

test('an infected document that is scanned again opens only if it is clean; the same virus is not reported again', async () => {
  const fileId = await storeInfected()
  const mails = (await mailsTo(portal, portal.people.admin.email)).length
  portal.scanner.be('silent')
  expect((await again(fileId)).json()).toEqual({ success: true, message: 'The file will be checked again.' })
  expect((await scans.open(fileId)).statusCode).toBe(503)
  portal.scanner.be('scan')
  await runDueJobs(portal)
  expect((await scans.open(fileId)).statusCode).toBe(409)
  expect(await mailsTo(portal, portal.people.admin.email)).toHaveLength(mails)

  portal.scanner.find('no such words')
  await again(fileId)
  await runDueJobs(portal)
  expect((await scans.open(fileId)).rawPayload.equals(INFECTED_PDF)).toBe(true)
  expect((await again(fileId)).statusCode).toBe(409)
  const { rows } = await portal.pool.query<{ what: string }>(
    `SELECT what FROM ${AUDIT_AS_TOLD} WHERE what LIKE '%check%' OR what LIKE '%clean%' OR what = 'virus found' ORDER BY id`,
  )
  expect(rows.map(({ what }) => what)).toEqual([
    'virus found',
    'virus check requested',
    'virus check requested',
    'found clean after a virus was found',
  ])
})

test('an infected document is removed permanently, a waiting one is not', async () => {
  const fileId = await storeInfected()
  portal.scanner.be('fail')
  await scans.store(CLEAN_PDF)
  expect((await remove(await keyOf('pending'))).statusCode).toBe(409)
  expect((await remove(await keyOf('infected'))).json()).toEqual({
    success: true,
    message: 'File removed permanently.',
  })
  expect((await scans.open(fileId)).statusCode).toBe(404)
  expect((await checks()).files.map(({ State }) => State)).toEqual(['pending'])
  const { rows } = await portal.pool.query(
    `SELECT who FROM ${AUDIT_AS_TOLD} WHERE what = 'permanently deleted'`,
  )
  expect(rows).toEqual([{ who: portal.people.admin.email }])
})

test('a refused upload is removed from quarantine permanently, with a record', async () => {
  await scans.send(INFECTED_PDF, 'refused.pdf')
  const key = await keyOf('refused')
  expect((await remove(key)).statusCode).toBe(200)
  expect((await storedObjects(portal.world.storage)).quarantined).toEqual([])
  expect(await checks()).toMatchObject({ files: [], total: 0 })
  expect((await remove(key)).statusCode).toBe(404)
  const { rows } = await portal.pool.query(
    `SELECT who FROM ${AUDIT_AS_TOLD} WHERE what = 'stored file removed from quarantine'`,
  )
  expect(rows).toEqual([{ who: portal.people.admin.email }])
})
