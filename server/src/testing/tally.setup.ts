import crypto from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { tally, TALLY_VARIABLE } from './tally.ts'

/** Counts the processes and the password hashes of this process, where the run asks for counts. */
function countWhatStarts(): void {
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: { spawnfile: string | null } }
    // The name is known once the call that starts the process has returned.
    process.nextTick(() => tally(`process ${basename(child.spawnfile ?? 'unknown')}`))
  })
  const argon2 = crypto.argon2
  crypto.argon2 = (...parameters) => {
    tally('password hash')
    argon2(...parameters)
  }
  syncBuiltinESMExports()
}

/** Vitest loads this file once for each test file, and several test files share a process. */
const COUNTS = Symbol.for('portal.tally')

if (process.env[TALLY_VARIABLE] && !Object.hasOwn(globalThis, COUNTS)) {
  Object.defineProperty(globalThis, COUNTS, { value: true })
  countWhatStarts()
}
