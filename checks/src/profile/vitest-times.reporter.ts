import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { FileTimes } from './file-times.ts'

/** The environment variable with the file for the times of all test files. */
export const TIMES_VARIABLE = 'PORTAL_TEST_TIMES'

/** A reporter of Vitest that writes the time of each test file, split into import, setup and tests. */
export default class VitestTimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[TIMES_VARIABLE]
    if (file) writeFileSync(file, JSON.stringify(modules.map(timesOf)))
  }
}

function timesOf(module: TestModule): FileTimes {
  const diagnostic = module.diagnostic()
  const split = {
    import: diagnostic.collectDuration / 1000,
    setup:
      (diagnostic.environmentSetupDuration + diagnostic.prepareDuration + diagnostic.setupDuration) / 1000,
    tests: diagnostic.duration / 1000,
  }
  return {
    file: module.relativeModuleId,
    seconds: split.import + split.setup + split.tests,
    tests: [...module.children.allTests()].length,
    split,
  }
}
