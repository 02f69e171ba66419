import {
  listRegistrationCounties,
  NOT_AUTHORIZED_DOMAIN,
  register,
} from '@portal/contract/sign-in/registration.ts'
import {
  addManagedCounty,
  changeManagedCounty,
  closeCounty,
  listManagedCounties,
  openCounty,
  type ManagedCounty,
} from '@portal/contract/counties/counties.ts'
import { deleteUpload, downloadUpload, listUploads, type Upload } from '@portal/contract/files/files.ts'
import { listHistory, type ActivityEvent } from '@portal/contract/history/history.ts'
import { UPLOAD_COUNTY_CLOSED } from '@portal/contract/files/upload-errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { foldCounts } from '../../records/documents/counts/counts.repository.ts'
import { uploadDocument } from '../../testing/store-document.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'

let portal: TestPortal
let administrator: TestPerson
let count = 0

beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterAll(() => portal.close())

type ListValues = Pick<ManagedCounty, 'emailDomains' | 'emailAddresses' | 'questionPoints'>
type Values = Partial<ListValues & Pick<ManagedCounty, 'number' | 'contacts'>> & {
  readonly name?: string
}
const nothing = { number: null, emailDomains: [], emailAddresses: [], contacts: '' }

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

function unusedName(): string {
  count += 1
  return `County of ${LETTERS.charAt(count / LETTERS.length)}${LETTERS.charAt(count % LETTERS.length)}`
}

async function add(values: Values = {}): Promise<ManagedCounty> {
  const payload = { ...nothing, name: unusedName(), ...values }
  const answer = await portal.call(administrator, addManagedCounty, { payload })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<ManagedCounty>()
}

const on = ({ CountyID }: ManagedCounty) => ({ params: { countyId: CountyID } })
const valuesOf = ({ Name: name, number, emailDomains, emailAddresses, contacts }: ManagedCounty) => ({
  name,
  number,
  emailDomains,
  emailAddresses,
  contacts,
})

async function change(county: ManagedCounty, values: Values, headers = {}) {
  const payload = { ...valuesOf(county), ...values }
  return portal.call(administrator, changeManagedCounty, { ...on(county), payload, headers })
}

async function close(county: ManagedCounty): Promise<ManagedCounty> {
  return (await portal.call(administrator, closeCounty, on(county))).json<ManagedCounty>()
}

async function list(query: Readonly<Record<string, string>> = {}): Promise<ManagedCounty[]> {
  const answer = await portal.call(administrator, listManagedCounties, { query })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<{ counties: ManagedCounty[] }>().counties
}

async function found(query: Readonly<Record<string, string>>): Promise<string[]> {
  return (await list(query)).map(({ Name }) => Name)
}

async function auditOf({ CountyID }: ManagedCounty): Promise<string[]> {
  const { rows } = await portal.pool.query<{ action: string }>(
    `SELECT action FROM audit_record WHERE subject_kind = 'county' AND subject_id = $1::text ORDER BY id`,
    [CountyID],
  )
  return rows.map(({ action }) => action)
}

const upload = (as: TestPerson) => uploadDocument(portal, as, { fileName: 'roll.pdf' })

const fileOf = (answer: { json: () => { file: Upload } }) => answer.json().file

const failureOf = (answer: { statusCode: number; json: () => { error: string; code: string } }) => [
  answer.statusCode,
  answer.json().code,
]

