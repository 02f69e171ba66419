import type { WaitingMail } from '../../../engines/mail/compose.ts'
import { momentText } from '../../../engines/mail/moment-text.ts'
import type { Engines } from '../../../engines/engines.ts'

/** Such as 'March 10, 2026 at 10:00 AM CDT, from the network address 192.0.2.1'. */
export function timeAndPlace({ settings }: Pick<Engines, 'settings'>, when: Date, where: string): string {
  return `${momentText(when, settings.timeZone)}, from the network address ${where}`
}

/** Such as 'Between March 10, 2026 at 10:00 AM CDT and March 10, 2026 at 10:40 AM CDT', of mails that are told together. */
export function timeRange(
  { settings }: Pick<Engines, 'settings'>,
  waiting: readonly Pick<WaitingMail, 'askedAt'>[],
): string {
  const moments = waiting.map(({ askedAt }) => askedAt.getTime())
  const [first, last] = [Math.min(...moments), Math.max(...moments)].map((moment) =>
    momentText(new Date(moment), settings.timeZone),
  )
  return first === last ? `On ${first}` : `Between ${first} and ${last}`
}
