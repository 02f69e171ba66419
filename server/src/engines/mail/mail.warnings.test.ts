import { getState, type PortalState } from '@portal/contract/operations/state.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let administrator: TestPerson
beforeEach(async () => {
  portal = await testPortal()
  administrator = await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' })
})
afterEach(() => portal.close())

const addMail = (due: string) =>
  portal.pool.query(
    `INSERT INTO mail_outbox (kind, recipient, message_id, created_at, due_at)
     VALUES ('reset', 'clerk@county.example', $1::text, now() - interval '9 hours', now() + $1::text::interval)`,
    [due],
  )
const aboutMail = async () => {
  portal.clock.advance(5000)
  const { warnings } = (await portal.app.inject('/readyz')).json<{ warnings: string[] }>()
  const said = warnings.filter((warning) => warning.startsWith('Mail '))
  const state = (await portal.call(administrator, getState)).json<PortalState>()
  const shown = (state.health?.warnings ?? []).filter(({ text }) => text.startsWith('Mail '))
  expect(shown, 'the warnings on State').toHaveLength(said.length)
  return said
}

test('R1.63 /readyz and System status warn once an e-mail has been due for an hour, until it is sent; an e-mail scheduled for later is not late', async () => {
  await addMail('3 hours')
  await addMail('-59 minutes')
  expect(await aboutMail()).toEqual([])
  await addMail('-2 hours')
  expect(await aboutMail()).toEqual([
    'Mail is not going out, the oldest has been due for 2 hours: Background tasks shows what the mail server answers.',
  ])
  await portal.pool.query('UPDATE mail_outbox SET sent_at = now()')
  expect(await aboutMail()).toEqual([])
})
