import { chooseCounty, getSession } from '@portal/contract/sign-in/sign-in.ts'
import { patchDescriptionTypes, patchStatus } from '@portal/contract/edit/edit.ts'
import { deleteUpload, listUploads, type Upload } from '@portal/contract/files/files.ts'
import { listAgents, listCounties } from '@portal/contract/lookups/lookups.ts'
import { listOwners } from '@portal/contract/owners/owners.ts'
import { deletePermanently, restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { RIGHTS } from '@portal/contract/access/rights.ts'
import { ROLES } from '@portal/contract/access/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { SAMPLE_FILES } from '../sample-files.ts'
import { uploadDocument } from '../store-document.ts'
import { THREE_COUNTIES } from '../three-counties.ts'
import { testPortal, type TestPerson, type TestPortal } from '../test-portal.ts'

let portal: TestPortal<typeof THREE_COUNTIES>
let midland: number
let ector: number
let ward: number
let administrator: TestPerson
beforeAll(async () => {
  portal = await testPortal(THREE_COUNTIES)
  ;({ midland, ector, ward } = portal.counties)
  administrator = portal.people.administrator
})
afterAll(() => portal.close())

async function upload(person: TestPerson, countyId?: number) {
  const answer = await uploadDocument(portal, person, {
    fileName: 'r.pdf',
    ...(countyId === undefined ? {} : { countyId }),
  })
  return { status: answer.statusCode, file: answer.json<{ file: Upload }>().file }
}

const listed = async (person: TestPerson, query = {}) =>
  (await portal.call(person, listUploads, { query: { pageSize: 200, ...query } })).json<{
    files: Upload[]
    total: number
  }>()

test.each([
  { role: 'reader', rights: [] },
  { role: 'user', rights: ['documents.add'] },
  { role: 'manager', rights: ['documents.add', 'people.manage', 'audit.read'] },
  { role: 'staff', rights: ['documents.add', 'documents.edit'] },
  { role: 'administrator', rights: [...RIGHTS] },
] as const)('R2.70 the session of a $role contains their rights and counties', async ({ role, rights }) => {
  const person = await portal.addPerson({ role, countyIds: [midland, ector] })
  expect((await portal.call(person, getSession)).json()).toEqual({
    username: person.email,
    sessionKey: expect.stringMatching(/^[\w-]{16}$/),
    isAdmin: role === 'administrator',
    countyID: midland,
    countyName: 'Midland',
    counties: [
      { CountyID: ector, Name: 'Ector' },
      { CountyID: midland, Name: 'Midland' },
    ],
    rights,
  })
})

// Written out, because a fault of the contract would otherwise go unnoticed: a right too few there opens a call to
// everyone with it.
test.each([
  { role: 'reader', people: 403, portalItself: 403 },
  { role: 'user', people: 403, portalItself: 403 },
  { role: 'staff', people: 403, portalItself: 403 },
  { role: 'manager', people: 200, portalItself: 403 },
  { role: 'administrator', people: 200, portalItself: 200 },
] as const)(
  'V8.2.1 the parts of the administration that a $role gets',
  async ({ role, people, portalItself }) => {
    const person = await portal.addPerson({ role })
    const answers = async (paths: readonly string[]) =>
      Promise.all(
        paths.map(
          async (path) => (await portal.as(person)({ method: 'GET', url: `/api/admin/${path}` })).statusCode,
        ),
      )
    const ofPeople = ['people', 'history', 'history/kinds', 'history/export']
    const ofPortal = ['counties', 'jobs', 'refused-mails', 'mailbox', 'state']
    expect(await answers(ofPeople)).toEqual(ofPeople.map(() => people))
    expect(await answers(ofPortal)).toEqual(ofPortal.map(() => portalItself))
  },
)

test('R2.71 V8.2.2 F09 a person with several counties lists and counts their documents, and no others', async () => {
  const person = await portal.addPerson({ countyIds: [midland, ector] })
  const files: Record<number, number> = {}
  for (const county of [midland, ector, ward])
    files[county] = (await upload(administrator, county)).file.FileID
  const { files: seen, total } = await listed(person)
  expect(seen.map(({ FileID }) => FileID)).toEqual(expect.arrayContaining([files[midland], files[ector]]))
  expect(seen.map(({ FileID }) => FileID)).not.toContain(files[ward])
  expect(total).toBe(seen.length)
  const narrowed = await listed(person, { countyId: ector })
  expect(new Set(narrowed.files.map(({ CountyID }) => CountyID))).toEqual(new Set([ector]))
  const foreign = await portal.call(person, listUploads, { query: { countyId: ward } })
  expect(foreign.statusCode).toBe(403)
})

test('R2.71 V8.2.2 a search finds the agents of each of their counties, and of no other', async () => {
  const person = await portal.addPerson({ role: 'staff', countyIds: [midland, ector] })
  const agents = [midland, ector, ward].map((county, at) => [7001 + at, county] as const)
  for (const [number, county] of agents) {
    await portal.pool.query(
      `INSERT INTO agent (agent_number, organization_name, legacy_code) VALUES ($1, 'Caprock Tax', $2)`,
      [number, `C${number}`],
    )
    await portal.pool.query('INSERT INTO county_agent VALUES ($1, $2)', [county, number])
  }
  const found = await portal.call(person, listAgents, { query: { term: 'caprock' } })
  expect(found.json<{ AgentNbr: number }[]>().map(({ AgentNbr }) => AgentNbr)).toEqual([7001, 7002])
})

test('R2.72 V8.2.3 F05 their uploads belong to the county that they work for, or to another of theirs', async () => {
  const person = await portal.addPerson({ countyIds: [midland, ector] })
  expect((await upload(person)).file.CountyID).toBe(midland)
  expect((await upload(person, ector)).file.CountyID).toBe(ector)
  expect((await upload(person, ward)).status).toBe(403)
  const chosen = await portal.call(person, chooseCounty, { payload: { countyId: ector } })
  expect(chosen.json()).toMatchObject({ countyID: ector, countyName: 'Ector' })
  expect((await portal.call(person, getSession)).json()).toEqual(chosen.json())
  expect((await upload(person)).file.CountyID).toBe(ector)
  const refused = await portal.call(person, chooseCounty, { payload: { countyId: ward } })
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { code: 'session.county_not_yours', error: 'You may only choose a county that you belong to.' },
  ])
  // A person who sees all counties belongs to none.
  const everywhere = await portal.call(administrator, chooseCounty, { payload: { countyId: ward } })
  expect([everywhere.statusCode, everywhere.json()]).toEqual([403, refused.json()])
  expect((await portal.call(person, getSession)).json()).toMatchObject({ countyID: ector })
})

