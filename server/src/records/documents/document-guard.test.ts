import { defineError, fillError } from '@portal/contract/error.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteDocument } from '../../rooms/files/delete/delete.usecases.ts'
import { removeInfectedFile } from '../../rooms/files/checks/checks.usecases.ts'
import { savePart } from '../../rooms/edit/edit-document.ts'
import {
  restoreDocument,
  deleteForGood,
  deleteManyForGood,
} from '../../rooms/recycle-bin/recycle-bin.usecases.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { contextOfPerson } from '../../testing/person-context.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'
import { COMMAND_LINE } from '../access/actor.ts'
import { actOnDocuments } from './act-on-documents.ts'
import type { Departure, DocumentGuard } from './document-guard.ts'

const HELD_UNTIL = defineError({
  code: 'document.held',
  status: 409,
  sentence: 'This file must be kept until {date}.',
})
const HELD = { status: 409, code: 'document.held', message: 'This file must be kept until 12/31/2031.' }

let asked: { id: number; departure: Departure }[] = []

/** Holds the documents in a table of the test. */
const holds: DocumentGuard = {
  async judge(transaction, departing) {
    asked.push(...departing.map(({ document: { id }, departure }) => ({ id, departure })))
    const { rows } = await sql<{ id: number }>`SELECT document_id AS id FROM held`.execute(transaction)
    return new Map(rows.map(({ id }) => [id, fillError(HELD_UNTIL, { date: '12/31/2031' })]))
  },
}

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, documentGuards: [holds] })
  bin = binCalls(portal)
  await portal.pool.query('CREATE TABLE held (document_id integer NOT NULL)')
})
beforeEach(() => {
  asked = []
})
afterAll(() => portal.close())

const hold = (id: number) => portal.pool.query('INSERT INTO held VALUES ($1)', [id])
const as = (who: 'clerk' | 'colleague' | 'neighbor' | 'administrator') =>
  contextOfPerson(portal.world, {
    ...portal.people[who],
    isAdmin: who === 'administrator',
    countyId: who === 'neighbor' ? portal.counties.winkler : portal.counties.loving,
  })

async function heldInList(): Promise<number> {
  const file = await bin.store()
  await hold(file)
  return file
}

async function heldInBin(): Promise<number> {
  const file = await bin.storeInBin()
  await hold(file)
  asked = []
  return file
}

test('R10.9 a guard keeps a document out of the bin, with the values of its sentence, and nothing is written', async () => {
  const [file, free] = [await heldInList(), await bin.store()]
  await expect(deleteDocument(as('clerk'), file)).rejects.toMatchObject(HELD)
  expect(asked).toEqual([{ id: file, departure: 'bin' }])
  const { rows } = await portal.pool.query(
    `SELECT version, (SELECT array_agg(what) FROM ${AUDIT_AS_TOLD} WHERE document_id = $1) AS records
     FROM document WHERE id = $1`,
    [file],
  )
  expect(rows).toEqual([{ version: 1, records: ['uploaded'] }])
  await deleteDocument(as('clerk'), free)
  expect(await bin.placesOf([file, free])).toEqual(['list', 'bin'])
})

test('R10.9 a guard prevents the permanent deletion of a document in the bin, and allows its restoration', async () => {
  const file = await heldInBin()
  await expect(deleteForGood(as('clerk'), file)).rejects.toMatchObject(HELD)
  expect(asked).toEqual([{ id: file, departure: 'remove' }])
  await restoreDocument(as('clerk'), file)
  expect(asked).toHaveLength(1)
  expect(await bin.placesOf([file])).toEqual(['list'])
})

test('R10.9 one held document of many leaves all in the bin', async () => {
  const files = [await bin.storeInBin(), await heldInBin(), await bin.storeInBin()]
  asked = []
  await expect(deleteManyForGood(as('clerk'), files.toReversed())).rejects.toMatchObject(HELD)
  expect(asked.map(({ id }) => id)).toEqual(files)
  expect(await bin.placesOf(files)).toEqual(['bin', 'bin', 'bin'])
})

test('R10.9 an edit that deletes consults the guard, other edits do not', async () => {
  const file = await heldInList()
  const target = { documentId: file, ifMatch: undefined, read: () => null }
  const before = { fileName: 'rendition.pdf' }
  const binning = savePart(as('administrator'), target, () => ({
    change: { deleted_at: portal.clock.now(), deleted_by: portal.people.administrator.accountId },
    entries: [{ action: 'document.binned', before }],
  }))
  await expect(binning).rejects.toMatchObject(HELD)
  asked = []
  await savePart(as('administrator'), target, () => ({
    change: { status_id: 2 },
    entries: [{ action: 'document.status_set', before: { status: 'New' }, after: { status: 'Completed' } }],
  }))
  expect(asked).toEqual([])
  expect(await bin.placesOf([file])).toEqual(['list'])
})

