import { afterAll } from 'vitest'
import { PUBLIC_URL, type TestIssuers } from './portal/issuers.ts'
import { startIssuer, type TestIssuer } from './issuer.ts'

/** Two real issuers for the tests of a file, for use by test portals: the firm's, and that of a county. */
export async function issuersInTests(): Promise<TestIssuers> {
  const [firm, county] = await Promise.all([start('firm', false), start('county', true)])
  afterAll(() => Promise.all([firm.close(), county.close()]))
  return { firm, county }
}

function start(id: keyof TestIssuers, saysAllInToken: boolean): Promise<TestIssuer> {
  const callback = `${PUBLIC_URL}/api/auth/oidc/${id}/callback`
  return startIssuer({ callback, afterSignOut: `${PUBLIC_URL}/login`, saysAllInToken })
}
