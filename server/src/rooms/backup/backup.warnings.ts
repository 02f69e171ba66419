import { readRuns } from '../../engines/backup/backup-runs.repository.ts'
import { isWithin } from '../../engines/backup/location.ts'
import { readManifest } from '../../engines/backup/manifest.ts'
import { StepTimeout } from '../../engines/backup/step-timeout.ts'
import { placesWith } from '../../engines/backup/places.ts'
import type { Engines } from '../../engines/engines.ts'
import type { FoundWarning, SlowWarningSource } from '../../engines/warnings/warning-source.ts'
import { lastOutcomes, type LastOutcomes } from './last-backup.ts'

/** Timeout of a check of the last backup's place, in milliseconds: less than the two seconds of a warning source. */
const LOOK_MS = 1500
const DAY_MS = 86_400_000

const SEE_WHY = 'Run `npm run -s portal -- backup list` to see why, and back up anew.'

const WARNINGS = {
  'backup-never-made': {
    advice:
      'Ask whoever runs the server for a daily backup (BACKUP_DIR), and for one now: `npm run -s portal -- backup DIR`.',
  },
  'backup-first-is-due': {
    advice: 'Run `npm run -s portal -- backup DIR` if you do not want to wait for it.',
  },
  'backup-first-failed': { advice: SEE_WHY },
  'backup-is-old': {
    advice: 'Run `npm run -s portal -- backup DIR`, and see to it that it is made every day.',
  },
  'backup-failed': { advice: SEE_WHY },
  'backup-not-found': {
    advice: 'Mount the disk of the backups. `npm run -s portal -- backup list` says how to begin anew.',
  },
} as const

type Code = keyof typeof WARNINGS
type Found = FoundWarning<Code>

const NOT_FOUND: Found = {
  code: 'backup-not-found',
  text: 'The last backup is not where it was written, or that place does not answer.',
}

/**
 * Warns about the last backup. After a timeout, checks its place again only once the earlier check has returned,
 * because each check holds a thread.
 */
export function createBackupWarnings(
  silenceMs = LOOK_MS,
): SlowWarningSource<Pick<Engines, 'database' | 'settings'>, Code> {
  let last = new StepTimeout({ silenceMs })
  const isThere = async (settings: Engines['settings'], location: string) => {
    if (last.isStuck) return false
    last = new StepTimeout({ silenceMs })
    try {
      const place = await last.with(placesWith(settings.bucketKeys)).open(location)
      return (await readManifest(place)) !== null
    } catch {
      return false
    }
  }
  return {
    subject: 'its backups',
    warnings: WARNINGS,
    async collect({ database, settings }) {
      const { backup } = settings
      const outcomes = lastOutcomes(await readRuns(database.kysely))
      const found = outcomeWarnings(outcomes, backup !== null)
      const { good } = outcomes
      // Places other than that of the daily backups can only be checked by a person.
      if (!good || !backup || !isWithin(good.place, backup.location)) return found
      return (await isThere(settings, good.place)) ? found : [...found, NOT_FOUND]
    },
  }
}

/** Everyone may read these warnings, so only the log and `portal backup list` show the place and the reason. */
function outcomeWarnings({ good, isFailing, isTooOld, now }: LastOutcomes, isScheduled: boolean): Found[] {
  const why = isFailing ? ' The last try failed: `portal backup list` tells why.' : ''
  const never = 'There is no backup of this portal yet.'
  if (!good && isFailing) return [{ code: 'backup-first-failed', text: `${never}${why}` }]
  if (!good && isScheduled) return [{ code: 'backup-first-is-due', text: never }]
  if (!good) return [{ code: 'backup-never-made', text: `${never} None is scheduled.` }]
  if (isTooOld) {
    const days = Math.round((now.getTime() - good.begunAt.getTime()) / DAY_MS)
    return [{ code: 'backup-is-old', text: `The last backup is ${days} days old.${why}` }]
  }
  return isFailing
    ? [{ code: 'backup-failed', text: 'The last backup failed: `portal backup list` tells why.' }]
    : []
}
