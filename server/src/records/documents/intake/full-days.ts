import type { Clock } from '../../../engines/clock/clock.ts'
import type { Log } from '../../../engines/log/log.ts'
import type { DayOwner } from './day-share.repository.ts'

/** A day that is full until it ends. */
type FullDay = { readonly owner: DayOwner; readonly nextDay: Date }

/** Days that were full for something that has arrived and waits, as this server met them, by whose they are. */
export type FullDays = Map<string, FullDay>

export function createFullDays(): FullDays {
  return new Map()
}

/** Something that has arrived waits because of that day. */
export function noteFullDay(
  { fullDays, log }: { readonly fullDays: FullDays; readonly log: Log },
  { owner, nextDay }: FullDay,
): void {
  const key = `${owner.kind} ${owner.id}`
  if (fullDays.get(key)?.nextDay.getTime() !== nextDay.getTime())
    log.warn({ owner, until: nextDay }, 'What has arrived waits for the next day: this one is full.')
  fullDays.set(key, { owner, nextDay })
}

/** Whose days are full and not over yet. */
export function ownersOfFullDays({
  fullDays,
  clock,
}: {
  readonly fullDays: FullDays
  readonly clock: Clock
}): DayOwner[] {
  for (const [key, { nextDay }] of fullDays) if (nextDay <= clock.now()) fullDays.delete(key)
  return [...fullDays.values()].map(({ owner }) => owner)
}
