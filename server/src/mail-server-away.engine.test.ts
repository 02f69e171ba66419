import { callPath } from '@portal/contract/call-path.ts'
import { register, REGISTERED, requestReset, RESET_SENT } from '@portal/contract/sign-in/registration.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectNothingLost } from './testing/engines/expect-nothing-lost.ts'
import { startLoad } from './testing/engines/load.ts'
import { startPostfix, type Postfix } from './testing/engines/postfix.ts'
import { ownBucket } from './testing/engines/s3-server.ts'
import { startTwoServers, type TwoServers } from './testing/engines/two-servers.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'

const PEOPLE = 3
/** People who request mail at a time. Each gets two mails, and one network no more than 60 in an hour. */
const ASKERS = 6
const BOUND = { timeout: 240_000, interval: 100 }
/** Milliseconds that sending takes while the mail server is silent. No call waits for it. */
const SILENCE_MS = 10_000
/** Each of them is promised one of each. */
const SUBJECTS = ['Please confirm your e-mail address', 'Set a new password'] as const

const groupOf = (name: string) => Array.from({ length: ASKERS }, (_one, at) => `${name}-${at}@staff.example`)
const BEFORE = groupOf('before')
const IN_SILENCE = groupOf('silence')
const WHILE_AWAY = groupOf('away')
const AFTERWARDS = groupOf('after')
const ALL = [...BEFORE, ...IN_SILENCE, ...WHILE_AWAY, ...AFTERWARDS]

let database: TestDatabase
let postfix: Postfix
let two: TwoServers
beforeAll(async () => {
  database = await testDatabase()
  postfix = await startPostfix(ALL)
  two = await startTwoServers({
    databaseUrl: database.url,
    bucket: await ownBucket('ceph'),
    settings: { SMTP_URL: postfix.url },
  })
})
afterAll(async () => {
  await two?.stop()
  await postfix?.stop()
  await database?.close()
})

/** Returns its duration in milliseconds. */
async function ask(endpoint: Endpoint, body: object, promise: string): Promise<number> {
  const began = performance.now()
  const answer = await two.call({
    method: endpoint.method,
    path: `/api${callPath(endpoint)}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const took = performance.now() - began
  expect([answer.status, answer.json()]).toEqual([200, { success: true, message: promise }])
  return took
}

/** Each registers, and then requests a new password. Returns the milliseconds of the slowest call. */
async function allAsk(emails: readonly string[]): Promise<number> {
  const times = await Promise.all(
    emails.map(async (email) => [
      await ask(register, { email, password: 'a long and quiet password' }, REGISTERED),
      await ask(requestReset, { email }, RESET_SENT),
    ]),
  )
  return Math.max(...times.flat())
}

/** Returns the promised mails that are in no box, and the number of delivered ones. */
async function look(emails: readonly string[]): Promise<{ missing: string[]; arrived: number }> {
  const boxes = await Promise.all(
    emails.map(async (email) => {
      const mails = await Promise.all(postfix.mailsTo(email).map((raw) => PostalMime.parse(raw)))
      return { email, subjects: mails.map(({ subject = '' }) => subject) }
    }),
  )
  const missing = boxes.flatMap(({ email, subjects }) =>
    SUBJECTS.filter((wanted) => !subjects.some((subject) => subject.startsWith(wanted))).map(
      (wanted) => `${email}: ${wanted}`,
    ),
  )
  return { missing, arrived: boxes.flatMap(({ subjects }) => subjects).length }
}

const allArrived = (emails: readonly string[]) =>
  vi.waitFor(async () => expect((await look(emails)).missing).toEqual([]), BOUND)

test('C13 under load and with two servers postfix hangs, goes down and comes back: every promised e-mail arrives, no call fails or waits for it', async () => {
  const { cookie } = await two.addPerson({ email: 'admin@staff.example' })
  const load = startLoad(two.call, { cookie, people: PEOPLE })
  const usual = await allAsk(BEFORE)
  await allArrived(BEFORE)
  postfix.standStill()
  const inSilence = await allAsk(IN_SILENCE)
  postfix.resume()
  await postfix.leave()
  const whileAway = await allAsk(WHILE_AWAY)
  expect((await look(WHILE_AWAY)).arrived).toBe(0)
  await postfix.comeBack()
  const back = performance.now()
  await allAsk(AFTERWARDS)
  await allArrived(ALL)
  const seconds = (performance.now() - back) / 1000
  await load.stop()
  const { arrived } = await look(ALL)
  console.log(
    `${ALL.length * SUBJECTS.length} mails promised, ${arrived} arrived, all ${seconds.toFixed(1)} s after postfix was back; the slowest call took ${[usual, inSilence, whileAway].map(Math.round).join(', ')} ms before, in silence and while it was away, ${load.done()} other calls were answered`,
  )
  // In addition to their usual time on this machine.
  expect(Math.max(inSilence, whileAway)).toBeLessThan(usual + SILENCE_MS)
  expect(load.failures).toEqual([])
  const { kysely } = two.world.database
  const unsent = kysely
    .selectFrom('mail_outbox')
    .select(['recipient', 'refusal'])
    .where('sent_at', 'is', null)
  // The row is written after the mail server has accepted the mail.
  await vi.waitFor(async () => expect(await unsent.execute()).toEqual([]), BOUND)
  await expectNothingLost(two.world, load.acknowledged)
}, 600_000)
