import { afterEach, expect, test } from 'vitest'
import { issuersInTests } from '../../../testing/issuers-in-tests.ts'
import { atSignIn, issuerCalls, whereTo } from '../../../testing/issuer-calls.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

const issuers = await issuersInTests()
let portal: TestPortal
afterEach(() => portal.close())

type Line = { level: number; msg: string; reason?: string }
const linesOf = ({ log }: { log: readonly string[] }) => log.map((line) => JSON.parse(line) as Line)

test('R2.137 the log says why an issuer does not respond, once per click and without a stack trace', async () => {
  portal = await testPortal({ issuers })
  issuers.firm.goAway()
  try {
    const begun = await portal.app.inject({ method: 'POST', url: '/api/auth/oidc/firm/begin' })
    expect(begun.statusCode).toBe(503)
  } finally {
    issuers.firm.comeBack()
  }
  const told = linesOf(portal).filter(({ level }) => level >= 40)
  expect(told).toMatchObject([
    { level: 40, reason: expect.stringMatching(/^fetch failed \((UND_ERR_SOCKET|ECONNRESET)\)$/) as string },
  ])
})

test('R2.137 the log reports a secret that the issuer rejects by the error of OAuth, without the secret', async () => {
  issuers.firm.knows('ann', { email: 'ann@firm.example', email_verified: true, groups: ['appraisers'] })
  const wrong = { clientSecretFile: undefined, clientSecretVariable: 'FIRM_SECRET' }
  portal = await testPortal({
    issuers: { ...issuers, changed: wrong },
    environment: { FIRM_SECRET: 'an old secret' },
  })
  const { answer } = await issuerCalls(portal).signIn('firm', 'ann')
  expect(whereTo(answer)).toEqual(atSignIn('single_sign_on.refused'))
  const failed = linesOf(portal).find(({ msg }) => msg === 'A single sign-on failed.')
  expect(failed?.reason).toContain('(invalid_client)')
  expect(portal.log.join()).not.toContain('an old secret')
})
