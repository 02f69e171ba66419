import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../engines/config/environment.ts'

const SERVER = fileURLToPath(new URL('upload-server.ts', import.meta.url))

/** A portal in its own process. */
export type ServerProcess = {
  readonly url: string
  readonly pid: number | undefined
  stop(): Promise<void>
}

/**
 * Starts a portal without its page and its jobs. Resolves when it listens.
 * @throws if it ends before.
 */
export async function startServerProcess(environment: Environment): Promise<ServerProcess> {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const early = gone.then(([code]) => {
    throw new Error(`The server ended with ${String(code)} before it listened.`)
  })
  const [port] = (await Promise.race([once(createInterface(child.stdout), 'line'), early])) as [string]
  early.catch(() => undefined)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
