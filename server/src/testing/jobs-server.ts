import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { BACKGROUND } from '../background.ts'
import { readSettings } from '../engines/config/settings.ts'
import { StartError } from '../engines/config/start-error.ts'
import { runJobs } from '../engines/jobs/run-jobs.ts'
import { buildWorld } from '../world.ts'

// A portal with its jobs and without its page. Standard error has its log and the messages of its start. Standard
// output has its port, once it serves.
try {
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
  const world = await buildWorld(readSettings(process.env), { log, isServer: true, print: console.error })
  const app = await buildApp(world, { logger: log })
  const jobs = runJobs(world, BACKGROUND)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  process.once('SIGTERM', () => {
    void app
      .close()
      .then(() => jobs.stop())
      .then(() => world.close())
  })
  console.log(new URL(address).port)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
