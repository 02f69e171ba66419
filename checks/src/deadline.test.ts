import { describe, expect, it } from 'vitest'
import { timeFor } from './deadline.ts'
import { ENGINE_STEPS, STEPS, type Step } from './steps.ts'

const STEP = { bound: 60_000 }

describe('the time for a step', () => {
  it('is its own timeout if the run has no deadline, or enough time is left', () => {
    expect(timeFor(STEP, { deadline: undefined, now: 5_000_000 })).toBe(60_000)
    expect(timeFor(STEP, { deadline: '5060', now: 5_000_000 })).toBe(60_000)
  })

  it('is the rest of the run if that is less, and nothing after the deadline', () => {
    expect(timeFor(STEP, { deadline: '5010', now: 5_000_000 })).toBe(10_000)
    expect(timeFor(STEP, { deadline: '4999', now: 5_000_000 })).toBe(0)
  })
})

it('each step has four times its time on a quiet machine of two cores', () => {
  const quietSeconds: Readonly<Record<string, number>> = { tests: 320, browser: 400, engines: 235 }
  const quiet = ({ name, isStatic }: Step) => (isStatic ? 20 : (quietSeconds[name] ?? 0))
  const tooShort = [...STEPS, ...ENGINE_STEPS].filter((step) => step.bound / 1000 < 4 * quiet(step))
  expect(tooShort).toEqual([])
})
