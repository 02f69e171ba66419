import type { MailBound } from '../../../engines/mail/enqueue-mail.ts'
import { DAY_MS, HOUR_MS } from '../../../engines/throttle/throttle.ts'

/** Of what a person may set off again and again: the first are told at once, what comes after is told in one mail. */
export const SEVERAL_AN_HOUR: MailBound = { most: 3, withinMs: HOUR_MS, pauseMs: HOUR_MS }

/** Who cannot be told from a new device by a browser that says something else each time: at most ten mails a day. */
export const SEVERAL_A_DAY: MailBound = { most: 4, withinMs: DAY_MS, pauseMs: 4 * HOUR_MS }

/** Lines that a mail about many things lists. */
const MOST_LINES = 20

/** Each different line once, with how often; the first twenty, and how many others there were. */
export function linesOf(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  const told = [...counts].map(([line, count]) => (count === 1 ? `• ${line}` : `• ${count} times: ${line}`))
  const left = told.length - MOST_LINES
  return left > 0 ? [...told.slice(0, MOST_LINES), `• and ${left} more, of other kinds or places`] : told
}
