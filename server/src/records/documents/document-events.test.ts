import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimJob } from '../../engines/jobs/job.repository.ts'
import { newLeaseOwner } from '../../engines/jobs/lease-owner.ts'
import { deleteDocument } from '../../rooms/files/delete/delete.usecases.ts'
import { linkAgents, unlinkAgent } from '../../rooms/edit/agents.usecases.ts'
import { saveDescriptionTypes } from '../../rooms/edit/edit.usecases.ts'
import { unlinkOwner } from '../../rooms/edit/owners.usecases.ts'
import { saveStatus } from '../../rooms/edit/status.usecases.ts'
import { restoreDocument, deleteManyForGood } from '../../rooms/recycle-bin/recycle-bin.usecases.ts'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { letTimePass } from '../../testing/let-time-pass.ts'
import { filePart, mailOf } from '../../testing/made-mail.ts'
import { runDueJobs } from '../../testing/mailbox.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { INFECTED_PDF } from '../../testing/scan-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { tusCalls } from '../../testing/tus-calls.ts'
import type { World } from '../context.ts'
import { indexDocument } from '../search-index/index-document.ts'
import { actOnDocuments } from './act-on-documents.ts'
import { applyDecisions } from './apply-decisions.ts'
import { lockDocuments } from './document-changes.repository.ts'
import { subscriberJobs, type DocumentEvent, type DocumentSubscriber } from './document-events.ts'

/** The events of each subscriber, by its name. */
let delivered: Record<'all' | 'recorded' | 'failing', DocumentEvent[]>
let isFailing = true

const subscribers: readonly DocumentSubscriber<World>[] = [
  {
    name: 'failing',
    lane: 'files',
    events: ['document.recorded'],
    async run(_world, event) {
      if (isFailing) throw new Error('Not today.')
      delivered.failing.push(event)
    },
  },
  {
    name: 'all',
    lane: 'scan',
    events: ['document.recorded', 'document.changed'],
    run: async (_world, event) => void delivered.all.push(event),
  },
  {
    name: 'recorded',
    lane: 'night',
    events: ['document.recorded'],
    run: async (_world, event) => void delivered.recorded.push(event),
  },
]
const jobs = subscriberJobs(subscribers)

const OPTIONS = { ...TWO_COUNTIES, dropFolder: true, mailbox: true, scanner: true } as const
let portal: TestPortal<typeof OPTIONS>
let bin: BinCalls
beforeAll(async () => {
  portal = await testPortal({ ...OPTIONS, documentSubscribers: subscribers })
  bin = binCalls(portal)
})
beforeEach(async () => {
  delivered = { all: [], recorded: [], failing: [] }
  isFailing = true
  portal.scanner.be('scan')
  await portal.pool.query('DELETE FROM job')
})
afterAll(() => portal.close())

const recorded = (...documentIds: number[]): DocumentEvent => ({ name: 'document.recorded', documentIds })
const changed = (...documentIds: number[]): DocumentEvent => ({ name: 'document.changed', documentIds })
const administrator = () => contextOfPerson(portal.world, { ...portal.people.administrator, isAdmin: true })
const aJob = () => ({ ...portal.world, actor: { kind: 'job', name: 'retention' } as const })
const deliver = () => runDueJobs(portal, jobs)
const newestDocument = async () => (await portal.documents()).at(-1)?.id ?? 0
const queued = async () =>
  (await portal.pool.query<{ kind: string }>('SELECT kind FROM job ORDER BY id')).rows.map(({ kind }) => kind)

/** A document whose upload was already delivered. */
async function knownDocument(bytes?: Buffer): Promise<number> {
  const file = await bin.store(portal.people.clerk, bytes)
  await portal.pool.query('DELETE FROM job')
  return file
}

const { pdf } = SAMPLE_FILES
test.each([
  ['the form', () => bin.store()],
  ['a resumable upload', () => tusCalls(portal, portal.people.clerk).begin({ size: pdf.length, bytes: pdf })],
  [
    'the drop folder',
    async () => {
      await portal.dropFolder.drop('Plan.pdf', pdf)
      await portal.dropFolder.look()
    },
  ],
  [
    'the mailbox',
    async () => {
      await portal.mailbox.deliver(mailOf({ parts: [filePart('Mailed.pdf', pdf)] }))
      await portal.mailbox.look()
    },
  ],
])('R1.99 subscribers learn of a document that comes by %s', async (_way, upload) => {
  const before = await newestDocument()
  await upload()
  const file = await newestDocument()
  expect(file).toBeGreaterThan(before)
  await deliver()
  expect(delivered).toEqual({ all: [recorded(file)], recorded: [recorded(file)], failing: [] })
})

