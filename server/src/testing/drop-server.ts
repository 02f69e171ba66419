import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { readSettings } from '../engines/config/settings.ts'
import { createDropFolder } from '../rooms/ingestion/drop-folder/drop-folder.ts'
import { buildWorld } from '../world.ts'

// A server that only polls its drop folder, for tests that kill it. It treats every file as complete at its second
// pass, and says when it begins.
const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
const world = await buildWorld(readSettings(process.env), { log, isServer: true })
let ahead = 0
const clock = { now: () => new Date(world.clock.now().getTime() + (ahead += 10_000)) }
const look = createDropFolder()
// A killed process would not write it at its end.
flushCompileCache()
console.log('looking')
for (;;) await look({ ...world, clock }, new AbortController().signal)
