import { parseArgs } from 'node:util'
import { startServer } from './start-server.ts'
import { leave } from './engines/config/leave.ts'
import { StartError } from './engines/config/start-error.ts'
import { outOfRoomLine } from './engines/storage/out-of-room.ts'
import { StoppedAtStart } from './stop-signals.ts'

try {
  const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } })
  await startServer({ isDemo: values.demo })
} catch (error) {
  if (error instanceof StoppedAtStart) await leave(0)
  console.error(error instanceof StartError ? error.message : (outOfRoomLine(error) ?? error))
  await leave(1)
}
