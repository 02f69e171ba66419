import type { PortalState } from '@portal/contract/operations/state.ts'
import { readRuns, type BackupRun } from '../../engines/backup/backup-runs.repository.ts'
import type { World } from '../../records/context.ts'

/** One day plus the time that a backup may take. */
const TOO_OLD_MS = 1.5 * 86_400_000

type Known = { readonly runs: readonly BackupRun[]; readonly now: Date }
export type LastOutcomes = {
  readonly good: BackupRun | undefined
  readonly isFailing: boolean
  readonly isTooOld: boolean
  readonly now: Date
}

/**
 * Returns the last good backup, whether it is too old or missing, and whether a later one failed. `runs` starts with
 * the newest.
 */
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

/** The state of the last backup for administrators. */
export async function readBackupState({
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