test('R1.99 each act of the gate is one event with all its documents', async () => {
  const [file, other] = [await knownDocument(), await knownDocument()]
  const target = { documentId: file, ifMatch: undefined }
  await saveDescriptionTypes(administrator(), { ...target, description: 'New', attachmentTypeId: undefined })
  await portal.pool.query(
    `INSERT INTO organization VALUES (70, 'Sandhill');
     INSERT INTO county_organization VALUES (${portal.counties.loving}, 70, 'Sandhill');
     INSERT INTO agent VALUES (1, 'Lone Star Tax', DEFAULT, '00A');
     INSERT INTO county_agent VALUES (${portal.counties.loving}, 1)`,
  )
  const owners = [{ partyNumber: 70, relationTypeId: 1, ownerName: 'Sandhill' }]
  await saveStatus(administrator(), { ...target, statusId: 1, owners })
  await unlinkOwner(administrator(), { ...target, partyNumber: 70, relationTypeId: 1 })
  const agents = [{ agentName: 'Lone Star Tax', legacyCode: '00A', relationTypeId: 10 }]
  await linkAgents(administrator(), { ...target, agents })
  await unlinkAgent(administrator(), { ...target, agentNumber: 1, relationTypeId: 10 })
  await deleteDocument(administrator(), file)
  await restoreDocument(administrator(), file)
  for (const each of [file, other]) await deleteDocument(administrator(), each)
  expect(await deleteManyForGood(administrator(), [other, file])).toBe(2)
  await deliver()
  expect(delivered.all).toEqual([
    ...Array.from({ length: 8 }, () => changed(file)),
    changed(other),
    changed(file, other),
  ])
  expect(delivered.recorded).toEqual([])
})

test('R20.44 a change of status alone does not index a document again, and one with a new link does', async () => {
  const context = { ...administrator(), documentSubscribers: [indexDocument] }
  const target = { documentId: await knownDocument(), ifMatch: undefined }
  await saveStatus(context, { ...target, statusId: 3, owners: [] })
  expect(await queued()).toEqual([])
  await portal.pool.query(
    `INSERT INTO organization VALUES (71, 'Mesquite');
     INSERT INTO county_organization VALUES (${portal.counties.loving}, 71, 'Mesquite')`,
  )
  const owners = [{ partyNumber: 71, relationTypeId: 1, ownerName: 'Mesquite' }]
  await saveStatus(context, { ...target, statusId: 1, owners })
  expect(await queued()).toEqual(['index-document'])
})

test('R1.99 an act without a change is no event', async () => {
  const file = await knownDocument()
  const conditions = { may: () => null, state: () => null, missing: 'fail' } as const
  await actOnDocuments(aJob(), [file], conditions, () => ({ decide: () => null }))
  expect(await queued()).toEqual([])
})

test('R1.99 a later verdict of the virus scanner is an event, and a failed scan is none', async () => {
  portal.scanner.be('fail')
  const files = [await knownDocument(), await knownDocument(INFECTED_PDF)]
  await portal.scanner.scanNow()
  expect(await queued()).toEqual([])
  portal.scanner.be('scan')
  await portal.scanner.scanNow()
  const states = await Promise.all(files.map((file) => portal.scanner.scanOf(file)))
  expect(states.map((each) => each?.scan_state)).toEqual(['clean', 'infected'])
  await deliver()
  expect(delivered.all).toHaveLength(files.length)
  expect(delivered.all).toEqual(expect.arrayContaining(files.map((file) => changed(file))))
  expect(delivered.recorded).toEqual([])
})

test('R1.99 nothing rolled back is delivered', async () => {
  const file = await knownDocument()
  const rolledBack = portal.world.database.kysely.transaction().execute(async (transaction) => {
    const [document] = await lockDocuments(transaction, [file])
    if (!document) throw new Error('There is no document.')
    await applyDecisions(aJob(), transaction, [{ document, change: 'remove' }])
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await queued()).toEqual([])
})

test('R1.99 an event with subscribers wakes the jobs after its commit', async () => {
  const seen: Promise<string[]>[] = []
  const quiet = portal.world.jobs.onWake(() => seen.push(queued()))
  const file = await bin.store()
  expect(await Promise.all(seen)).toEqual([['failing', 'all', 'recorded']])
  await deleteDocument(administrator(), file)
  expect(await seen[1]).toEqual(['failing', 'all', 'recorded', 'all'])
  await restoreDocument({ ...administrator(), documentSubscribers: [] }, file)
  expect(seen).toHaveLength(2)
  quiet()
})

test('R1.99 an event is delivered again after its server was killed', async () => {
  const file = await bin.store()
  const killed = { ...newLeaseOwner(), id: 'killed', boot: 'another start' }
  expect(await claimJob(portal.world.database.kysely, new Map([['recorded', 12]]), killed)).not.toBeNull()
  await deliver()
  expect([delivered.all.length, delivered.recorded.length]).toEqual([1, 0])
  await letTimePass(portal, 121_000)
  await deliver()
  expect(delivered).toMatchObject({ all: [recorded(file)], recorded: [recorded(file)] })
})

test('R1.99 a failing subscriber delays no other, and gets the event when it works again', async () => {
  const file = await bin.store()
  await deliver()
  expect(delivered).toEqual({ all: [recorded(file)], recorded: [recorded(file)], failing: [] })
  expect(await queued()).toEqual(['failing'])
  isFailing = false
  await letTimePass(portal, 3_700_000)
  await deliver()
  expect(delivered).toMatchObject({ all: [recorded(file)], failing: [recorded(file)] })
  expect(await queued()).toEqual([])
})

test('R1.99 an event without a subscriber queues nothing', async () => {
  const file = await knownDocument()
  const onlyRecorded = subscribers.filter(({ name }) => name === 'recorded')
  await deleteDocument({ ...administrator(), documentSubscribers: onlyRecorded }, file)
  expect(await queued()).toEqual([])
})
