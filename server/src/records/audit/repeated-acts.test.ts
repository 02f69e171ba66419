import { randomUUID } from 'node:crypto'
import { addComment } from '@portal/contract/comments/comments.ts'
import { patchAccount, proveIdentity } from '@portal/contract/account/account.ts'
import { chooseCounty, login } from '@portal/contract/sign-in/sign-in.ts'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { deleteUpload, uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { closeCounty } from '@portal/contract/counties/counties.ts'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import { changePerson } from '@portal/contract/people/person-acts.ts'
import { retryJobs } from '@portal/contract/operations/jobs.ts'
import { renewRecoveryCodes } from '@portal/contract/sign-in/second-factor.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../engines/http/errors.ts'
import { HOUR_MS } from '../../engines/throttle/throttle.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { uploadForm } from '../../testing/upload-form.ts'

let portal: TestPortal
let ann: TestPerson
let admin: TestPerson
let countyId: number
let otherCountyId: number
let fileId: number
beforeAll(async () => {
  portal = await testPortal()
  countyId = (await portal.addCounty('Reeves')).CountyID
  otherCountyId = (await portal.addCounty('Ector')).CountyID
})
beforeEach(async () => {
  ann = await portal.addPerson({ email: uniqueAddress('ann'), countyId })
  admin = await portal.addPerson({ email: uniqueAddress('admin'), role: 'administrator' })
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  fileId = (await portal.call(ann, uploadFile, form)).json<{ file: Upload }>().file.FileID
})
afterAll(() => portal.close())

/** Acts that a person can repeat, with their hourly limits. */
const ACTS = {
  'own name': { most: 20, act: () => portal.call(ann, patchAccount, { payload: { name: 'Ann' } }) },
  'proof of identity': {
    most: 60,
    act: () => portal.call(ann, proveIdentity, { payload: { password: ann.password } }),
  },
  'chosen county': { most: 600, act: () => portal.call(ann, chooseCounty, { payload: { countyId } }) },
  bin: { most: 1200, act: () => portal.call(ann, deleteUpload, { params: { fileId } }) },
  comment: {
    most: 240,
    act: () =>
      portal.call(ann, addComment, { params: { fileId }, payload: { key: randomUUID(), text: 'Ok' } }),
  },
  restore: { most: 1200, act: () => portal.call(ann, restoreFile, { params: { fileId } }) },
} as const

const allRecords = async () => (await portal.pool.query('SELECT FROM audit_record')).rowCount

const recordsOf = async () =>
  (await portal.pool.query(`SELECT FROM audit_record WHERE account_id = $1`, [ann.accountId])).rowCount

test.each(Object.keys(ACTS) as (keyof typeof ACTS)[])(
  'R1.75 one person’s acts above the hourly limit are refused and not recorded: %s',
  async (name) => {
    const { most, act } = ACTS[name]
    if (name === 'restore') await ACTS.bin.act()
    await portal.pool.query('DELETE FROM throttled_attempt')
    expect((await act()).statusCode).toBe(200)
    // As if it had been done one time less than the limit.
    await portal.pool.query(
      `INSERT INTO throttled_attempt SELECT throttled_attempt.* FROM throttled_attempt, generate_series(3, $1)`,
      [most],
    )
    if (name === 'bin') await ACTS.restore.act()
    if (name === 'restore') await ACTS.bin.act()
    expect((await act()).statusCode).toBe(200)
    const before = await recordsOf()
    const refused = await act()
    expect([refused.statusCode, refused.json()]).toEqual([429, failure(TOO_MANY_ATTEMPTS).toFailure()])
    expect(await recordsOf()).toBe(before)
    portal.clock.advance(HOUR_MS - 1000)
    expect((await act()).statusCode).toBe(429)
    portal.clock.advance(1000)
    expect((await act()).statusCode).not.toBe(429)
  },
)

/** Acts of administrators, and of everyone on their own account, with their hourly limits. */
const RECORDED_ACTS = {
  'changes of people': {
    most: 3000,
    act: () => {
      const params = { userId: ann.accountId }
      return portal.call(admin, changePerson, { params, payload: { role: 'user', countyIds: [countyId] } })
    },
  },
  'changes of counties': {
    most: 3000,
    act: () => portal.call(admin, closeCounty, { params: { countyId: otherCountyId } }),
  },
  'tries of jobs again': {
    most: 600,
    act: () => portal.call(admin, retryJobs, { payload: { kind: 'send-mail' } }),
  },
  'saves of the edit dialog': {
    most: 6000,
    act: () => portal.call(admin, patchStatus, { params: { id: fileId }, payload: { statusId: 3 } }),
  },
  'changes of the own way of signing in': { most: 600, act: () => portal.call(admin, renewRecoveryCodes) },
  'sign-ins': {
    most: 3000,
    act: () =>
      portal.call(ANONYMOUS_PERSON, login, { payload: { username: admin.email, password: admin.password } }),
  },
} as const

test.each(Object.keys(RECORDED_ACTS) as (keyof typeof RECORDED_ACTS)[])(
  'R2.171 one person’s acts above the hourly limit are 429, and leave no record: %s',
  async (name) => {
    const { most, act } = RECORDED_ACTS[name]
    await portal.pool.query('DELETE FROM throttled_attempt')
    const before = (await act()).statusCode
    expect(before).not.toBe(429)
    // As if it had been done one time less than the limit.
    await portal.pool.query(
      `INSERT INTO throttled_attempt SELECT throttled_attempt.* FROM throttled_attempt, generate_series(3, $1)`,
      [most],
    )
    expect((await act()).statusCode).toBe(before)
    const records = await allRecords()
    const refused = await act()
    expect([refused.statusCode, refused.json()]).toEqual([429, failure(TOO_MANY_ATTEMPTS).toFailure()])
    expect(await allRecords()).toBe(records)
    portal.clock.advance(HOUR_MS)
    expect((await act()).statusCode).not.toBe(429)
  },
)

test('R1.75 the acts of one person do not affect those of others', async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  const setName = (who: TestPerson) => portal.call(who, patchAccount, { payload: { name: 'Ann' } })
  await setName(ann)
  await portal.pool.query(
    'INSERT INTO throttled_attempt SELECT throttled_attempt.* FROM throttled_attempt, generate_series(1, 20)',
  )
  expect([(await setName(ann)).statusCode, (await setName(admin)).statusCode]).toEqual([429, 200])
})

test('R2.171 the sign-ins of one person do not affect those of others', async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  const signIn = ({ email, password }: TestPerson) =>
    portal.call(ANONYMOUS_PERSON, login, { payload: { username: email, password } })
  await signIn(admin)
  await portal.pool.query(
    'INSERT INTO throttled_attempt SELECT throttled_attempt.* FROM throttled_attempt, generate_series(1, 3000)',
  )
  expect([(await signIn(admin)).statusCode, (await signIn(ann)).statusCode]).toEqual([429, 200])
})