test('R10.9 a held document stays even if a virus is found in it', async () => {
  const file = await heldInList()
  const key = await bin.storageKeyOf(file)
  await portal.pool.query(
    `UPDATE stored_object SET scan_state = 'infected', scan_finding = 'Eicar' WHERE key = $1`,
    [key],
  )
  await expect(removeInfectedFile(as('administrator'), key)).rejects.toMatchObject(HELD)
  expect(await bin.placesOf([file])).toEqual(['list'])
})

test.each([COMMAND_LINE, { kind: 'job', name: 'retention' } as const])(
  'R10.9 a guard decides on acts of a $kind too',
  async (actor) => {
    const file = await heldInBin()
    const conditions = { may: () => null, state: () => null, missing: 'fail' } as const
    const removing = actOnDocuments({ ...portal.world, actor }, [file], conditions, () => ({
      decide: () => ({ change: 'remove' }),
    }))
    await expect(removing).rejects.toMatchObject(HELD)
    expect(await bin.placesOf([file])).toEqual(['bin'])
  },
)

test('R10.10 guards are consulted after visibility, rights and state', async () => {
  const [listed, binned] = [await heldInList(), await heldInBin()]
  await expect(deleteDocument(as('neighbor'), listed)).rejects.toMatchObject({ status: 404 })
  await expect(deleteDocument(as('colleague'), listed)).rejects.toMatchObject({ status: 403 })
  await expect(deleteDocument(as('clerk'), binned)).rejects.toMatchObject({ code: 'document.in_bin' })
  await expect(deleteForGood(as('clerk'), listed)).rejects.toMatchObject({ code: 'document.not_in_bin' })
  expect(asked).toEqual([])
})

test('R10.10 a guard sees decisions made while the deletion waited for the document', async () => {
  const file = await bin.store()
  const holder = await portal.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM document WHERE id = $1 FOR UPDATE', [file])
  const refusal = deleteDocument(as('clerk'), file).catch((error: unknown) => error)
  await waitForBlocked(portal)
  await holder.query('INSERT INTO held VALUES ($1)', [file])
  await holder.query('COMMIT')
  holder.release()
  expect(await refusal).toMatchObject(HELD)
})

/** A guard that refuses some documents with its own code. */
const refusing = (code: string, ids: readonly number[]): DocumentGuard => ({
  judge: async () => new Map(ids.map((id) => [id, { code, status: 409, sentence: 'This file is kept.' }])),
})

test('R10.9 every guard can refuse, and the first guard and the first document by id give the reason', async () => {
  const files = [await bin.storeInBin(), await bin.storeInBin(), await bin.storeInBin()]
  const [first = 0, second = 0, third = 0] = files
  const deleting = (...documentGuards: DocumentGuard[]) =>
    deleteManyForGood({ ...as('clerk'), documentGuards }, files.toReversed())
  const allowing = refusing('never', [])
  const late = refusing('late', [first])
  await expect(deleting(allowing, late)).rejects.toMatchObject({ code: 'late' })
  await expect(deleting(refusing('early', [third]), late)).rejects.toMatchObject({ code: 'early' })
  const byDocument: DocumentGuard = {
    judge: async () =>
      new Map([third, second].map((id) => [id, { code: `of ${id}`, status: 409, sentence: 'Kept.' }])),
  }
  await expect(deleting(byDocument)).rejects.toMatchObject({ code: `of ${second}` })
  expect(await bin.placesOf(files)).toEqual(['bin', 'bin', 'bin'])
})

test('R10.10 a guard sees the row and the links as they were before the act', async () => {
  const file = await bin.store()
  await portal.pool.query(
    `INSERT INTO organization VALUES (70, 'Sandhill');
     INSERT INTO document_owner SELECT id, 70, 1, county_id, now(), uploaded_by FROM document WHERE id = ${file}`,
  )
  const seen: unknown[] = []
  const reading: DocumentGuard = {
    async judge(transaction) {
      const { rows } = await sql`
        SELECT version, deleted_at IS NOT NULL AS binned,
          (SELECT count(*)::integer FROM document_owner WHERE document_id = id) AS owners
        FROM document WHERE id = ${file}`.execute(transaction)
      seen.push(...rows)
      return new Map()
    },
  }
  const clerk = { ...as('clerk'), documentGuards: [reading] }
  await deleteDocument(clerk, file)
  await deleteForGood(clerk, file)
  expect(seen).toEqual([
    { version: 1, binned: false, owners: 1 },
    { version: 2, binned: true, owners: 1 },
  ])
  expect(await bin.placesOf([file])).toEqual(['gone'])
})
