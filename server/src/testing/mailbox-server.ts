import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { readSettings } from '../engines/config/settings.ts'
import { createMailboxDoor } from '../rooms/ingestion/mailbox/mailbox-door.ts'
import { buildWorld } from '../world.ts'

// A server that only polls its mailbox, for tests that kill it. It says when it begins.
const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
const world = await buildWorld(readSettings(process.env), { log, isServer: true })
const look = createMailboxDoor()
// A killed process would not write it at its end.
flushCompileCache()
console.log('looking')
for (;;) {
  await look(world, new AbortController().signal)
  // A poll that is not due returns immediately, and would block everything else.
  await pause(10)
}
