import type { RunEnding } from '../../engines/backup/backup-runs.repository.ts'
import { below } from '../../engines/backup/location.ts'
import { readManifest, type Manifest } from '../../engines/backup/manifest.ts'
import { DamagedBackup, type BackupPlaces } from '../../engines/backup/place.ts'
import type { StoredBackups } from './backup-schedule.policy.ts'

/** The names of scheduled backups: their start time in UTC. The schedule must not remove anything else. */
const NAME = /^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z$/

export function nameOf(moment: Date): string {
  return moment.toISOString().replaceAll(':', '')
}

/** Whether a name has the form of a scheduled backup. */
export function isScheduledName(name: string): boolean {
  return NAME.test(name)
}

export type ListedBackup = { readonly name: string; readonly manifest: Manifest }

/** The place that contains the backups. */
export type BackupsInPlace = { readonly places: BackupPlaces; readonly location: string }

/** Lists the complete backups in a place by name. Skips anything else, and backups with a damaged manifest. */
export async function listBackups({ places, location }: BackupsInPlace): Promise<ListedBackup[]> {
  const listed: ListedBackup[] = []
  for (const name of await places.namesIn(location)) {
    try {
      listed.push({ name, manifest: await readManifest(await places.open(below(location, name))) })
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
    }
  }
  return listed
}

/** Reads the backups in a place. Separates the scheduled ones from those that other portals or people store there. */
export async function readBackupsInPlace(
  shelf: BackupsInPlace,
  endings: ReadonlyMap<string, RunEnding>,
): Promise<StoredBackups> {
  const isOurs = ({ name }: ListedBackup) => isScheduledName(name) && endings.has(below(shelf.location, name))
  const listed = await listBackups(shelf)
  const beside = listed.filter((each) => !isOurs(each))
  return {
    scheduled: listed
      .filter(isOurs)
      .toReversed()
      .map(({ name, manifest }) => ({
        name,
        id: manifest.id,
        needs: needsOf(manifest),
        lacking: manifest.objects.lacking,
        ending: endings.get(below(shelf.location, name)) ?? null,
      })),
    neededBeside: new Set(beside.flatMap(({ manifest }) => needsOf(manifest))),
  }
}

function needsOf({ others }: Manifest): string[] {
  return others.map(({ id }) => id)
}

/** Removes the leftovers of interrupted scheduled backups. Only for the one server that is making a backup now. */
export async function removeBroken(
  { places, location }: BackupsInPlace,
  endings: ReadonlyMap<string, RunEnding>,
): Promise<void> {
  for (const { name, of } of await places.unfinishedIn(location)) {
    if (isScheduledName(of) && endings.has(below(location, of))) await places.remove(below(location, name))
  }
}
