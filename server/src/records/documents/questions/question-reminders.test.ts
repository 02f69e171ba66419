import { deleteUpload } from '@portal/contract/files/files.ts'
import { answerQuestion, askQuestion, withdrawQuestion } from '@portal/contract/questions/questions.ts'
import { restoreFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../../testing/mailbox.ts'
import { storeDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'
import { queueReminders } from './queue-question-mails.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let administrator: TestPerson
let uploader: TestPerson
let fileId: number

const START = '2026-04-20T15:00:00Z'
/** 7 AM in the zone of the portal. */
const AT_SEVEN = 'T12:00:00Z'

beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, now: START })
  ;({ administrator } = portal.people)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await goTo(START)
  await portal.pool.query('DELETE FROM document_question')
  uploader = await portal.addPerson({ email: uniqueAddress('ann'), countyId: portal.counties.loving })
  fileId = await storeDocument(portal, uploader, { fileName: 'plat.pdf' })
})

async function goTo(moment: string): Promise<void> {
  portal.clock.set(new Date(moment))
  // As if everyone had just signed in.
  await portal.pool.query('UPDATE session SET created_at = $1, last_seen_at = $1', [moment])
}

type Result = ResultOf<typeof askQuestion>

async function ask(dueDay: string | null, about = fileId): Promise<number> {
  const payload = { points: [], text: 'Who?', dueDay }
  const answer = await portal.call(administrator, askQuestion, { params: { fileId: about }, payload })
  expect(answer.statusCode, `answered ${answer.body}`).toBe(200)
  return answer.json<Result>().question.Number
}

async function remindersOn(day: string): Promise<number> {
  await goTo(`${day}${AT_SEVEN}`)
  await queueReminders(portal.world)
  return (await subjects()).filter((subject) => subject.startsWith('Reminder')).length
}

async function subjects(): Promise<string[]> {
  return (await mailsTo(portal, uploader.email)).map(({ subject }) => subject ?? '')
}

async function recorded(): Promise<number> {
  const { rows } = await portal.pool.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM audit_record
     WHERE action = 'document.question_reminded' AND subject_id = $1 AND actor_name LIKE '%question reminders%'`,
    [String(fileId)],
  )
  return rows[0]?.n ?? 0
}

test('R26.20 a reminder comes three days before the due day, on it, and then weekly, eight times in all', async () => {
  await ask('2026-04-30')
  await mailsTo(portal, uploader.email)
  const days = ['27', '30'].map((day) => `2026-04-${day}`)
  const weekly = ['05-07', '05-14', '05-21', '05-28', '06-04', '06-11'].map((day) => `2026-${day}`)
  expect(await remindersOn('2026-04-26')).toBe(0)
  for (const [before, day] of [...days, ...weekly].entries()) expect(await remindersOn(day)).toBe(before + 1)
  expect(await remindersOn('2026-06-18')).toBe(8)
  expect(await remindersOn('2026-12-31')).toBe(8)
  expect(await recorded()).toBe(8)
})

test('R26.20 the reminder waits for 7 AM, and two servers send one', async () => {
  await ask('2026-04-30')
  await goTo('2026-04-27T11:59:00Z')
  await queueReminders(portal.world)
  expect((await subjects()).filter((subject) => subject.startsWith('Reminder'))).toEqual([])
  await goTo('2026-04-27T12:00:00Z')
  await Promise.all([1, 2, 3].map(() => queueReminders(portal.world)))
  expect(await remindersOn('2026-04-27')).toBe(1)
  expect(await recorded()).toBe(1)
})

test('R26.20 a question without a due day, and one for today, is reminded after a week', async () => {
  await ask(null)
  await ask('2026-04-20', await storeDocument(portal, uploader, { fileName: 'map.pdf' }))
  expect(await remindersOn('2026-04-26')).toBe(0)
  expect(await remindersOn('2026-04-27')).toBe(1)
  expect((await subjects()).at(-1)).toContain('Reminder: questions about 2 files')
})

test.each([
  [
    'answered',
    async (number: number) => {
      await portal.call(uploader, answerQuestion, {
        params: { fileId },
        payload: { number, text: 'Me', files: [] },
      })
    },
  ],
  [
    'withdrawn',
    async () => {
      await portal.call(administrator, withdrawQuestion, { params: { fileId } })
    },
  ],
  [
    'of a disabled person',
    async () => {
      await portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [uploader.accountId])
    },
  ],
  [
    'of a person who sees the file no longer',
    async () => {
      await portal.pool.query('UPDATE account SET county_id = $2 WHERE id = $1', [
        uploader.accountId,
        portal.counties.winkler,
      ])
    },
  ],
])('R26.21 a question that is %s has no reminder', async (_what, act) => {
  await act(await ask('2026-04-30'))
  expect(await remindersOn('2026-04-27')).toBe(0)
  expect(await recorded()).toBe(0)
})

test('R26.21 a file in the bin has no reminder until it is restored', async () => {
  await ask('2026-04-30')
  await portal.call(administrator, deleteUpload, { params: { fileId } })
  expect(await remindersOn('2026-04-27')).toBe(0)
  await portal.call(administrator, restoreFile, { params: { fileId } })
  expect(await remindersOn('2026-04-28')).toBe(1)
})
