import type { SlowWarningSource } from '../../engines/warnings/warning-source.ts'
import type { World } from '../../records/context.ts'
import type { RunDelay } from './run-delay.ts'
import { listStalledRuns } from './stalled-runs.ts'

const WHY: Readonly<Record<RunDelay, string>> = {
  failing: 'its changes fail',
  waiting: 'it waits for its turn',
  busy: 'one batch takes that long',
  lost: 'it has no job',
}
/** More would hide the other warnings. */
const MOST = 5

/** One warning for each of the first runs that do not advance. */
export const stalledRunWarnings: SlowWarningSource<Pick<World, 'database' | 'clock'>, 'stalled-run'> = {
  subject: 'the runs under way',
  warnings: {
    'stalled-run': {
      advice:
        'Find the error of the run in the log and remove its cause, or stop the run on its page or with `npm run -s portal -- runs --stop NUMBER`.',
      screen: 'jobs',
    },
  },
  async collect(world) {
    const stalled = await listStalledRuns(world)
    return stalled.slice(0, MOST).map(({ number, minutes, delay }) => ({
      code: 'stalled-run',
      text: `Run ${number} has changed no file for ${minutes} minutes: ${WHY[delay]}.`,
    }))
  },
}