test('R10.1 a county is added, changed and listed with all its facts, and each change is recorded', async () => {
  const county = await add({
    name: ' Reeves ',
    number: '195',
    emailDomains: ['Reeves.Example', '@cad.reeves.example'],
    emailAddresses: ['Chief@Mail.Example'],
    contacts: 'Ana Ruiz, chief appraiser\r\n432 555 0100 ',
  })
  expect(county).toEqual({
    CountyID: expect.any(Number),
    Name: 'Reeves',
    number: '195',
    emailDomains: ['cad.reeves.example', 'reeves.example'],
    emailAddresses: ['chief@mail.example'],
    contacts: 'Ana Ruiz, chief appraiser\n432 555 0100',
    questionPoints: [],
    state: 'open',
    closedAt: null,
    people: 0,
    documents: 0,
    version: expect.any(String),
  })
  const renamed = (await change(county, { name: 'Reeves County', number: null })).json<ManagedCounty>()
  expect(renamed).toMatchObject({ Name: 'Reeves County', number: null, contacts: county.contacts })
  expect(await list({ search: 'reeves county' })).toEqual([renamed])
  // The same values are no change.
  expect((await change(renamed, {})).json()).toEqual(renamed)
  expect(await auditOf(county)).toEqual(['county.added', 'county.changed'])
})

test('R10.7 a document shows the new name of its county immediately after the rename', async () => {
  const county = await add()
  const clerk = await portal.addPerson({ email: 'rename@county.example', countyId: county.CountyID })
  await upload(clerk)
  const countyNames = async () =>
    (await portal.call(clerk, listUploads))
      .json<{ files: Upload[] }>()
      .files.map(({ CountyName }) => CountyName)
  expect(await countyNames()).toEqual([county.Name])
  expect((await change(county, { name: 'Renamed County' })).statusCode).toBe(200)
  expect(await countyNames()).toEqual(['Renamed County'])
})

test('R10.7 the activity log names a county immediately after it is added', async () => {
  const newest = async () =>
    (await portal.call(administrator, listHistory)).json<{ happenings: ActivityEvent[] }>().happenings[0]
      ?.what
  const { email } = await portal.addPerson({ email: 'joins@county.example', role: 'staff' })
  await newest()
  const county = await add()
  await changeAccount({ ...portal.world, actor: COMMAND_LINE }, email, { countyIds: [county.CountyID] })
  expect(await newest()).toContain(`added to ${county.Name}`)
})

test('R10.1 the list is searched by part of the name in any spelling, by number and by state', async () => {
  const canyon = await add({ name: 'Cañón', number: '043' })
  const percent = await add({ name: '100 % Test' })
  await close(percent)
  expect(await found({ search: 'CAN\u0303O\u0301' })).toEqual(['Cañón'])
  expect(await found({ search: '043' })).toEqual(['Cañón'])
  expect(await found({ search: '%' })).toEqual(['100 % Test'])
  expect(await found({ state: 'closed', search: 'test' })).toEqual(['100 % Test'])
  expect(await found({ state: 'open', search: 'test' })).toEqual([])
  expect(await found({})).toEqual(expect.arrayContaining([canyon.Name, percent.Name]))
})

test('R10.1 the counts cover its people and its documents outside the bin, folded or not', async () => {
  const county = await add()
  const clerk = await portal.addPerson({ email: 'counted@county.example', countyId: county.CountyID })
  await portal.addPerson({ email: 'read@county.example', role: 'reader', countyId: county.CountyID })
  const first = fileOf(await upload(clerk))
  await upload(clerk)
  await upload(clerk)
  const counted = async () => {
    const found = (await list()).find(({ CountyID }) => CountyID === county.CountyID)
    return [found?.people, found?.documents]
  }
  expect(await counted()).toEqual([2, 3])
  await foldCounts(portal.pool)
  expect(await counted()).toEqual([2, 3])
  await portal.call(clerk, deleteUpload, { params: { fileId: first.FileID } })
  expect(await counted()).toEqual([2, 2])
})

