import { below } from '../../engines/backup/location.ts'
import { readManifest, type Manifest } from '../../engines/backup/manifest.ts'
import { DamagedBackup, type BackupPlaces } from '../../engines/backup/place.ts'

/** What the schedule calls a backup: the moment at which it began, in UTC. Nothing else beside it is its to remove. */
const NAME = /^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z$/

export function nameOf(moment: Date): string {
  return moment.toISOString().replaceAll(':', '')
}

export type ListedBackup = { readonly name: string; readonly manifest: Manifest }

/** Where backups lie side by side. */
export type BackupShelf = { readonly places: BackupPlaces; readonly location: string }

/** The whole backups that lie there, by their names; what is none, or whose manifest is damaged, is passed over. */
export async function listBackups({ places, location }: BackupShelf): Promise<ListedBackup[]> {
  const listed: ListedBackup[] = []
  for (const name of await places.namesIn(location)) {
    try {
      listed.push({ name, manifest: await readManifest(places.open(below(location, name))) })
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
    }
  }
  return listed
}

/** Those that the schedule made, among all of this portal's, the newest first: another one may keep its own beside them. */
export async function scheduledBackups(
  shelf: BackupShelf,
  ours: ReadonlySet<string>,
): Promise<ListedBackup[]> {
  const isOurs = ({ name }: ListedBackup) => NAME.test(name) && ours.has(below(shelf.location, name))
  return (await listBackups(shelf)).filter(isOurs).toReversed()
}

/** What scheduled backups of this portal left that broke off. For the one server that makes one now. */
export async function removeBroken(
  { places, location }: BackupShelf,
  ours: ReadonlySet<string>,
): Promise<void> {
  for (const { name, of } of await places.unfinishedIn(location)) {
    if (NAME.test(of) && ours.has(below(location, of))) await places.remove(below(location, name))
  }
}
