import { createServer, type AddressInfo } from 'node:net'
import { test as base } from './fixtures.ts'
import { openPortal, type Portal } from './portal.ts'

/** A free port of this machine. */
export async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

/** The tests of a portal that knows its own address before it starts, because passkeys belong to an address. */
export const test = base.extend<object, { portal: Portal }>({
  portal: [
    async ({ browserName: _browserName }, use) => {
      const portal = await openPortal({ PORT: await freePort() })
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