test.each([
  [{ name: '' }, 400, 'county.name_invalid'],
  [{ name: 'Ree\nves' }, 400, 'county.name_invalid'],
  [{ name: '12' }, 400, 'county.name_number'],
  [{ name: 'Ree\u200bves' }, 400, 'county.name_not_plain'],
  [{ name: 'Reeves\u202e' }, 400, 'county.name_not_plain'],
  [{ name: '\u3164' }, 400, 'county.name_not_plain'],
  [{ name: '..' }, 400, 'county.name_no_folder'],
  [{ name: '.working' }, 400, 'county.name_no_folder'],
  [{ name: 'Reeves/done' }, 400, 'county.name_no_folder'],
  [{ name: 'TAKEN' }, 409, 'county.name_taken'],
  [{ number: '12' }, 400, 'county.number_invalid'],
  [{ number: '777' }, 409, 'county.number_taken'],
  [{ emailDomains: ['county'] }, 400, 'county.email_domain_invalid'],
  [{ emailAddresses: ['a@b@c.example'] }, 400, 'county.email_address_invalid'],
  [{ contacts: 'x'.repeat(2001) }, 400, 'county.contacts_too_long'],
  [{ contacts: 'a\0b' }, 400, 'county.contacts_not_plain'],
])('R10.1 %j is refused for a new county and for an existing one', async (values, status, code) => {
  if (!(await list({ search: '777' })).length) await add({ name: 'Taken', number: '777' })
  const payload = { ...nothing, name: 'New one', ...values }
  expect(failureOf(await portal.call(administrator, addManagedCounty, { payload }))).toEqual([status, code])
  const county = await add()
  expect(failureOf(await change(county, values))).toEqual([status, code])
  expect(await auditOf(county)).toEqual(['county.added'])
})

test('R26.40 the usual questions of a county keep their order, and an older form leaves them', async () => {
  const points = ['The signature', 'An account number']
  const county = await add({ questionPoints: [' The signature ', 'An account number', 'The signature'] })
  expect(county.questionPoints).toEqual(points)
  const renamed = (await change(county, { contacts: 'Ana' })).json<ManagedCounty>()
  expect(renamed.questionPoints).toEqual(points)
  const fewer = (await change(renamed, { questionPoints: ['The signature'] })).json<ManagedCounty>()
  expect(fewer.version).not.toBe(renamed.version)
  expect((await list({ search: county.Name }))[0]?.questionPoints).toEqual(['The signature'])
  expect((await change(fewer, { questionPoints: [] })).json<ManagedCounty>().questionPoints).toEqual([])
  expect(await auditOf(county)).toEqual([
    'county.added',
    ...Array.from({ length: 3 }, () => 'county.changed'),
  ])
})

test.each([
  ['an empty one', [' '], 'county.question_point_invalid'],
  ['a long one', ['x'.repeat(201)], 'county.question_point_invalid'],
  ['one of two lines', ['a\nb'], 'county.question_point_invalid'],
  ['one with half a character', ['a\ud800'], 'county.question_point_invalid'],
  ['21 of them', Array.from({ length: 21 }, (_, n) => `Point ${n}`), 'county.too_many_question_points'],
])('R26.40 %s among the usual questions is refused', async (_what, questionPoints, code) => {
  const county = await add()
  expect(failureOf(await change(county, { questionPoints }))).toEqual([400, code])
  expect(await auditOf(county)).toEqual(['county.added'])
})

test('R10.3 a change based on an older version is refused, with the current county', async () => {
  const county = await add()
  const headers = { 'if-match': `"${county.version}"` }
  const first = await change(county, { contacts: 'Ana' }, headers)
  const second = await change(county, { contacts: 'Bo' }, headers)
  expect(failureOf(second)).toEqual([409, 'county.changed'])
  expect(second.json()).toMatchObject({ current: first.json<ManagedCounty>() })
  const closing = await portal.call(administrator, closeCounty, { ...on(county), headers })
  expect(failureOf(closing)).toEqual([409, 'county.changed'])
})

