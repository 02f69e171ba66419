import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Environment } from '../engines/config/environment.ts'
import type { RepeatableNotes } from '../engines/migrations/repeatables.ts'

const CHECKOUT = resolve(import.meta.dirname, '../../..')
const NOTES = 'server/src/repeatable-sql.json'

/** The release of this checkout. */
export const THIS_RELEASE = CHECKOUT

type Changes = {
  /** SQL of new migrations, by file name. */
  readonly migrations: Readonly<Record<string, string>>
  /** Repeatable SQL of the server, by path, with a change of its text. */
  readonly repeatables: Readonly<Record<string, (sql: string) => string>>
}

/**
 * Creates the next release after that of `from`, in the folder `to`: its server with these changes, on the same
 * packages.
 */
export async function makeNextRelease(
  { from, to }: { from: string; to: string },
  { migrations, repeatables }: Changes,
): Promise<void> {
  await mkdir(to, { recursive: true })
  await cp(join(from, 'server'), join(to, 'server'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  })
  await cp(join(from, 'package.json'), join(to, 'package.json'))
  await symlink(join(CHECKOUT, 'node_modules'), join(to, 'node_modules'))
  for (const [name, sql] of Object.entries(migrations)) {
    await writeFile(join(to, 'server/src/engines/migrations', name), sql)
  }
  const notes = JSON.parse(await readFile(join(to, NOTES), 'utf8')) as RepeatableNotes
  const files = { ...notes.files }
  for (const [path, change] of Object.entries(repeatables)) {
    const place = join(to, 'server/src', path)
    await writeFile(place, change(await readFile(place, 'utf8')))
    const noted = files[basename(path)]
    if (!noted) throw new Error(`${path} is not noted.`)
    files[basename(path)] = { ...noted, revision: noted.revision + 1 }
  }
  await writeFile(join(to, NOTES), JSON.stringify({ ...notes, files }))
}

/** A server of a release, in its own process. */
export type ReleaseServer = {
  /** Resolves when it serves. @throws with its output if it ends before. */
  url(): Promise<string>
  /** Its output so far: its log, and the messages of its start. */
  said(): string
  /** Resolves when it is gone. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Starts the server of the release in that folder. */
export function startRelease(checkout: string, environment: Environment): ReleaseServer {
  const child = spawn(process.execPath, [join(checkout, 'server/src/testing/jobs-server.ts')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, port] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => (port += text))
  const gone = once(child, 'close')
  const serving = new Promise<string>((serve, fail) => {
    child.stdout.on('data', () => port.endsWith('\n') && serve(`http://127.0.0.1:${port.trim()}`))
    void gone.then(([code]) => fail(new Error(`It ended with ${String(code)}: ${said}`)))
  })
  serving.catch(() => undefined)
  return {
    url: () => serving,
    said: () => said,
    async stop(signal) {
      child.kill(signal)
      await gone
    },
  }
}
