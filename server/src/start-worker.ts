import { workOfWorker } from './background.ts'
import { leave } from './engines/config/leave.ts'
import type { Settings } from './engines/config/settings.ts'
import { newLeaseOwner } from './engines/jobs/lease-owner.ts'
import { runJobs } from './engines/jobs/run-jobs.ts'
import type { LaneName } from './engines/lanes.ts'
import { createLog } from './engines/log/log.ts'
import { requireMatchingStore } from './records/stored-files/bytes/store-identity.ts'
import { serveAsOwner } from './engines/process/serve-as-owner.ts'
import { StoppedAtStart, receiveStopSignals } from './engines/process/stop-signals.ts'
import { buildWorld } from './world.ts'

type Worker = {
  readonly lanes: readonly LaneName[]
  /** A line for the person at the terminal. */
  readonly print: (line: string) => void
}

/**
 * Runs the jobs of these lanes in addition to the server until SIGTERM or SIGINT. Resolves when the worker has stopped.
 * @throws StartError with one clear line.
 */
export async function startWorker(settings: Settings, { lanes, print }: Worker): Promise<void> {
  const signals = receiveStopSignals()
  serveAsOwner({ dataDir: settings.dataDir, reads: [import.meta.filename] }, print)
  const log = createLog()
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'An unexpected failure ends the worker.')
    void leave(1)
  })
  try {
    const opening = { log, isServer: false, isWorker: true, stopped: signals.aborted }
    const world = await buildWorld(settings, opening)
    try {
      await requireMatchingStore(world)
      const stopped = Promise.withResolvers<string>()
      signals.handOver(async (signal) => stopped.resolve(signal))
      // Without a connection to the database nothing else would keep the process.
      const awake = setInterval(() => {}, 2 ** 30)
      const jobs = runJobs(world, workOfWorker(lanes), newLeaseOwner({ isWorker: true }))
      log.info({ lanes }, 'The worker runs.')
      const signal = await stopped.promise
      log.info({ signal }, 'Stopping: jobs that run finish or are released.')
      world.stopPrinting()
      await jobs.stop()
      clearInterval(awake)
    } finally {
      await world.close()
    }
  } catch (error) {
    if (!(error instanceof StoppedAtStart)) throw error
  }
  log.info({}, 'The worker has stopped.')
}
