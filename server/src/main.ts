import { parseArgs } from 'node:util'
import { outliveReaders } from './engines/commands/unread.ts'
import { startServer } from './start-server.ts'
import { leave } from './engines/config/leave.ts'
import { StartError } from './engines/config/start-error.ts'
import { outOfRoomLine } from './engines/storage/out-of-room.ts'
import { StoppedAtStart } from './engines/process/stop-signals.ts'

outliveReaders([process.stdout, process.stderr])
try {
  await startServer({ isDemo: readOptions().demo })
} catch (error) {
  if (error instanceof StoppedAtStart) await leave(0)
  console.error(error instanceof StartError ? error.message : (outOfRoomLine(error) ?? error))
  await leave(1)
}

/** @throws {StartError} For a word that it does not know. */
function readOptions(): { readonly demo: boolean } {
  try {
    return parseArgs({ options: { demo: { type: 'boolean', default: false } } }).values
  } catch {
    throw new StartError(`Start takes --demo or nothing, not ${process.argv.slice(2).join(' ')}.`)
  }
}
