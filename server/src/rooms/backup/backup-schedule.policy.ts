import type { RunEnding } from '../../engines/backup/backup-runs.repository.ts'

/** Who adds to earlier ones is as good as all of them: the seventh is whole again. */
const WHOLE_EVERY = 7

export type Schedule = {
  /** Such as 02:30, in the firm's zone. */
  readonly at: string
  readonly timeZone: string
}

/** The day of the firm's zone whose backup was last due at a moment: yesterday's until the hour has come. */
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

/** Ends the reason of one that failed because what it adds to, or it itself, is damaged. */
export const NEXT_IS_WHOLE = 'The next backup is a whole one.'

type EndedRun = {
  readonly failure: string | null
  /** The earlier one to which it adds. */
  readonly since: string | null
}

/** Whether the next backup is whole by itself, after these, the newest first. Else it adds to the last good one. */
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

/** A backup of the schedule; `needs` names those that hold bytes of it. */
export type StoredBackup = {
  readonly name: string
  readonly id: string
  readonly needs: readonly string[]
  /** Documents whose bytes it could not have. */
  readonly lacking: number
  readonly ending: RunEnding
}

export type StoredBackups = {
  /** Those of the schedule, the newest first. */
  readonly scheduled: readonly StoredBackup[]
  /** Ids of what is needed by all else that lies beside them. */
  readonly neededBeside: ReadonlySet<string>
}

/** The one to which the next adds. */
export function baseOf({ scheduled }: StoredBackups): StoredBackup | undefined {
  return scheduled.find(isGood)
}

/**
 * Those that may go: older than the newest `keep` good ones, and needed by none that stays. The newest that lacks nothing
 * stays whatever came after it. One that failed does not count, and goes; nor does one of which nobody knows how it ended,
 * but that stays as long as those of its time.
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
