import crypto from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { tally } from './tally.ts'

/** Marks a process that already counts, because all test files of a worker request it. */
const COUNTING = Symbol.for('portal.test.counting')

/** Counts the processes that this process starts and the passwords that it hashes, from now on. */
export function tallyStarts(): void {
  if (COUNTING in globalThis) return
  Object.assign(globalThis, { [COUNTING]: true })
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
