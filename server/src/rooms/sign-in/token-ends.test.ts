import { changePassword } from '@portal/contract/account/account.ts'
import { listTokens, type ApiToken } from '@portal/contract/account/tokens.ts'
import { listUploads } from '@portal/contract/files/files.ts'
import { disablePerson, enablePerson, endSessionsOf } from '@portal/contract/people/person-acts.ts'
import { confirmReset, requestReset } from '@portal/contract/sign-in/registration.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { tokenCalls } from '../../testing/token-calls.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'

const NEW = 'a new and quiet password'

let portal: TestPortal
let at: ReturnType<typeof tokenCalls>
let ann: TestPerson
let admin: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  at = tokenCalls(portal)
})
beforeEach(async () => {
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
  admin = await portal.addPerson({ email: uniqueAddress('admin'), role: 'administrator' })
})
afterAll(() => portal.close())

const createTwo = async () =>
  [await at.create(ann, { label: 'Import' }), await at.create(ann, { label: 'Mirror' })] as const
const statusesOf = async (tokens: readonly { secret: string }[]) =>
  Promise.all(tokens.map(async ({ secret }) => (await at.call(secret, listUploads)).statusCode))
const revocations = async () =>
  (
    await portal.pool.query<{ told: string }>(
      `SELECT actor_name || ' ' || (before ->> 'label') AS told FROM audit_record
       WHERE action = 'token.revoked' AND subject_id = $1 ORDER BY id`,
      [ann.accountId],
    )
  ).rows.map(({ told }) => told)
const mailAbout = async (subject: string) =>
  (await mailsTo(portal, ann.email)).find((mail) => mail.subject?.includes(subject))?.text ?? ''
const onAnn = () => ({ params: { userId: ann.accountId } })

async function resetPassword(): Promise<void> {
  await portal.call(ANONYMOUS_PERSON, requestReset, { payload: { email: ann.email } })
  const mails = await mailsTo(portal, ann.email)
  const mail = mails.find(({ subject }) => subject?.startsWith('Set a new password'))
  const { email, token } = linkOf(mail ?? {})
  const payload = { email, token, newPassword: NEW, confirmPassword: NEW }
  expect((await portal.call(ANONYMOUS_PERSON, confirmReset, { payload })).statusCode).toBe(200)
}

test('R27.26 a password set by a mailed link revokes the tokens, with a record each, and the e-mail says so', async () => {
  const tokens = await createTwo()
  await resetPassword()
  expect(await statusesOf(tokens)).toEqual([401, 401])
  expect(await revocations()).toEqual([`${ann.email} Import`, `${ann.email} Mirror`])
  expect(await mailAbout('Your password was changed')).toContain('Your API tokens were revoked.')
})

test('R27.26 no e-mail names tokens to people without any', async () => {
  await resetPassword()
  expect(await mailAbout('Your password was changed')).not.toContain('token')
})

test('R27.26 whoever signs a person out everywhere revokes their tokens, with a record each', async () => {
  const tokens = await createTwo()
  const other = await at.create(admin)
  expect((await portal.call(admin, endSessionsOf, onAnn())).statusCode).toBe(200)
  expect(await statusesOf([...tokens, other])).toEqual([401, 401, 200])
  expect(await revocations()).toEqual([`${admin.email} Import`, `${admin.email} Mirror`])
})

test('R27.26 a person who changes their own password keeps their tokens, and the e-mail says so', async () => {
  const tokens = await createTwo()
  const payload = { currentPassword: ann.password, newPassword: NEW }
  expect((await portal.call(ann, changePassword, { payload })).statusCode).toBe(200)
  expect(await statusesOf(tokens)).toEqual([200, 200])
  expect(await mailAbout('Your password was changed')).toContain(
    'Your API tokens still work. Revoke unknown API tokens in Account → API tokens.',
  )
})

test('R27.27 a disabled person has no tokens, also after they are enabled', async () => {
  const tokens = await createTwo()
  await portal.call(admin, disablePerson, onAnn())
  expect(await statusesOf(tokens)).toEqual([401, 401])
  await portal.call(admin, enablePerson, onAnn())
  expect(await statusesOf(tokens)).toEqual([401, 401])
  expect(await revocations()).toEqual([`${admin.email} Import`, `${admin.email} Mirror`])
  ann.cookie = await portal.signIn(ann.email, ann.password)
  expect((await portal.call(ann, listTokens)).json<ApiToken[]>()).toEqual([])
})

test('R27.27 a command that disables a person revokes their tokens, too', async () => {
  const tokens = await createTwo()
  const context = { ...portal.world, actor: COMMAND_LINE }
  await changeAccount(context, ann.email, { isDisabled: true })
  await changeAccount(context, ann.email, { isDisabled: false })
  expect(await statusesOf(tokens)).toEqual([401, 401])
  expect(await revocations()).toHaveLength(2)
})

test('R27.1 the e-mail about a new token names it, and says where to revoke it', async () => {
  const { token } = await at.create(ann, { label: 'Nightly import' })
  const text = await mailAbout('Your sign-in settings changed')
  expect(text).toContain(
    `the API token “Nightly import”, which ends in ${token.ending}, was created for your account`,
  )
  expect(text).toContain('Revoke unknown API tokens in Account → API tokens.')
  expect(text).toContain('A new password by this link signs you out everywhere and revokes your API tokens.')
})
