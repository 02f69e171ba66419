import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections, which would take a port again before it is used. */
const FIRST = 20_000
const LAST = 32_000
const TRIES = 20

/** A TCP port of 127.0.0.1 that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  for (let tried = 1; tried < TRIES; tried += 1) {
    const port = await tryPort(randomInt(FIRST, LAST)).catch(() => null)
    if (port !== null) return port
  }
  return tryPort(0)
}

/** 0 stands for any. @throws where it is taken or not allowed. */
function tryPort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
