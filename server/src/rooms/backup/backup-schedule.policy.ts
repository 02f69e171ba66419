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

/** Whether the next backup is whole by itself. `sinces` are those of the good ones before it, the newest first. */
export function isWholeDue(sinces: readonly (string | null)[]): boolean {
  const adding = sinces.indexOf(null)
  return adding < 0 || adding >= WHOLE_EVERY - 1
}

/** A backup of the portal's own; `needs` names those that hold bytes of it. */
export type KeptBackup = {
  readonly name: string
  readonly id: string
  readonly needs: readonly string[]
  /** Documents whose bytes it could not have. */
  readonly lacking: number
}

/**
 * Those that may go: older than the newest `keep`, and needed by none of these. The newest that lacks nothing stays
 * whatever came after it.
 */
export function dispensable(newestFirst: readonly KeptBackup[], keep: number): readonly KeptBackup[] {
  const sound = newestFirst.find(({ lacking }) => lacking === 0)
  const kept = [...newestFirst.slice(0, keep), ...(sound ? [sound] : [])]
  const needed = new Set(kept.flatMap(({ id, needs }) => [id, ...needs]))
  return newestFirst.filter(({ id }) => !needed.has(id))
}
