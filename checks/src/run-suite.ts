import { availableParallelism } from 'node:os'
import { lineOf, sumOf } from './outcome.ts'
import { profileLines, type MeasuredStep } from './profile/profile.ts'
import { startWatch, writeProfile } from './profile/write-profile.ts'
import { runStep, runStepQuietly } from './run-step.ts'
import { runTogether } from './run-together.ts'
import type { Step } from './steps.ts'

/** Each static check uses about one core, and some also wait for a disk or a database. */
const CHECKS_AT_ONCE = Math.max(2, availableParallelism())

export type Suite = { readonly steps: readonly Step[]; readonly profileFile: string }

/**
 * Runs all steps, or the named ones, such as `npm test -- lint types`. A failing step does not hide the others.
 * The last line gives the totals: each test counts as one, and so does each other check. Only a run of all steps writes
 * the profile, from which later runs read how long each test file takes.
 * @returns the exit code.
 */
export async function runSuite({ steps, profileFile }: Suite, names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown !== undefined) {
    console.error(`There is no check '${unknown}'. These are: ${steps.map(({ name }) => name).join(', ')}.`)
    return 1
  }
  const chosen = steps.filter(({ name }) => names.length === 0 || names.includes(name))
  const watch = startWatch()
  const ended = [
    ...(await runStaticChecks(chosen.filter(({ isStatic }) => isStatic))),
    ...(await runOneByOne(chosen.filter(({ isStatic }) => !isStatic))),
  ]
  const outcomes = ended.map(({ outcome }) => outcome)
  console.log(`\n${outcomes.map(lineOf).join('\n')}\n`)
  const profile = watch.profileOf(ended)
  if (names.length === 0) writeProfile(profileFile, profile)
  console.log(`${profileLines(profile).join('\n')}\n`)
  const { passed, failed } = sumOf(outcomes)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

/** They run first, because the tests use the web build, and so that a type error shows before the long tests. */
async function runStaticChecks(steps: readonly Step[]): Promise<readonly MeasuredStep[]> {
  if (steps.length > 0) console.log(`Static checks: ${steps.map(({ name }) => name).join(', ')}`)
  return runTogether(steps, {
    atOnce: CHECKS_AT_ONCE,
    run: runStepQuietly,
    show: ({ outcome, output }, { name, does }) => {
      console.log(`\n${name}: ${does}`)
      process.stdout.write(output)
      console.log(lineOf(outcome))
    },
  })
}

async function runOneByOne(steps: readonly Step[]): Promise<readonly MeasuredStep[]> {
  const ended: MeasuredStep[] = []
  for (const step of steps) {
    console.log(`\n${step.name}: ${step.does}`)
    const measured = await runStep(step)
    ended.push(measured)
    console.log(lineOf(measured.outcome))
  }
  return ended
}
