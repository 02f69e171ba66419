import { basename } from 'node:path'
import type { RunEnding } from '../../engines/backup/backup-runs.repository.ts'
import { below, isInBucket, isWithin } from '../../engines/backup/location.ts'
import { UnusablePlace } from '../../engines/backup/place.ts'
import { isScheduledName, type BackupShelf } from './kept-backups.ts'

/**
 * An empty folder in the place of the backups is most often a mount point without its disk. A new backup there would lie on
 * the disk of the system, and end the warning. A folder without a scheduled backup so far is a new one.
 * @throws UnusablePlace where neither the last scheduled backup is there nor a later one by hand.
 */
export async function refuseOtherShelf(
  { places, location }: BackupShelf,
  endings: ReadonlyMap<string, RunEnding>,
): Promise<void> {
  const good = [...endings].filter(([place, ending]) => ending === 'good' && isWithin(place, location))
  const newestFirst = good.map(([place]) => place).toReversed()
  const scheduled = newestFirst.findIndex((place) => isScheduledName(nameIn(place)))
  if (scheduled < 0) return
  const found = (await places.namesIn(location)).map((name) => below(location, name))
  const expected = newestFirst.slice(0, scheduled + 1)
  if (expected.some((place) => found.some((other) => isWithin(place, other)))) return
  const remedy = isInBucket(location) ? 'See whether it is the right bucket' : 'Mount its disk'
  throw new UnusablePlace(
    `The last backup is not in ${location}. ${remedy}, or begin anew there with \`npm run -s portal -- backup ${below(location, 'NAME')}\`.`,
  )
}

/** The last part of a location, without the facts of a bucket. */
function nameIn(location: string): string {
  return basename(isInBucket(location) ? (location.split('?')[0] ?? '') : location)
}