test('R2.72 without a named county the owners are those of the county that they work for', async () => {
  const person = await portal.addPerson({ countyIds: [ector, midland] })
  const ask = (countyId?: number) =>
    portal.call(person, listOwners, {
      query: { appraisalYear: 2026, ...(countyId === undefined ? {} : { countyId }) },
    })
  const statuses = []
  for (const county of [undefined, midland, ward]) statuses.push((await ask(county)).statusCode)
  expect(statuses).toEqual([200, 200, 403])
})

test('R2.73 V8.2.1 firm staff edit documents of their counties, see no other, and cannot manage uploads of others', async () => {
  const person = await portal.addPerson({ role: 'staff', countyIds: [midland, ector] })
  const [own, foreign] = [await upload(administrator, ector), await upload(administrator, ward)]
  const setStatus = (id: number) =>
    portal.call(person, patchStatus, { params: { id }, payload: { statusId: 2 } })
  expect((await setStatus(own.file.FileID)).statusCode).toBe(200)
  expect((await setStatus(foreign.file.FileID)).statusCode).toBe(404)
  const edit = (id: number) =>
    portal.call(person, patchDescriptionTypes, { params: { id }, payload: { description: 'Read by staff' } })
  expect((await edit(own.file.FileID)).statusCode).toBe(200)
  expect((await edit(foreign.file.FileID)).statusCode).toBe(404)
  const deleted = await portal.call(person, deleteUpload, { params: { fileId: own.file.FileID } })
  expect(deleted.statusCode).toBe(403)
  const counties = (await portal.call(person, listCounties)).json<{ CountyID: number }[]>()
  expect(counties.map(({ CountyID }) => CountyID)).toEqual([ector, midland])
})

