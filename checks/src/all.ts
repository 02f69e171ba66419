import { join } from 'node:path'
import { runSuite, type Suite } from './run-suite.ts'
import { ENGINE_STEPS, STEPS } from './steps.ts'

const ON_ENGINES = '--engines'

const EVERYWHERE: Suite = { steps: STEPS, profileFile: resultFile('profile.json') }
/** Separate from the other profile, because both commands run one after the other. */
const ENGINES: Suite = { steps: ENGINE_STEPS, profileFile: resultFile('profile-engines.json') }

function resultFile(name: string): string {
  return join(import.meta.dirname, '../../test-results', name)
}

const words = process.argv.slice(2)
process.exitCode = await runSuite(
  words.includes(ON_ENGINES) ? ENGINES : EVERYWHERE,
  words.filter((word) => word !== ON_ENGINES),
)
