import type { Kysely } from 'kysely'
import { readRuns, type BackupRun } from '../../engines/backup/backup-runs.repository.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'

const DAY_MS = 86_400_000
/** A day, and the time that one may take. */
const TOO_OLD_MS = 1.5 * DAY_MS

/** What whoever runs the portal should know of its backups. */
export async function tellBackups(db: Kysely<DB>, { backup }: Pick<Settings, 'backup'>): Promise<string[]> {
  const { good, isFailing, now } = lastOutcomes(await readRuns(db))
  // Everybody may ask: the place and the reason stand in the log and in `portal backup list`.
  const reason = isFailing ? ' The last try failed: `portal backup list` tells why.' : ''
  if (!good) {
    const advice = backup ? '' : ' Set BACKUP_DIR, or run portal backup.'
    return [`There is no backup of this portal yet.${reason || advice}`]
  }
  const age = now.getTime() - good.begunAt.getTime()
  if (age > TOO_OLD_MS) {
    return [`The last backup is ${Math.round(age / DAY_MS)} days old.${reason}`]
  }
  return isFailing ? ['The last backup failed: `portal backup list` tells why.'] : []
}

type Known = { readonly runs: readonly BackupRun[]; readonly now: Date }
type LastOutcomes = { readonly good: BackupRun | undefined; readonly isFailing: boolean; readonly now: Date }

/** The last good backup, and whether a later one failed; `runs` has the newest first. */
export function lastOutcomes({ runs, now }: Known): LastOutcomes {
  const good = runs.find(({ endedAt, failure }) => endedAt !== null && failure === null)
  const failed = runs.find(({ failure }) => failure !== null)
  return { good, isFailing: failed !== undefined && (!good || failed.begunAt > good.begunAt), now }
}