test('R2.74 V8.2.1 a reader views and downloads, and changes nothing, not even their own earlier uploads', async () => {
  const person = await portal.addPerson({ countyIds: [midland] })
  const [first, second] = [(await upload(person)).file.FileID, (await upload(person)).file.FileID]
  await portal.call(person, deleteUpload, { params: { fileId: second } })
  await portal.pool.query(`UPDATE account SET role = 'reader' WHERE id = $1`, [person.accountId])
  const sentence = {
    code: 'session.reads_only',
    error: 'You may see and download documents, but not change them.',
  }
  const calls = [
    [deleteUpload, first],
    [restoreFile, second],
    [deletePermanently, second],
  ] as const
  for (const [endpoint, fileId] of calls) {
    const answer = await portal.call(person, endpoint, { params: { fileId } })
    expect([answer.statusCode, answer.json()]).toEqual([403, sentence])
  }
  const edited = await portal.call(person, patchStatus, { params: { id: first }, payload: { statusId: 2 } })
  expect([edited.statusCode, (await upload(person)).status]).toEqual([403, 403])
  expect((await listed(person)).files.map(({ FileID }) => FileID)).toContain(first)
  const downloaded = await portal.as(person)({ method: 'GET', url: `/api/files/uploads/${first}/download` })
  expect([downloaded.statusCode, downloaded.rawPayload.equals(SAMPLE_FILES.pdf)]).toEqual([200, true])
  const bin = await portal.as(person)({ method: 'GET', url: '/api/files/uploads/recyclebin' })
  expect(bin.json()).toMatchObject({ files: [] })
})

test('R2.75 V8.3.2 a changed role takes effect at the next call, and the session continues', async () => {
  const person = await portal.addPerson({ role: 'staff', countyIds: [midland] })
  const { FileID: id } = (await upload(person)).file
  const setStatus = () => portal.call(person, patchStatus, { params: { id }, payload: { statusId: 2 } })
  expect((await setStatus()).statusCode).toBe(200)
  await portal.pool.query(`UPDATE account SET role = 'user' WHERE id = $1`, [person.accountId])
  expect((await setStatus()).statusCode).toBe(403)
})

test('rows written by a server of the previous release are understood', async () => {
  const person = await portal.addPerson({ role: 'staff', countyIds: [midland, ector] })
  const state = async () =>
    (
      await portal.pool.query('SELECT role, is_admin, county_id FROM account WHERE id = $1', [
        person.accountId,
      ])
    ).rows[0] as object
  const write = (set: string, ...values: unknown[]) =>
    portal.pool.query(`UPDATE account SET ${set} WHERE id = $1`, [person.accountId, ...values])
  const countiesNow = async () =>
    (
      await portal.pool.query<{ county_id: number }>(
        'SELECT county_id FROM membership WHERE account_id = $1',
        [person.accountId],
      )
    ).rows.map(({ county_id: id }) => id)
  await write('is_admin = true, county_id = $2', midland)
  expect(await state()).toEqual({ role: 'administrator', is_admin: true, county_id: midland })
  await write('is_admin = false, county_id = $2', ward)
  expect(await state()).toEqual({ role: 'user', is_admin: false, county_id: ward })
  expect(await countiesNow()).toEqual([ward])
  await write('is_admin = false, county_id = NULL')
  expect(await countiesNow()).toEqual([])
})

test('an account works for one of its own counties, however it is written', async () => {
  const person = await portal.addPerson({ countyIds: [midland] })
  const remove = portal.pool.query('DELETE FROM membership WHERE account_id = $1', [person.accountId])
  await expect(remove).rejects.toThrow(/account_county_is_theirs/)
})

test('a command can give each role, and prints it', async () => {
  const context = { ...portal.world, actor: COMMAND_LINE }
  const person = await portal.addPerson({})
  for (const role of ROLES) {
    expect(await changeAccount(context, person.email, { role })).toMatchObject({ role })
  }
})
