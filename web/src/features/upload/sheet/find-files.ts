import type { QueueEntry } from '../sender/queue-entry.ts'

/** Finds the files that a cell may mean: by path or name, without case; several where it does not tell them apart. */
export function fileFinder(entries: readonly QueueEntry[]): (cell: string) => readonly QueueEntry[] {
  const byName = Map.groupBy(entries, ({ name }) => folded(name))
  return (cell) => {
    const path = folded(cell)
    const alike = byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? []
    const same = alike.filter((entry) => pathOf(entry) === path)
    if (same.length > 0) return same
    // A sheet may know of more folders than were dropped, or of fewer.
    const near = alike.filter((entry) => endsAs(pathOf(entry), path) || endsAs(path, pathOf(entry)))
    return near.length > 0 ? near : alike
  }
}

function endsAs(longer: string, shorter: string): boolean {
  return longer.endsWith(`/${shorter}`)
}

function pathOf({ folder, name }: QueueEntry): string {
  return folded(folder === '' ? name : `${folder}/${name}`)
}

/** Systems write one name in two forms of Unicode, and folders with one stroke or the other. */
function folded(path: string): string {
  return path
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/u, '')
}
