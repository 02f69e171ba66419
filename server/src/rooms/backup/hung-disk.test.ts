import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { STEP_TIMEOUT_MS } from '../../engines/backup/step-timeout.ts'
import { restoreTarget, type RestoreTarget } from '../../testing/restore-target.ts'

const COMMANDS = fileURLToPath(new URL('../../cli.ts', import.meta.url))
/** Far more than the command needs after its timeout. */
const BOUND_MS = 60_000

/** Shortens the timeout of minutes to half a second, in the process that imports it first. */
const IMPATIENT = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout } = globalThis
  globalThis.setTimeout = (work, ms, ...more) => setTimeout(work, ms === ${STEP_TIMEOUT_MS} ? 500 : ms, ...more)`)}`

let portal: RestoreTarget
let place: string
let pipe: string
beforeEach(async () => {
  portal = await restoreTarget()
  place = join(portal.folder, 'hung')
  pipe = join(place, 'manifest.json')
  await mkdir(place)
  await promisify(execFile)('mkfifo', [pipe])
})
afterEach(() => portal.remove())

test('a command whose disk hangs says so in one line and fails', async () => {
  const child = spawn(process.execPath, ['--import', IMPATIENT, COMMANDS, 'backup', place, '--check'], {
    env: { ...process.env, ...portal.environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(child.stderr)
  // Opening the pipe releases a process that hangs at it, so that one that does not end fails the test.
  const late = setTimeout(() => void open(pipe, 'r+').then((file) => file.close()), BOUND_MS)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearTimeout(late)
  expect(await said).toBe(`${place} has not answered for 300 seconds.\n`)
  expect([code, signal]).toEqual([null, 'SIGKILL'])
})
