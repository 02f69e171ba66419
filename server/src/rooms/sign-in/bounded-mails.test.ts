import { login } from '@portal/contract/sign-in/sign-in.ts'
import { changePerson } from '@portal/contract/people/person-acts.ts'
import { removeSecondFactor, renewRecoveryCodes } from '@portal/contract/sign-in/second-factor.ts'
import { requestReset } from '@portal/contract/sign-in/registration.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BACKGROUND } from '../../background.ts'
import { readWaitingMail } from '../../engines/mail/outbox.repository.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { letTimePass } from '../../testing/let-time-pass.ts'
import { mailsTo, runDueJobs } from '../../testing/mailbox.ts'
import { setUpSecondFactor } from '../../testing/second-factor.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'

let portal: TestPortal
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt; DELETE FROM mail_outbox; DELETE FROM job')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
})
afterAll(() => portal.close())

const textsTo = async ({ email }: TestPerson) => (await mailsTo(portal, email)).map(({ text = '' }) => text)
const renew = async (remoteAddress = '127.0.0.1') =>
  expect((await portal.call(ann, renewRecoveryCodes, { remoteAddress })).statusCode).toBe(200)

describe('e-mails that a person triggers repeatedly', () => {
  test('V2.4.1 a hundred new sets of recovery codes send three e-mails, and a quarter of an hour later one about the rest', async () => {
    await setUpSecondFactor(portal, ann)
    for (let time = 0; time < 100; time += 1) await renew()
    expect(await textsTo(ann)).toHaveLength(4)
    await letTimePass(portal, 10 * MINUTE_MS)
    expect(await textsTo(ann)).toHaveLength(4)
    await letTimePass(portal, 5 * MINUTE_MS)
    const texts = await textsTo(ann)
    expect(texts).toHaveLength(5)
    expect(texts.at(-1)).toMatch(/changed 97 more times:/)
    expect(texts.at(-1)).toContain(
      '97 times: new recovery codes were made for your account, from the network address 127.0.0.1',
    )
    expect(await readWaitingMail(portal.world.database.kysely)).toEqual({ count: 0, oldestSeconds: 0 })
  })

  test('another event meanwhile is e-mailed immediately, and nothing is left out', async () => {
    await setUpSecondFactor(portal, ann)
    for (let time = 0; time < 5; time += 1) await renew()
    expect((await portal.call(ann, removeSecondFactor)).statusCode).toBe(200)
    expect((await textsTo(ann)).join()).toContain('the authenticator app was removed from your account')
    await letTimePass(portal, HOUR_MS)
    expect((await textsTo(ann)).filter((text) => text.includes('changed 2 more times'))).toHaveLength(1)
  })

  test('V6.3.5 a person’s own events do not hold back the same events from another network', async () => {
    await setUpSecondFactor(portal, ann)
    for (let time = 0; time < 5; time += 1) await renew()
    await renew('198.51.100.7')
    const texts = await textsTo(ann)
    expect(texts).toHaveLength(5)
    expect(texts.join()).toContain('198.51.100.7')
  })

  test('V2.4.1 the same events from a hundred networks send a handful of e-mails an hour, and nothing is left out', async () => {
    await setUpSecondFactor(portal, ann)
    for (let network = 1; network <= 100; network += 1) {
      await renew(`198.51.${network}.7`)
      portal.clock.advance(1000)
    }
    expect(await textsTo(ann)).toHaveLength(13)
    await letTimePass(portal, HOUR_MS)
    const texts = await textsTo(ann)
    expect(texts).toHaveLength(14)
    expect(texts.join()).toContain('changed 88 more times')
  })

  test('V6.3.5 the fifth new device of a day is reported within a quarter of an hour', async () => {
    for (let device = 1; device <= 5; device += 1) {
      const payload = { username: ann.email, password: ann.password }
      await portal.call(ANONYMOUS_PERSON, login, { payload, remoteAddress: `198.51.${device}.7` })
    }
    expect(await textsTo(ann)).toHaveLength(4)
    await letTimePass(portal, 15 * MINUTE_MS)
    expect((await textsTo(ann)).join()).toContain('198.51.5.7')
  })

  test('an event that is queued while an e-mail about others goes out is in the next one', async () => {
    await setUpSecondFactor(portal, ann)
    for (let time = 0; time < 5; time += 1) await renew()
    await runDueJobs(portal)
    const { mail } = portal.world
    const world = {
      ...portal.world,
      mail: {
        async send(letter: Parameters<typeof mail.send>[0]) {
          for (let time = 0; time < 4; time += 1) await renew()
          await mail.send(letter)
        },
      },
    }
    await portal.pool.query(`UPDATE job SET run_at = now() WHERE kind = 'send-mails-together'`)
    await runDueJobs({ world })
    await letTimePass(portal, HOUR_MS)
    const together = (await textsTo(ann)).filter((text) => text.includes('more times'))
    // Both may have gone out within one second, and an e-mail gives no finer time.
    expect(new Set(together.map((text) => /changed (\d+) more times/.exec(text)?.[1]))).toEqual(
      new Set(['2', '4']),
    )
    expect(together).toHaveLength(2)
  })

  test('V6.3.5 sign-ins with a new device each time send at most eighteen e-mails a day, which name all of them', async () => {
    for (let device = 1; device <= 96; device += 1) {
      const answer = await portal.call(ANONYMOUS_PERSON, login, {
        payload: { username: ann.email, password: ann.password },
        remoteAddress: `198.51.${device}.7`,
      })
      expect(answer.statusCode).toBe(200)
      await runDueJobs(portal)
      await letTimePass(portal, 15 * MINUTE_MS)
    }
    const texts = await textsTo(ann)
    expect(texts.length).toBeLessThanOrEqual(18)
    expect(texts.length).toBeGreaterThanOrEqual(12)
    await letTimePass(portal, DAY_MS)
    const told = (await textsTo(ann)).join('\n')
    for (let device = 1; device <= 96; device += 1) expect(told).toContain(`198.51.${device}.7`)
  })

  test('a role that is changed back and forth sends three e-mails, and one with the final change', async () => {
    const boss = await portal.addPerson({ email: 'boss@staff.example', role: 'administrator' })
    for (const role of ['reader', 'user', 'reader', 'user', 'staff', 'manager']) {
      const answer = await portal.call(boss, changePerson, {
        params: { userId: ann.accountId },
        payload: { role, countyIds: [] },
      })
      expect(answer.statusCode).toBe(200)
    }
    expect(await textsTo(ann)).toHaveLength(3)
    await letTimePass(portal, HOUR_MS)
    const last = (await textsTo(ann)).at(-1)
    expect(last).toContain('was changed 3 more times')
    expect(last).toContain('3 times: by boss@staff.example')
    expect(last).toMatch(/You were Reader and are now County manager\./i)
  })
})

test('V15.4.4 a link that a person waits for overtakes all other e-mail', async () => {
  await setUpSecondFactor(portal, ann)
  const { mail } = portal.world
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const sent: string[] = []
  const world = {
    ...portal.world,
    mail: {
      async send(letter: Parameters<typeof mail.send>[0]) {
        if (!letter.subject.includes('Set a new password')) await held
        sent.push(letter.subject.split(' – ')[0] ?? '')
      },
    },
  }
  const first = runDueJobs({ world }, BACKGROUND.jobs)
  await portal.call(ANONYMOUS_PERSON, requestReset, { payload: { email: ann.email } })
  await runDueJobs(
    { world },
    BACKGROUND.jobs.filter(({ lane }) => lane !== 'mail'),
  )
  expect(sent).toEqual(['Set a new password'])
  release()
  await first
})
