import { type Outcome, runStep } from './run-step.ts'
import { ENGINE_STEPS, STEPS, type Step } from './steps.ts'

const ON_ENGINES = '--engines'

/**
 * Runs these checks, or those that are named, such as `npm test -- lint types`. A failing one does not hide the others.
 * The last line counts: each test is one, and each other check is one.
 */
async function runAll(steps: readonly Step[], names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown !== undefined) {
    console.error(`There is no check '${unknown}'. These are: ${steps.map(({ name }) => name).join(', ')}.`)
    return 1
  }
  const chosen = steps.filter(({ name }) => names.length === 0 || names.includes(name))
  const outcomes: Outcome[] = []
  for (const step of chosen) {
    console.log(`\n[${outcomes.length + 1}/${chosen.length}] ${step.name}: ${step.does}`)
    outcomes.push(await runStep(step))
    console.log(lineOf(outcomes.at(-1)))
  }
  return conclude(outcomes)
}

function conclude(outcomes: readonly Outcome[]): number {
  const sum = (of: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[of], 0)
  console.log(`\n${outcomes.map(lineOf).join('\n')}\n`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}

function lineOf(outcome: Outcome | undefined): string {
  if (!outcome) return ''
  const { name, seconds, passed, failed, skipped, trouble } = outcome
  const parts = [`${passed} passed, ${failed} failed`]
  if (skipped > 0) parts.push(`${skipped} not run here`)
  if (trouble) parts.push(trouble)
  return `${failed > 0 ? 'FAILED' : 'ok    '} ${name} (${seconds.toFixed(1)} s): ${parts.join('; ')}`
}

const words = process.argv.slice(2)
process.exitCode = await runAll(
  words.includes(ON_ENGINES) ? ENGINE_STEPS : STEPS,
  words.filter((word) => word !== ON_ENGINES),
)
