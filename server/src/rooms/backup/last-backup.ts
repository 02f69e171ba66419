import type { PortalState } from '@portal/contract/operations/state.ts'
import type { Kysely } from 'kysely'
import { readRuns, type BackupRun } from '../../engines/backup/backup-runs.repository.ts'
import { isWithin } from '../../engines/backup/location.ts'
import { readManifest } from '../../engines/backup/manifest.ts'
import { StepTimeout } from '../../engines/backup/step-timeout.ts'
import { placesWith } from '../../engines/backup/places.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { World } from '../../records/context.ts'

/** Milliseconds that a look at the last backup may take, so that what it finds is told within two seconds. */
const LOOK_MS = 1500
const DAY_MS = 86_400_000
/** A day, and the time that one may take. */
const TOO_OLD_MS = 1.5 * DAY_MS

type TellBackups = (db: Kysely<DB>) => Promise<string[]>

/**
 * What tells whoever runs the portal what they should know of its backups. A place that hangs is asked again only when it
 * has answered: what waits for it holds a thread.
 */
export function createBackupNotices(
  settings: Pick<Settings, 'backup' | 'bucketKeys'>,
  silenceMs = LOOK_MS,
): TellBackups {
  let last = new StepTimeout({ silenceMs })
  const isThere = async (location: string) => {
    if (last.isStuck) return false
    last = new StepTimeout({ silenceMs })
    try {
      const place = await last.with(placesWith(settings.bucketKeys)).open(location)
      return (await readManifest(place)) !== null
    } catch {
      return false
    }
  }
  return async (db) => {
    const { notices, newest } = await noticesOf(db, settings)
    // What was made elsewhere may lie where only a person can look.
    const isLookedAt = settings.backup && newest !== null && isWithin(newest, settings.backup.location)
    if (!isLookedAt || (await isThere(newest))) return notices
    return [...notices, 'The last backup is not where it was written, or that place does not answer.']
  }
}

type Noticed = { readonly notices: string[]; readonly newest: string | null }

async function noticesOf(db: Kysely<DB>, { backup }: Pick<Settings, 'backup'>): Promise<Noticed> {
  const { good, isFailing, isTooOld, now } = lastOutcomes(await readRuns(db))
  // Everybody may ask: the place and the reason stand in the log and in `portal backup list`.
  const reason = isFailing ? ' The last try failed: `portal backup list` tells why.' : ''
  if (!good) {
    const unset = backup ? '' : ' BACKUP_DIR is not set.'
    return { notices: [`There is no backup of this portal yet.${reason || unset}`], newest: null }
  }
  if (isTooOld) {
    const age = now.getTime() - good.begunAt.getTime()
    return {
      notices: [`The last backup is ${Math.round(age / DAY_MS)} days old.${reason}`],
      newest: good.place,
    }
  }
  const failure = isFailing ? ['The last backup failed: `portal backup list` tells why.'] : []
  return { notices: failure, newest: good.place }
}

type Known = { readonly runs: readonly BackupRun[]; readonly now: Date }
type LastOutcomes = {
  readonly good: BackupRun | undefined
  readonly isFailing: boolean
  readonly isTooOld: boolean
  readonly now: Date
}

/** The last good backup, whether it is too old or there is none, and whether a later one failed; `runs` has the newest first. */
export function lastOutcomes({ runs, now }: Known): LastOutcomes {
  const good = runs.find(({ endedAt, failure }) => endedAt !== null && failure === null)
  const failed = runs.find(({ failure }) => failure !== null)
  return {
    good,
    isFailing: failed !== undefined && (!good || failed.begunAt > good.begunAt),
    isTooOld: !good || now.getTime() - good.begunAt.getTime() > TOO_OLD_MS,
    now,
  }
}

/** What administrators are told of the last backup. */
export async function backupWarnings({
  database,
  settings,
}: Pick<World, 'database' | 'settings'>): Promise<NonNullable<PortalState['backup']>> {
  const { good, isFailing, isTooOld } = lastOutcomes(await readRuns(database.kysely))
  return {
    lastAt: good?.begunAt.toISOString() ?? null,
    isTooOld,
    hasFailedSince: isFailing,
    isScheduled: settings.backup !== null,
  }
}