describe('a closed county', () => {
  test('R10.2 accepts no upload and no registration, its people keep read access, and it can be opened again', async () => {
    const county = await add({ emailDomains: ['closed.example'] })
    const clerk = await portal.addPerson({ email: 'clerk@closed.example', countyId: county.CountyID })
    const { FileID } = fileOf(await upload(clerk))
    const offered = async () =>
      (await portal.call(ANONYMOUS_PERSON, listRegistrationCounties))
        .json<{ CountyID: number }[]>()
        .some(({ CountyID }) => CountyID === county.CountyID)
    expect(await offered()).toBe(true)

    const closed = await close(county)
    expect(closed).toMatchObject({ state: 'closed', closedAt: expect.any(String), documents: 1 })
    expect(failureOf(await upload(clerk))).toEqual([409, UPLOAD_COUNTY_CLOSED.code])
    const byFirm = await uploadDocument(portal, administrator, {
      fileName: 'roll.pdf',
      countyId: county.CountyID,
    })
    expect(failureOf(byFirm)).toEqual([409, UPLOAD_COUNTY_CLOSED.code])
    expect(await offered()).toBe(false)
    const payload = {
      email: 'new@closed.example',
      password: 'copper ledger 1926',
      countyId: county.CountyID,
    }
    const registering = await portal.call(ANONYMOUS_PERSON, register, { payload })
    expect(failureOf(registering)).toEqual([403, NOT_AUTHORIZED_DOMAIN.code])
    expect((await portal.call(clerk, listUploads)).json()).toMatchObject({ total: 1 })
    expect((await portal.call(clerk, downloadUpload, { params: { fileId: FileID } })).statusCode).toBe(200)

    const opened = (await portal.call(administrator, openCounty, on(county))).json<ManagedCounty>()
    expect(opened).toMatchObject({ state: 'open', closedAt: null })
    expect((await upload(clerk)).statusCode).toBe(200)
    expect(await offered()).toBe(true)
    // The same state is no change.
    await portal.call(administrator, openCounty, on(county))
    expect(await auditOf(county)).toEqual(['county.added', 'county.closed', 'county.opened'])
  })

  test('R10.2 has no document that was recorded after it closed: closing waits for uploads in progress', async () => {
    const county = await add()
    const clerk = await portal.addPerson({ email: 'racing@county.example', countyId: county.CountyID })
    const closer = await portal.pool.connect()
    try {
      await closer.query('BEGIN')
      await closer.query('SELECT FROM county WHERE id = $1 FOR UPDATE', [county.CountyID])
      const uploading = upload(clerk)
      await waitForBlocked(portal)
      await closer.query('UPDATE county SET closed_at = now() WHERE id = $1', [county.CountyID])
      await closer.query('COMMIT')
      expect(failureOf(await uploading)).toEqual([409, UPLOAD_COUNTY_CLOSED.code])
    } finally {
      closer.release()
    }
  })
})

test('R10.4 V8.2.1 only administrators with a recent proof of identity manage counties', async () => {
  const county = await add()
  const manager = await portal.addPerson({
    email: 'lead@county.example',
    role: 'manager',
    countyIds: [county.CountyID],
  })
  for (const endpoint of [changeManagedCounty, closeCounty, openCounty]) {
    const asked = { ...on(county), payload: { ...nothing, name: 'Hers' } }
    expect((await portal.call(ANONYMOUS_PERSON, endpoint, asked)).statusCode).toBe(401)
    expect(failureOf(await portal.call(manager, endpoint, asked))).toEqual([
      403,
      'session.administrators_only',
    ])
  }
  expect(failureOf(await portal.call(manager, listManagedCounties))).toEqual([
    403,
    'session.administrators_only',
  ])
  await portal.pool.query(
    `UPDATE session SET proven_at = proven_at - interval '11 minutes' WHERE account_id = $1`,
    [administrator.accountId],
  )
  const unproved = await portal.call(administrator, closeCounty, on(county))
  expect(failureOf(unproved)).toEqual([403, 'session.proof_required'])
  administrator.cookie = await portal.signIn(administrator.email, administrator.password)
  expect(await auditOf(county)).toEqual(['county.added'])
})
