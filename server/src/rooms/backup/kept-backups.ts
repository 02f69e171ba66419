import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { folderPlace, foldersIn, unfinishedIn } from '../../engines/backup/folder-place.ts'
import { MANIFEST, readManifest, type Manifest } from '../../engines/backup/manifest.ts'
import { DamagedBackup } from '../../engines/backup/place.ts'

/** What the schedule calls a backup: the moment at which it began, in UTC. Nothing else in its folder is its to remove. */
const NAME = /^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z$/

export function nameOf(moment: Date): string {
  return moment.toISOString().replaceAll(':', '')
}

export type ListedBackup = { readonly name: string; readonly manifest: Manifest }

/** The whole backups in a folder, by their names; what is no backup, or whose manifest is damaged, is passed over. */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const listed: ListedBackup[] = []
  for (const name of await foldersIn(folder)) {
    try {
      listed.push({ name, manifest: await readManifest(folderPlace(join(folder, name))) })
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
    }
  }
  return listed
}

/** Those that the schedule made at one of these places, the newest first: another portal may use the folder, too. */
export async function scheduledBackups(folder: string, places: ReadonlySet<string>): Promise<ListedBackup[]> {
  const isOurs = ({ name }: ListedBackup) => NAME.test(name) && places.has(join(folder, name))
  return (await listBackups(folder)).filter(isOurs).toReversed()
}

/** The manifest goes first: what is left, if this breaks off, is no backup any more. */
export async function removeBackup(folder: string, name: string): Promise<void> {
  await rm(join(folder, name, MANIFEST), { force: true })
  await rm(join(folder, name), { recursive: true, force: true })
}

/** What scheduled backups at these places left that broke off. For the one server that makes one now. */
export async function removeBroken(folder: string, places: ReadonlySet<string>): Promise<void> {
  for (const { name, of } of await unfinishedIn(folder)) {
    if (NAME.test(of) && places.has(join(folder, of)))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
