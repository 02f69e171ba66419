import { buildApp } from '@portal/server/src/app.ts'
import { environmentOfCheckout } from '@portal/server/src/engines/config/environment.ts'
import { readSettings } from '@portal/server/src/engines/config/settings.ts'
import { workOfServer } from '@portal/server/src/background.ts'
import { runJobs } from '@portal/server/src/engines/jobs/run-jobs.ts'
import { createLog } from '@portal/server/src/engines/log/log.ts'
import { buildWorld } from '@portal/server/src/world.ts'

/** The portal as `npm start` runs it, without its pages: what the benches measure. */
const settings = readSettings(environmentOfCheckout())
const logger = createLog()
const world = await buildWorld(settings, { log: logger, isServer: true })
const app = await buildApp(world, { logger })
const jobs = runJobs(world, workOfServer(settings))
await app.listen({ host: settings.host, port: settings.port })

process.on('SIGTERM', () => void stop())

async function stop(): Promise<void> {
  await app.close()
  await jobs.stop()
  await world.close()
  process.exit(0)
}
