import { afterEach, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
beforeEach(async () => {
  portal = await testPortal()
})
afterEach(() => portal.close())

type Answered = { as: 'refused_at' | 'sent_at'; count: number; hoursAgo: number }

const addMails = ({ as, count, hoursAgo }: Answered) =>
  portal.pool.query(
    `INSERT INTO mail_outbox (kind, recipient, message_id, created_at, ${as})
     SELECT 'reset', 'clerk@county.example', gen_random_uuid(), at, at
     FROM (VALUES ($1::timestamptz - $2 * interval '1 hour')) AS day (at), generate_series(1, $3)`,
    [portal.clock.now(), hoursAgo, count],
  )
const aboutMail = async () => {
  portal.clock.advance(5000)
  const { warnings } = (await portal.app.inject('/readyz')).json<{ warnings: string[] }>()
  return warnings.filter((warning) => warning.startsWith('The mail server '))
}

test('R1.65 /readyz warns while the mail server rejects most e-mails, until e-mail is sent again', async () => {
  await addMails({ as: 'refused_at', count: 9, hoursAgo: 2 })
  expect(await aboutMail()).toEqual([])
  await addMails({ as: 'refused_at', count: 3, hoursAgo: 1 })
  expect(await aboutMail()).toEqual([
    'The mail server refused 12 of the last 12 mails permanently: Background tasks shows why.',
  ])
  await addMails({ as: 'sent_at', count: 11, hoursAgo: 0.5 })
  expect(await aboutMail()).toEqual([])
})

test('R1.65 /readyz ignores wrong addresses in a long list, and rejections of the day before', async () => {
  await addMails({ as: 'refused_at', count: 50, hoursAgo: 25 })
  await addMails({ as: 'refused_at', count: 9, hoursAgo: 1 })
  await addMails({ as: 'sent_at', count: 40, hoursAgo: 1 })
  expect(await aboutMail()).toEqual([])
})
