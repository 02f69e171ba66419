import { patchAccount, proveIdentity } from '@portal/contract/account/account.ts'
import { chooseCounty } from '@portal/contract/sign-in/sign-in.ts'
import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { deleteUpload, uploadFile, type Upload } from '@portal/contract/files/files.ts'
import { restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../engines/http/errors.ts'
import { HOUR_MS } from '../../engines/throttle/throttle.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { uploadForm } from '../../testing/upload-form.ts'

let portal: TestPortal
let ann: TestPerson
let countyId: number
let fileId: number
beforeAll(async () => {
  portal = await testPortal()
  countyId = (await portal.addCounty('Reeves')).CountyID
})
beforeEach(async () => {
  ann = await portal.addPerson({ email: uniqueAddress('ann'), countyId })
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  fileId = (await portal.call(ann, uploadFile, form)).json<{ file: Upload }>().file.FileID
})
afterAll(() => portal.close())

/** What can be done again and again, and how often in an hour. */
const ACTS = {
  'own name': { most: 20, act: () => portal.call(ann, patchAccount, { payload: { name: 'Ann' } }) },
  'proof of identity': {
    most: 60,
    act: () => portal.call(ann, proveIdentity, { payload: { password: ann.password } }),
  },
  'chosen county': { most: 600, act: () => portal.call(ann, chooseCounty, { payload: { countyId } }) },
  bin: { most: 1200, act: () => portal.call(ann, deleteUpload, { params: { fileId } }) },
  restore: { most: 1200, act: () => portal.call(ann, restoreFile, { params: { fileId } }) },
} as const

const recordsOf = async () =>
  (await portal.pool.query(`SELECT FROM audit_record WHERE account_id = $1`, [ann.accountId])).rowCount

test.each(Object.keys(ACTS) as (keyof typeof ACTS)[])(
  'R1.75 more than so many in an hour of one person are refused and not recorded: %s',
  async (name) => {
    const { most, act } = ACTS[name]
    if (name === 'restore') await ACTS.bin.act()
    await portal.pool.query('DELETE FROM throttled_attempt')
    expect((await act()).statusCode).toBe(200)
    // As if it had been done that often but once.
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
    portal.clock.advance(HOUR_MS)
    expect((await act()).statusCode).not.toBe(429)
  },
)
