import type { World } from '../../../records/context.ts'

/** Hours of the firm's zone, from the first to before the second. */
const FROM_HOUR = 1
export const TO_HOUR = 5

type NightWorld = Pick<World, 'clock' | 'calendar'>

/** The night that it is now, as the day on which it ends; null by day. */
export function nightOf({ clock, calendar }: NightWorld): string | null {
  const { day, hour } = calendar.hourOf(clock.now())
  return hour >= FROM_HOUR && hour < TO_HOUR ? day : null
}
