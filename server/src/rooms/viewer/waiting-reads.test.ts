import { getMailBlocks } from '@portal/contract/ingestion/mail-preview.ts'
import { refuseMail } from '@portal/contract/ingestion/mailbox.ts'
import { getPreviewBlocks } from '@portal/contract/viewer/viewer.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { mailOf, textPart } from '../../testing/made-mail.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

let portal: TestPortal<typeof TWO_COUNTIES & { mailbox: true }>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, mailbox: true })
})
afterAll(() => portal.close())

/** The answer to a call that waits for its place, while `meanwhile` happens. */
async function afterWait<T>(ask: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const { turns } = portal.world.blockReader
  const release = await turns.take(0)
  const answer = ask()
  await vi.waitFor(() => expect(turns.load().waiting).toBe(1), { timeout: 20_000 })
  await meanwhile()
  release()
  return answer
}

const disable = (email: string) =>
  changeAccount({ ...portal.world, actor: COMMAND_LINE }, email, { isDisabled: true })
const bin = (_email: string, fileId: number) =>
  portal.pool.query('UPDATE document SET deleted_at = now() WHERE id = $1', [fileId])

test.for([
  ['who is disabled', disable, 401],
  ['whose document is deleted', bin, 403],
] as const)('R16.36 a person %s while their call waits gets no document', async ([, act, status]) => {
  const email = `${crypto.randomUUID()}@owner.example`
  const reader = await portal.addPerson({ email, role: 'reader', countyIds: [portal.counties.loving] })
  const bytes = Buffer.from(mailOf({ from: email, parts: [textPart('Two compressors.')] }))
  const fileId = await storeDocument(portal, portal.people.clerk, { fileName: 'mail.eml', bytes })
  const answer = await afterWait(
    () => portal.call(reader, getPreviewBlocks, { params: { fileId } }),
    () => act(email, fileId),
  )
  expect(answer.statusCode).toBe(status)
  expect(answer.body).not.toContain('compressor')
})

test('R16.36 a person who is disabled while their call waits learns nothing of a file that cannot be shown', async () => {
  const email = `${crypto.randomUUID()}@owner.example`
  const reader = await portal.addPerson({ email, role: 'reader', countyIds: [portal.counties.loving] })
  const bytes = Buffer.from(mailOf({ from: email, parts: [textPart('Two compressors.')] }))
  const fileId = await storeDocument(portal, portal.people.clerk, { fileName: 'mail.eml', bytes })
  vi.spyOn(portal.world.blockReader.child, 'ask').mockResolvedValueOnce({ kind: 'timed-out', limit: 'wall' })
  const answer = await afterWait(
    () => portal.call(reader, getPreviewBlocks, { params: { fileId } }),
    () => disable(email),
  )
  expect([answer.statusCode, answer.body.includes('took-too-long')]).toEqual([401, false])
})

test('R16.36 a message that was decided while a call waits is not shown', async () => {
  const { mailbox } = portal
  await mailbox.deliver(mailOf({ from: 'Owner <owner@elsewhere.example>', parts: [textPart('Two plants.')] }))
  await mailbox.look()
  const mailId = (await mailbox.verdicts()).at(-1)?.id ?? ''
  const { administrator } = portal.people
  const answer = await afterWait(
    () => portal.call(administrator, getMailBlocks, { params: { mailId } }),
    () =>
      portal.call(administrator, refuseMail, {
        params: { mailId },
        payload: { reason: 'An invoice.', isTold: false },
      }),
  )
  expect(answer.json()).toMatchObject({ code: 'mailbox.not_shown' })
})
