/** The text of an empty cell. */
export const NOTHING = '—'

const NOT_AVAILABLE = 'N/A'

const LIST_TIME = { hour: '2-digit', hourCycle: 'h23' } as const
const CLOCK_TIME = { hour: 'numeric', hourCycle: 'h12' } as const
type TimeStyle = typeof LIST_TIME | typeof CLOCK_TIME

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Caches one formatter per zone and style: creating one costs more than all its calls. */
function formatterOf(timeZone: string, style: TimeStyle): Intl.DateTimeFormat {
  const key = `${style.hourCycle} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: '2-digit',
    month: 'numeric',
    day: 'numeric',
    minute: '2-digit',
    ...style,
  })
  formatters.set(key, made)
  return made
}

/** A 'date time' string (specification, section 3). It has no zone, so it is already in the firm's time. */
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/u

function partsOf(iso: string | null | undefined, timeZone: string, style: TimeStyle) {
  const isFirmsTime = WITHOUT_ZONE.test(iso ?? '')
  const moment = new Date(isFirmsTime ? `${iso?.replace(' ', 'T')}Z` : (iso ?? NaN))
  if (Number.isNaN(moment.getTime())) return null
  const parts = formatterOf(isFirmsTime ? 'UTC' : timeZone, style).formatToParts(moment)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/**
 * A time (ISO 8601) as `M/D/YY HH:mm` in the firm's zone, whatever the browser's zone is; 'N/A' if it is missing.
 * Only for lists of documents (specification, section 2); everything else uses `formatDateTime`.
 */
export function formatMoment(iso: string | null | undefined, timeZone: string): string {
  const part = partsOf(iso, timeZone, LIST_TIME)
  if (part === null) return NOT_AVAILABLE
  return `${part['month']}/${part['day']}/${part['year']} ${part['hour']}:${part['minute']}`
}

/** A time (ISO 8601) as `M/D/YY h:mm PM` in the firm's zone; 'N/A' if it is missing. */
export function formatDateTime(iso: string | null | undefined, timeZone: string): string {
  const part = partsOf(iso, timeZone, CLOCK_TIME)
  if (part === null) return NOT_AVAILABLE
  const { month, day, year, hour, minute, dayPeriod } = part
  return `${month}/${day}/${year} ${hour}:${minute} ${dayPeriod}`
}

/** The day of a time (ISO 8601) as `M/D/YY` in the firm's zone; 'N/A' if it is missing. */
export function formatDay(iso: string | null | undefined, timeZone: string): string {
  return formatMoment(iso, timeZone).split(' ')[0] ?? NOT_AVAILABLE
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A size in bytes in readable units: `812 B`, `1.4 MB`, `2.3 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const power = bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3
  const value = bytes / 1024 ** power
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}
