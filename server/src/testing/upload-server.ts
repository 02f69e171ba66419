import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readSettings } from '../engines/config/settings.ts'
import { buildWorld } from '../world.ts'

// A portal without its page and its jobs, for tests that kill it. It prints its port and then serves until it is
// killed.
const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
const world = await buildWorld(readSettings(process.env), { log, isServer: true })
// An embedded database has one server, so no running server holds the bytes of broken uploads. This releases them, like
// a start that sweeps, so that the killing test can check them.
if (world.settings.databaseUrl === null) {
  await world.database.pool.query(`UPDATE stored_object SET in_hand_until = NULL WHERE state = 'staged'`)
}
const app = await buildApp(world, { logger: log })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
// A killed process would not write it at its end.
flushCompileCache()
console.log(new URL(address).port)
