import { ACCEPTED_EXTENSIONS } from '@portal/contract/limits.ts'
import { expect, it } from 'vitest'
import { processorTimeOf } from '../../../testing/processor-time.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { bytesInMemory } from './byte-source.ts'
import { checkKind } from './check-kind.ts'

const ROUNDS = 300
/** Milliseconds of processor time. A valid document takes less than one. */
const LONGEST = 500

/** Repeatable, because a failure names the round that reproduces it. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Truncates somewhere, or changes bytes, mostly at directories and headers. */
function damaged(sound: Buffer, round: number): Buffer {
  const random = randomNumbers(round + 1)
  random(2)
  if (round % 3 === 0) return Buffer.from(sound.subarray(0, random(sound.length)))
  const copy = Buffer.from(sound)
  const reach = Math.min(copy.length, 2048)
  const changes = 1 + random(8)
  for (let change = 0; change < changes; change += 1) {
    const near = random(reach)
    const place = [near, copy.length - 1 - near, random(copy.length)][random(3)] ?? 0
    copy[place] = [random(256), 0xff, 0x00][random(3)] ?? 0
  }
  return copy
}

it.each(ACCEPTED_EXTENSIONS)('V1.3.12 returns soon and never throws on a damaged .%s', async (extension) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = damaged(SAMPLE_FILES[extension], round)
    const time = await processorTimeOf(async () => {
      const verdict = await checkKind(`a.${extension}`, bytesInMemory(bytes))
      expect(verdict.ok || verdict.refusal.message.startsWith(`a.${extension}`), `round ${round}`).toBe(true)
    })
    expect(time, `round ${round}`).toBeLessThan(LONGEST)
  }
})
