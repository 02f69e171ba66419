import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginSecondFactor, confirmSecondFactor } from '@portal/contract/sign-in/second-factor.ts'
import { codesOfOathtool } from '../../../testing/engines/oathtool.ts'
import { giveCode, givePassword } from '../../../testing/second-factor.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { base32 } from './base32.ts'
import { codeOf, newSecret, stepAt } from './totp.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const RFC_SECRET = base32(Buffer.from('12345678901234567890'))
// RFC 6238, appendix B, as an app shows them.
const RFC_CODES = [
  ['1970-01-01T00:00:59Z', '287082'],
  ['2005-03-18T01:58:29Z', '081804'],
  ['2005-03-18T01:58:31Z', '050471'],
  ['2009-02-13T23:31:30Z', '005924'],
  ['2033-05-18T03:33:20Z', '279037'],
  ['2603-10-11T11:33:20Z', '353130'],
] as const

test.each(RFC_CODES)(
  'V6.3.3 oathtool and the portal make one code of %s, that of RFC 6238',
  async (at, code) => {
    const moment = new Date(at)
    expect(await codesOfOathtool(RFC_SECRET, { at: moment })).toEqual([code])
    expect(codeOf(Buffer.from('12345678901234567890'), stepAt(moment))).toBe(code)
  },
)

test('V6.3.3 oathtool and the portal make the same codes of 40 secrets at any time, 50 in sequence each', async () => {
  const more = 50
  for (let round = 0; round < 40; round += 1) {
    const secret = newSecret()
    const at = new Date(randomBytes(4).readUInt32BE() * 1000)
    const step = stepAt(at)
    const ours = Array.from({ length: more }, (_, ahead) => codeOf(secret, step + ahead))
    expect(
      await codesOfOathtool(base32(secret), { at, count: more }),
      `${base32(secret)} at ${at.toISOString()}`,
    ).toEqual(ours)
  }
})

test('V6.3.3 codes of oathtool set up a second factor and sign in, from the secret on the screen', async () => {
  const ann = await portal.addPerson({ email: 'ann@reeves.example' })
  const begun = await portal.call(ann, beginSecondFactor)
  const { secret } = begun.json<{ secret: string }>()
  const codeNow = async () => (await codesOfOathtool(secret, { at: portal.clock.now() }))[0]
  const payload = { code: await codeNow() }
  expect((await portal.call(ann, confirmSecondFactor, { payload })).statusCode).toBe(200)
  const cookie = await givePassword(portal, ann)
  expect((await giveCode(portal, { cookie, code: payload.code })).statusCode).toBe(403)
  portal.clock.advance(30_000)
  expect((await giveCode(portal, { cookie, code: await codeNow() })).statusCode).toBe(200)
})
