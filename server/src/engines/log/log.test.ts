import { existsSync } from 'node:fs'
import type { destination } from 'pino'
import { describe, expect, test } from 'vitest'
import { createLog, logDestination } from './log.ts'

/** A Linux device on which every write finds the disk full. */
const FULL = '/dev/full'

describe.runIf(existsSync(FULL))('a log on a full disk', () => {
  test('R1.77 never throws in a caller, however often', () => {
    const log = createLog(logDestination(FULL))
    for (let line = 0; line < 3; line++) {
      expect(() => log.error({ line }, 'A line that finds no room.')).not.toThrow()
    }
  })

  test('R1.77 holds at most 4 MB of waiting lines, and drops further ones', () => {
    const lines = logDestination(FULL) as ReturnType<typeof destination>
    let dropped = 0
    lines.on('drop', (line: string) => {
      dropped += line.length
    })
    const mebibyte = `${'x'.repeat(1_048_575)}\n`
    for (let line = 0; line < 4; line++) lines.write(mebibyte)
    expect(dropped).toBe(0)
    lines.write(mebibyte)
    expect(dropped).toBe(1_048_576)
  })
})
