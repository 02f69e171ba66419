import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Environment } from '../engines/config/environment.ts'

const CHECKOUT = resolve(import.meta.dirname, '../../..')
const START = ['--import', './server/compiled-code.js', 'server/src/main.ts']
const WORK = ['--import', './server/compiled-code.js', 'server/src/cli.ts', 'work']
/** How many characters of its output are kept. */
const KEPT = 20_000

/** The portal as `npm start` runs it, in its own process. */
export type PortalProcess = {
  readonly pid: number | undefined
  /** Its last output: its log, and the messages of its start. */
  said(): string
  /** Resolves when it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** The same, from its first moment on. */
export type StartingPortal = PortalProcess & {
  /** Resolves once it printed that. @throws with its output if it ends before. */
  saying(text: string): Promise<void>
  /** The exit code, once it is gone; `null` if a signal ended it. */
  readonly gone: Promise<number | null>
}

/** Starts the portal, and returns immediately. */
export function launchPortal(environment: Environment): StartingPortal {
  return launch(START, environment)
}

/** Starts a worker like `portal work --lanes …`, and returns immediately. */
export function launchWorker(lanes: string, environment: Environment): StartingPortal {
  return launch([...WORK, '--lanes', lanes], environment)
}

function launch(words: readonly string[], environment: Environment): StartingPortal {
  const child = spawn(process.execPath, words, {
    cwd: CHECKOUT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killNow = () => void child.kill('SIGKILL')
  process.once('exit', killNow)
  const gone = once(child, 'close').then(([code]) => {
    process.off('exit', killNow)
    return code as number | null
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-KEPT)))
  }
  return {
    pid: child.pid,
    said: () => said,
    gone,
    saying: (text) =>
      new Promise<void>((hear, fail) => {
        const look = () => said.includes(text) && hear()
        for (const output of [child.stdout, child.stderr]) output.on('data', look)
        void gone.then((code) => fail(new Error(`The portal ended with ${code}: ${said}`)))
        look()
      }),
    async end(signal) {
      child.kill(signal)
      await gone
    },
  }
}

/**
 * Starts the portal. Resolves when it serves.
 * @throws with its output if it ends before.
 */
export async function startPortal(environment: Environment): Promise<PortalProcess> {
  const portal = launchPortal(environment)
  await portal.saying('The portal runs at')
  return portal
}
