import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { readSettings } from '../engines/config/settings.ts'
import { createMailboxDoor } from '../rooms/ingestion/mailbox/mailbox-door.ts'
import { buildWorld } from '../world.ts'

// A server that does nothing but look into its mailbox, for tests that kill it. It says when it begins.
const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
const world = await buildWorld(readSettings(process.env), { log, isServer: true })
const look = createMailboxDoor()
// A process that is killed would write none of it at its end.
flushCompileCache()
console.log('looking')
for (;;) {
  await look(world, new AbortController().signal)
  // A look that is not due yet waits for nothing, and would let nothing else come to its turn.
  await pause(10)
}
