import { writeFileSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../engines/clock/clock.ts'
import { freePort } from '../../engines/database/embedded/postmaster-starter.ts'
import { openClamd } from '../../engines/scanner/clamd.ts'
import { VIRUS_MARKER } from '../fake-clamd.ts'
import { startDaemon } from './daemon.ts'
import { engineFolder, giveToEngine } from './engine-folder.ts'
import { requireProgram } from './packages.ts'

export type RealClamd = Awaited<ReturnType<typeof startClamd>>

/** A ClamAV daemon of our own, with one signature of our own, told to alert of what is beyond its limits, as the guide says. `maxScanTime` in milliseconds. */
export async function startClamd({ maxScanTime = 15_000 } = {}) {
  const file = requireProgram('/usr/sbin/clamd')
  const folder = engineFolder()
  const port = await freePort()
  writeSetup(folder, { port, maxScanTime })
  const address = { host: '127.0.0.1', port }
  const start = async () => {
    const args = ['--config-file', join(folder, 'clamd.conf')]
    const started = startDaemon({ name: 'clamd', file, args, folder })
    await started.until(async () => {
      if ((await openClamd(address, { clock: systemClock }).probe()) === null)
        throw new Error('It does not answer.')
    })
    return started
  }
  let daemon = await start()
  return {
    address,
    url: `tcp://127.0.0.1:${port}`,
    standStill: () => daemon.kill('SIGSTOP'),
    resume: () => daemon.kill('SIGCONT'),
    /** It is gone at once, in the middle of what it looks at, and comes back at the same address. */
    leave: () => daemon.stop('SIGKILL'),
    async comeBack() {
      daemon = await start()
    },
    async stop() {
      daemon.kill('SIGCONT')
      await daemon.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Setup = { readonly port: number; readonly maxScanTime: number }

function writeSetup(folder: string, { port, maxScanTime }: Setup): void {
  const database = join(folder, 'db')
  mkdirSync(database)
  const signature = join(database, 'portal.ndb')
  const marker = Buffer.from(VIRUS_MARKER).toString('hex')
  // Of any type of file, at any place.
  writeFileSync(signature, `Portal.Test.Marker:0:*:${marker}\n`)
  const lines = {
    DatabaseDirectory: database,
    TemporaryDirectory: folder,
    TCPSocket: port,
    TCPAddr: '127.0.0.1',
    Foreground: 'yes',
    MaxThreads: 4,
    ReadTimeout: 5,
    CommandReadTimeout: 5,
    SelfCheck: 0,
    StreamMaxLength: '10000000',
    MaxFileSize: '600M',
    MaxScanSize: '1200M',
    MaxScanTime: maxScanTime,
    AlertExceedsMax: 'yes',
  }
  writeFileSync(
    join(folder, 'clamd.conf'),
    Object.entries(lines)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  )
  for (const path of [database, signature, join(folder, 'clamd.conf')]) giveToEngine(path)
}
