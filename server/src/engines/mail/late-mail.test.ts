import { afterEach, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
beforeEach(async () => {
  portal = await testPortal()
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
  return warnings.filter((warning) => warning.startsWith('Mail '))
}

test('R1.63 /readyz warns once a mail has been due for an hour, and until it went out; one that is kept for later is not late', async () => {
  await addMail('3 hours')
  await addMail('-59 minutes')
  expect(await aboutMail()).toEqual([])
  await addMail('-2 hours')
  expect(await aboutMail()).toEqual([
    'Mail is not going out, the oldest has been due for 2 hours: see to SMTP_URL and its mail server; Jobs and mail tells what it answers.',
  ])
  await portal.pool.query('UPDATE mail_outbox SET sent_at = now()')
  expect(await aboutMail()).toEqual([])
})
