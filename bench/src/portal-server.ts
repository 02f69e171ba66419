import { buildApp } from '@portal/server/src/app.ts'
import { environmentOfCheckout, readSettings } from '@portal/server/src/config/settings.ts'
import { runJobs } from '@portal/server/src/jobs/run-jobs.ts'
import { createLog } from '@portal/server/src/log.ts'
import { openWorld } from '@portal/server/src/open-world.ts'

/** The portal as `npm start` runs it, without its pages: what the benches measure. */
const settings = readSettings(environmentOfCheckout())
const logger = createLog()
const world = await openWorld(settings, { log: logger, isServer: true })
const app = await buildApp(world, { logger })
const jobs = runJobs(world)
await app.listen({ host: settings.host, port: settings.port })

process.on('SIGTERM', () => void stop())

async function stop(): Promise<void> {
  await app.close()
  await jobs.stop()
  await world.close()
  process.exit(0)
}
