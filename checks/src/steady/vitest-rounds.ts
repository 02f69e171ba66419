import { createVitest, type TestModule } from 'vitest/node'
import { addResult, addRound, type RoundsRun } from './verdict.ts'

type Options = {
  readonly checkout: string
  readonly config: string
  readonly rounds: number
  /** Milliseconds of `performance.now()` after which no other round begins. */
  readonly end: number
}

/** Runs test files of Vitest many times, each time in another order, with one database server for all rounds. */
export async function vitestRounds(
  files: readonly string[],
  { checkout, config, rounds, end }: Options,
): Promise<RoundsRun> {
  const vitest = await createVitest('test', {
    root: checkout,
    config,
    watch: false,
    reporters: [{}],
    sequence: { shuffle: { files: true, tests: false } },
  })
  const results = new Map<string, string[]>()
  let done = 0
  try {
    await vitest.standalone()
    const found = await vitest.globTestSpecifications([...files])
    const chosen = found.filter(({ moduleId }) => files.some((file) => moduleId.endsWith(`/${file}`)))
    let longest = 0
    while (done < rounds && performance.now() + longest < end) {
      const started = performance.now()
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen)
      longest = Math.max(longest, performance.now() - started)
      done += 1
      for (const module of testModules) addModule(results, module)
      if (unhandledErrors.length > 0) addResult(results, 'errors that no test caught', 'failed')
      const missing = files.filter(
        (file) => !testModules.some(({ moduleId }) => moduleId.endsWith(`/${file}`)),
      )
      for (const file of missing) addResult(results, `${file} as a whole`, 'not found')
    }
  } finally {
    await vitest.close()
  }
  return { rounds: done, results }
}

function addModule(results: Map<string, string[]>, module: TestModule): void {
  const file = module.relativeModuleId
  // Errors of a file or a group, such as in its hooks, whose tests may all have passed or never run.
  const errors = [module, ...module.children.allSuites()].flatMap((each) => each.errors())
  for (const { stack, message } of errors) {
    addResult(results, `${file} as a whole`, 'failed')
    console.log(`FAILED ${file} as a whole\n${stack ?? message}`)
  }
  const tests = [...module.children.allTests()].map((test) => ({
    test: `${file} › ${test.fullName}`,
    ...test.result(),
  }))
  addRound(results, tests)
  // Print immediately, because no other round may fail in the same way.
  for (const { test, errors = [] } of tests)
    for (const { stack, message } of errors) console.log(`FAILED ${test}\n${stack ?? message}`)
}
