import { momentText } from '../../../engines/mail/moment-text.ts'
import type { World } from '../../context.ts'

/** Such as 'March 10, 2026 at 10:00 AM CDT, from the network address 192.0.2.1'. */
export function whenAndWhere({ settings }: Pick<World, 'settings'>, when: Date, where: string): string {
  return `${momentText(when, settings.timeZone)}, from the network address ${where}`
}
