import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Environment } from '../../engines/config/environment.ts'
import { restoreTarget, BACKUP_COMMANDS } from '../../testing/restore-target.ts'
import { runCommand } from '../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { uploadDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { isSound, verifyDocuments } from '../files/verify/verify.usecases.ts'

const COMMANDS = fileURLToPath(new URL('../../cli.ts', import.meta.url))
const DOCUMENTS = 30
/** A kill may come too late, after the work. */
const TRIES = 20

let portal: TestPortal
let folder: string
beforeAll(async () => {
  portal = await testPortal()
  folder = await mkdtemp(join(tmpdir(), 'portal-killed-'))
  const person = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  for (let n = 0; n < DOCUMENTS; n++) {
    const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(1_000_000)])
    await uploadDocument(portal, person, { fileName: 'r.pdf', bytes })
  }
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command and kills it once `isOnItsWay`. Returns whether the kill came in time. */
async function runAndKill(
  words: readonly string[],
  environment: Environment,
  isOnItsWay: () => Promise<boolean>,
): Promise<boolean> {
  const child = spawn(process.execPath, [COMMANDS, ...words], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  while (child.exitCode === null) {
    if (await isOnItsWay()) child.kill('SIGKILL')
    await pause(2)
    if (child.signalCode !== null) break
  }
  await gone
  return child.signalCode === 'SIGKILL'
}

const environmentOfPortal = () => ({
  DATA_DIR: portal.folder,
  DATABASE_URL: portal.pool.options.connectionString,
  STAFF_EMAIL_DOMAIN: 'staff.example',
})

test('a killed backup never counts as complete, and the next one works', async () => {
  for (let n = 1; ; n++) {
    expect(n).toBeLessThan(TRIES)
    const name = `killed-${n}`
    const isWriting = async () =>
      (await readdir(folder)).some(
        (each) => each.startsWith(name) && existsSync(join(folder, each, 'objects')),
      )
    await runAndKill(['backup', join(folder, name)], environmentOfPortal(), isWriting)
    const left = (await readdir(folder)).find((each) => each.startsWith(name)) ?? ''
    if (left === name) continue
    expect(left).toMatch(/\.unfinished-[\da-f]{8}$/)
    const check = runCommand(portal.world, BACKUP_COMMANDS, {
      words: ['backup', join(folder, left), '--check'],
    })
    await expect(check).rejects.toThrow('it has no manifest.json, which is written last')
    break
  }
  const { json } = await runCommand(portal.world, BACKUP_COMMANDS, {
    words: ['backup', join(folder, 'next')],
  })
  expect(json).toMatchObject({ documents: DOCUMENTS, lacking: 0 })
})

test('a killed restore leaves no portal, and the same command then restores it', async () => {
  const backup = join(folder, 'to-restore')
  await runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', backup] })
  for (let n = 1; ; n++) {
    expect(n).toBeLessThan(TRIES)
    const target = await restoreTarget({ isEmbedded: true })
    try {
      const kept = join(target.folder, 'documents/kept')
      const isKeeping = async () =>
        existsSync(kept) && (await readdir(kept, { recursive: true })).some((each) => each.length > 10)
      const isKilled = await runAndKill(['restore', backup], target.environment, isKeeping)
      if (!isKilled) continue
      await expect(target.open(async () => {})).rejects.toThrow('A restore into this portal did not finish')
      expect((await target.restore(backup)).json).toMatchObject({ documents: DOCUMENTS, lacking: 0 })
      expect(isSound(await target.open((world) => verifyDocuments(world)))).toBe(true)
      return
    } finally {
      await target.remove()
    }
  }
})
