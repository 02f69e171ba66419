/** How a test ended in each round in which it ran, by its file and title. */
export type Results = ReadonlyMap<string, readonly string[]>

/** The results of the rounds of some test files. */
export type RoundsRun = { readonly rounds: number; readonly results: Results }

export type Verdict = {
  /** How many tests passed in every round. */
  readonly steady: number
  /** A line for each test that failed, or whose results differed between the rounds. */
  readonly unsteady: readonly string[]
}

const PASSED = 'passed'
const SKIPPED = 'skipped'

/** Judges each test by all of its rounds. Ignores a test that was skipped in all of them. */
export function verdictOf({ rounds, results }: RoundsRun): Verdict {
  const ran = [...results].filter(([, states]) => states.some((state) => state !== SKIPPED))
  const unsteady = ran.filter(
    ([, states]) => states.length !== rounds || states.some((state) => state !== PASSED),
  )
  return {
    steady: ran.length - unsteady.length,
    unsteady: unsteady.map(([test, states]) => `${test}: ${countsOf(states)} in ${rounds} rounds`),
  }
}

function countsOf(states: readonly string[]): string {
  const byState = Map.groupBy(states, (state) => state)
  return [...byState].map(([state, all]) => `${all.length} ${state}`).join(', ')
}

/** Adds the results of the tests of one file in one round. Tests with the same name are distinguished by order. */
export function addRound(
  results: Map<string, string[]>,
  ended: readonly { readonly test: string; readonly state: string }[],
): void {
  const times = new Map<string, number>()
  for (const { test, state } of ended) {
    const time = (times.get(test) ?? 0) + 1
    times.set(test, time)
    addResult(results, time === 1 ? test : `${test} (${time})`, state)
  }
}

/** Adds one result of a test to its earlier results. */
export function addResult(results: Map<string, string[]>, test: string, state: string): void {
  const states = results.get(test)
  if (states) states.push(state)
  else results.set(test, [state])
}
