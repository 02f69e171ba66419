import { join, relative, resolve } from 'node:path'
import { browserRounds } from './browser-rounds.ts'
import { startBusyLoops } from './busy-loops.ts'
import { changedTests } from './changed-tests.ts'
import { knownSeconds } from './known-seconds.ts'
import { planRounds, ROUNDS } from './plan.ts'
import { type RoundsRun, type Verdict, verdictOf } from './verdict.ts'
import { vitestRounds } from './vitest-rounds.ts'

const CHECKOUT = resolve(import.meta.dirname, '../../..')
/** Selects the test files of the hand-in, and limits the run to three minutes. */
const CHANGED = '--changed'
const CHANGED_SECONDS = 180

/** A runner of tests, and which files it runs. */
type Runner = {
  readonly name: string
  readonly runs: (file: string) => boolean
  readonly run: (
    files: readonly string[],
    bounds: { readonly rounds: number; readonly end: number },
  ) => Promise<RoundsRun>
}

const isEngineTest = (file: string) => file.endsWith('.engine.test.ts')
const isUnitTest = (file: string) => file.endsWith('.test.ts') && !isEngineTest(file)
const vitestWith = (config: string): Runner['run'] => {
  return (files, bounds) => vitestRounds(files, { ...bounds, config, checkout: CHECKOUT })
}

const RUNNERS: readonly Runner[] = [
  {
    name: 'browser tests',
    runs: (file) => file.endsWith('.spec.ts'),
    run: (files, bounds) => browserRounds(files, { ...bounds, checkout: CHECKOUT }),
  },
  { name: 'engine tests', runs: isEngineTest, run: vitestWith('vitest.engines.config.ts') },
  {
    name: 'tests',
    runs: isUnitTest,
    run: vitestWith('vitest.config.ts'),
  },
]

/** Runs test files many times next to two busy loops; the last line counts steady and unsteady tests. */
async function steady(files: readonly string[], seconds: number): Promise<number> {
  const unknown = files.filter((file) => !RUNNERS.some(({ runs }) => runs(file)))
  if (unknown.length > 0) {
    console.error(`These are no test files: ${unknown.join(', ')}`)
    return 1
  }
  const started = performance.now()
  const known = knownSeconds(join(CHECKOUT, 'test-results'))
  const parts = RUNNERS.map((runner) => ({ runner, files: files.filter(runner.runs) })).filter(
    (part) => part.files.length > 0,
  )
  if (parts.length === 0) console.log('No test file changed.')
  const loops = await startBusyLoops()
  const verdicts: Verdict[] = []
  try {
    for (const [index, part] of parts.entries()) {
      const left = seconds - (performance.now() - started) / 1000
      verdicts.push(await runPart({ ...part, seconds: left / (parts.length - index), known }))
    }
  } finally {
    loops.stop()
  }
  const failed = verdicts.reduce((sum, { unsteady }) => sum + unsteady.length, 0)
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.steady, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

type Part = {
  readonly runner: Runner
  readonly files: readonly string[]
  readonly seconds: number
  readonly known: ReadonlyMap<string, number>
}

async function runPart({ runner, files, seconds, known }: Part): Promise<Verdict> {
  const timed = files.map((file) => ({ file, seconds: known.get(file) }))
  const plan = Number.isFinite(seconds) ? planRounds(timed, seconds) : { rounds: ROUNDS, files, leftOut: [] }
  if (plan.leftOut.length > 0)
    console.log(`Too slow for the time there is, not run: ${plan.leftOut.join(', ')}`)
  if (plan.files.length === 0) return { steady: 0, unsteady: [] }
  const started = performance.now()
  const ran = await runner.run(plan.files, { rounds: plan.rounds, end: started + seconds * 1000 })
  const verdict = verdictOf(ran)
  const took = ((performance.now() - started) / 1000).toFixed(0)
  console.log(
    `${runner.name}: ${plan.files.length} files, ${ran.rounds} rounds of ${ROUNDS} next to two busy loops in ${took} s`,
  )
  for (const line of verdict.unsteady) console.log(`NOT STEADY ${line}`)
  return verdict
}

const words = process.argv.slice(2)
const named = words
  .filter((word) => word !== CHANGED)
  .map((word) => relative(CHECKOUT, resolve(word)).replaceAll('\\', '/'))
if (words.includes(CHANGED)) {
  const changed = changedTests(CHECKOUT)
  const chosen = changed.filter(isUnitTest)
  const others = changed.filter((file) => !isUnitTest(file))
  // One round of these takes longer than three minutes next to busy loops, and engines exceed the portal's timeouts.
  if (others.length > 0) console.log(`Not run here, name them to run them: ${others.join(', ')}`)
  process.exitCode = await steady(chosen, CHANGED_SECONDS)
} else if (named.length === 0) {
  console.error('Name test files, such as: npm run test:steady -- server/src/lifecycle.test.ts')
  process.exitCode = 1
} else {
  process.exitCode = await steady(named, Number.POSITIVE_INFINITY)
}
