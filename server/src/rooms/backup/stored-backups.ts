import type { RunEnding } from '../../engines/backup/backup-runs.repository.ts'
import { below } from '../../engines/backup/location.ts'
import { readManifest, type Manifest } from '../../engines/backup/manifest.ts'
import { DamagedBackup, type BackupPlaces } from '../../engines/backup/place.ts'
import type { StoredBackups } from './backup-schedule.policy.ts'

/** What the schedule calls a backup: the moment at which it began, in UTC. Nothing else beside it is its to remove. */
const NAME = /^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z$/

export function nameOf(moment: Date): string {
  return moment.toISOString().replaceAll(':', '')
}

/** Whether the schedule may have named a backup so. */
export function isScheduledName(name: string): boolean {
  return NAME.test(name)
}

export type ListedBackup = { readonly name: string; readonly manifest: Manifest }

/** Where backups lie side by side. */
export type BackupsInPlace = { readonly places: BackupPlaces; readonly location: string }

/** The whole backups that lie there, by their names; what is none, or whose manifest is damaged, is passed over. */
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

/** What lies there, the schedule's by itself: another portal may keep its own beside them, and people theirs. */
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

/** What scheduled backups of this portal left that broke off. For the one server that makes one now. */
export async function removeBroken(
  { places, location }: BackupsInPlace,
  endings: ReadonlyMap<string, RunEnding>,
): Promise<void> {
  for (const { name, of } of await places.unfinishedIn(location)) {
    if (isScheduledName(of) && endings.has(below(location, of))) await places.remove(below(location, name))
  }
}
