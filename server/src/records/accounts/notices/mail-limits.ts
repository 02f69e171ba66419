import type { MailBound } from '../../../engines/mail/enqueue-mail.ts'
import { DAY_MS, HOUR_MS } from '../../../engines/throttle/throttle.ts'

const QUARTER_MS = HOUR_MS / 4

type Act = {
  /** Facts of what was done, beside the kind of the mail. */
  readonly what?: object
  /** Facts of who did it, or from where. */
  readonly by: object
}

/**
 * Of what a person may set off again and again. Three an hour of the same doer are told at once, what comes after a quarter of
 * an hour later in one mail: what somebody does themselves holds back no word of what is done from elsewhere. From twelve
 * of all doers on it is an hour, so that many places fill no mailbox either.
 */
export function hourlyMailLimit({ what = {}, by }: Act): MailBound[] {
  return [
    { most: 3, withinMs: HOUR_MS, pauseMs: QUARTER_MS, about: { ...what, ...by } },
    { most: 12, withinMs: HOUR_MS, pauseMs: HOUR_MS, about: what },
  ]
}

/**
 * Of new devices, of which each is another one: four a day at once, eight more within a quarter of an hour. After that a
 * browser that says something else each time is told of every four hours.
 */
export const DAILY_MAIL_LIMIT: readonly MailBound[] = [
  { most: 4, withinMs: DAY_MS, pauseMs: QUARTER_MS },
  { most: 12, withinMs: DAY_MS, pauseMs: 4 * HOUR_MS },
]

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
