import { expect, it } from 'vitest'
import type { MeasuredStep } from './profile/profile.ts'
import type { KeptOutput } from './run-step.ts'
import { runTogether } from './run-together.ts'
import type { Step } from './steps.ts'

type Started = { readonly name: string; readonly end: (failed: number) => void }

function stepNamed(name: string): Step {
  return { name, does: name, command: ['true'], bound: 1000 }
}

/** A runner whose steps end when the test says so. */
function heldRunner() {
  const started: Started[] = []
  const run = ({ name }: Step) =>
    new Promise<MeasuredStep & KeptOutput>((resolve) => {
      const end = (failed: number) =>
        resolve({
          outcome: { name, seconds: 1, passed: 1 - failed, failed, skipped: 0 },
          files: [],
          started: {},
          output: `${name} printed`,
        })
      started.push({ name, end })
    })
  const names = () => started.map(({ name }) => name)
  const end = async (name: string, failed = 0) => {
    started.find((each) => each.name === name)?.end(failed)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { run, names, end }
}

it('static checks run in parallel within the limit, and each once', async () => {
  const { run, names, end } = heldRunner()
  const all = runTogether(['a', 'b', 'c'].map(stepNamed), { atOnce: 2, run, show: () => {} })
  expect(names()).toEqual(['a', 'b'])
  await end('b')
  expect(names()).toEqual(['a', 'b', 'c'])
  await end('c')
  await end('a')
  expect((await all).map(({ outcome }) => outcome.name)).toEqual(['a', 'b', 'c'])
  expect(names()).toEqual(['a', 'b', 'c'])
})

it('a failing static check hides no other, and each output is printed completely when its check ends', async () => {
  const { run, end } = heldRunner()
  const shown: string[] = []
  const show = ({ output }: KeptOutput) => void shown.push(output)
  const all = runTogether(['a', 'b', 'c'].map(stepNamed), { atOnce: 3, run, show })
  await end('c', 1)
  await end('a')
  await end('b')
  expect(shown).toEqual(['c printed', 'a printed', 'b printed'])
  expect((await all).map(({ outcome }) => outcome.failed)).toEqual([0, 0, 1])
})
