import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createLog, logDestination } from './log.ts'

/** A device of Linux: each write to it finds the disk full. */
const FULL = '/dev/full'

describe.runIf(existsSync(FULL))('a log on a full disk', () => {
  test('R1.77 throws in nobody who logs, however often', () => {
    const log = createLog(logDestination(FULL))
    for (let line = 0; line < 3; line++) {
      expect(() => log.error({ line }, 'A line that finds no room.')).not.toThrow()
    }
  })
})
