import type { RunEnding } from '../../engines/backup/backup-runs.repository.ts'

/** An incremental backup depends on all backups it builds on, so every seventh backup is a full one. */
const WHOLE_EVERY = 7

export type Schedule = {
  /** For example 02:30, in the firm's time zone. */
  readonly at: string
  readonly timeZone: string
}

/** Returns the day whose backup was last due, in the firm's time zone. Before the time `at`, that is yesterday. */
export function dueDay(moment: Date, { at, timeZone }: Schedule): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const day = `${of('year')}-${of('month')}-${of('day')}`
  return `${of('hour')}:${of('minute')}` >= at ? day : dayBefore(day)
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

/** The last sentence of a failure reason if the backup, or an earlier one that it builds on, is damaged. */
export const NEXT_IS_WHOLE = 'The next backup is a whole one.'

type EndedRun = {
  readonly failure: string | null
  /** The earlier backup that it builds on; null for a full backup. */
  readonly since: string | null
}

/** Whether the next backup must be full; otherwise it builds on the last good one. `runs` starts with the newest. */
export function isWholeDue(runs: readonly EndedRun[]): boolean {
  const good = runs.filter(({ failure }) => failure === null)
  const adding = good.findIndex(({ since }) => since === null)
  if (adding < 0 || adding >= WHOLE_EVERY - 1) return true
  const failed = runs.slice(
    0,
    runs.findIndex(({ failure }) => failure === null),
  )
  return failed.some(({ failure }) => failure?.endsWith(NEXT_IS_WHOLE))
}

/** A scheduled backup. `needs` lists the ids of the backups that contain some of its bytes. */
export type StoredBackup = {
  readonly name: string
  readonly id: string
  readonly needs: readonly string[]
  /** The number of stored files whose bytes were not available. */
  readonly lacking: number
  readonly ending: RunEnding
}

export type StoredBackups = {
  /** Scheduled backups, the newest first. */
  readonly scheduled: readonly StoredBackup[]
  /** Ids of the backups that the other backups in the same place need. */
  readonly neededBeside: ReadonlySet<string>
}

/** The backup that the next incremental one builds on. */
export function baseOf({ scheduled }: StoredBackups): StoredBackup | undefined {
  return scheduled.find(isGood)
}

/**
 * Returns the backups that may be removed: older than the newest `keep` good ones, and not needed by a backup that
 * stays. The newest good backup with all its bytes always stays. Failed backups do not count toward `keep`, and are
 * removed. Backups with an unknown ending do not count either, but stay as long as good backups of their age.
 */
export function dispensable(
  { scheduled, neededBeside }: StoredBackups,
  keep: number,
): readonly StoredBackup[] {
  const good = scheduled.filter(isGood)
  const oldest = good[keep - 1]
  const recent = oldest ? scheduled.slice(0, scheduled.indexOf(oldest) + 1) : scheduled
  const sound = good.find(({ lacking }) => lacking === 0)
  const kept = [...recent.filter(({ ending }) => ending !== 'failed'), ...(sound ? [sound] : [])]
  const needed = neededBeside.union(new Set(kept.flatMap(({ id, needs }) => [id, ...needs])))
  return scheduled.filter(({ id }) => !needed.has(id))
}

function isGood({ ending }: StoredBackup): boolean {
  return ending === 'good'
}
