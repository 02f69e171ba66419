import { afterAll, afterEach } from 'vitest'
import { browserAt, singleSignOnPortal, startTestIssuers } from './single-sign-on-portal.ts'
import type { TestPortal } from './test-portal.ts'

/** Two real issuers for the tests of a file, and how each opens a portal that offers them; the newest is closed after it. */
export async function singleSignOnInTests() {
  const issuers = await startTestIssuers()
  afterAll(() => issuers.close())
  let opened: TestPortal | undefined
  afterEach(() => opened?.close())
  return {
    issuers,
    async openPortal(changed: object = {}, environment: Record<string, string> = {}) {
      const portal = await singleSignOnPortal(issuers, changed, environment)
      opened = portal
      return { portal, browser: browserAt(portal) }
    },
  }
}
