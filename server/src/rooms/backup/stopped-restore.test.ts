import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Environment } from '../../engines/config/environment.ts'
import { launchPortal } from '../../testing/portal-process.ts'
import { BACKUP_COMMANDS, restoreTarget, type RestoreTarget } from '../../testing/restore-target.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

const COMMANDS = fileURLToPath(new URL('../../cli.ts', import.meta.url))
const UNFINISHED = 'A restore into this portal did not finish, so it is none yet. Run the same command again'

let portal: TestPortal
let target: RestoreTarget
let folder: string
let backup: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-stopped-restore-'))
  backup = join(folder, 'backup')
  portal = await testPortal()
  await portal.addPerson({ email: 'clerk@reeves.example' })
  await runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', backup] })
  target = await restoreTarget({ isEmbedded: true })
})
afterEach(async () => {
  await target.remove()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

type Ended = { readonly code: number | null; readonly signal: string | null; readonly said: string }

/** Runs a command, and sends it the signal, if there is one, as soon as DATA_DIR has that file or folder. */
async function command(
  words: readonly string[],
  stop?: { signal: NodeJS.Signals; at: string },
): Promise<Ended> {
  const environment: Environment = { ...process.env, ...target.environment, DATABASE_URL: '' }
  const child = spawn(process.execPath, [COMMANDS, ...words], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = Promise.all([once(child, 'close'), text(child.stderr)])
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  if (stop) {
    while (!hasEnded() && !existsSync(join(target.folder, stop.at))) await pause(2)
    child.kill(stop.signal)
  }
  const [[code, signal], said] = await ended
  return { code: code as number | null, signal: signal as string | null, said }
}

test.each([
  ['pg', 'SIGKILL', ''],
  [
    'documents',
    'SIGTERM',
    'The restore was stopped (SIGTERM) before it finished. Run the same command again.\n',
  ],
] as const)(
  'C22 a restore that ends once %s exists, by %s, leaves no portal, and the same command restores it',
  async (at, signal, line) => {
    const stopped = await command(['restore', backup], { signal, at })
    expect(stopped).toEqual({ code: null, signal, said: line })
    expect((await command(['verify'])).said).toContain(UNFINISHED)
    const server = launchPortal({ ...target.environment, DATABASE_URL: '', PORT: '0' })
    expect(await server.gone).toBe(1)
    expect(server.said()).toBe(`${UNFINISHED}: npm run -s portal -- restore DIR\n`)
    expect(await command(['restore', backup])).toMatchObject({ code: 0 })
    expect(await target.open(async () => 'a portal')).toBe('a portal')
  },
)

test('C22 a refused restore leaves no mark', async () => {
  await truncate(join(backup, 'objects/list.tsv.zst'), 1)
  expect((await command(['restore', backup])).said).toContain('is damaged')
  expect(existsSync(join(target.folder, 'unfinished-restore'))).toBe(false)
  // A database that has a mark is not brought up to date.
  await expect(target.open(async () => {})).rejects.toThrow('The database holds no portal yet.')
})
