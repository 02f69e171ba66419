import type { ChosenFile } from './local-files.ts'
import type { QueueEntry } from './queue-entry.ts'

type Described = {
  readonly file: Pick<File, 'name' | 'size' | 'lastModified'>
  readonly folder: string
  /** SHA-256 in hexadecimal digits; null if not computed yet. */
  readonly sha256?: string | null
}

/** A chosen file, with its hash if one was computed. */
export type InspectedFile = ChosenFile & Pick<Described, 'sha256'>

type Asking = { readonly entries: readonly QueueEntry[]; readonly absent: ReadonlySet<string> }

/**
 * Whether only the hash can say that this is a file to be chosen again: name and size match one. A copy has another
 * modification time, and an overwritten file may have the same.
 */
export function isDoubtful({ file }: Described, { entries, absent }: Asking): boolean {
  const alike = entries.filter((entry) => nameAndSize(entry) === nameAndSize(file))
  return alike.some(({ key, sha256 }) => sha256 !== null && absent.has(key))
}

/** The names of chosen files that the queue expects with another size: they changed since their upload started. */
export function resizedNames(chosen: readonly Described[], { entries, absent }: Asking): readonly string[] {
  const asked = entries.filter(({ key }) => absent.has(key))
  return chosen.flatMap(({ file, folder }) => {
    const sameName = asked.filter((entry) => entry.name === file.name && entry.folder === folder)
    return sameName.length > 0 && sameName.every(({ size }) => size !== file.size) ? [file.name] : []
  })
}

export type Matched<F extends Described> = {
  /** Entries that waited for their file, each with the file. */
  readonly found: readonly { readonly entry: QueueEntry; readonly chosen: F }[]
  /** Files that are not in the queue. */
  readonly fresh: readonly F[]
  /** Files that the queue already has. */
  readonly repeated: readonly F[]
}

/**
 * Matches the chosen files with the queue: by name, size and hash, or by modification time if no hash is known. A
 * partly sent file must be identical, or its halves would not belong together.
 */
export function matchFiles<F extends Described = ChosenFile>(
  chosen: readonly F[],
  queue: Asking,
): Matched<F> {
  const open = new Map<string, QueueEntry[]>()
  for (const entry of queue.entries) {
    const alike = nameAndSize(entry)
    open.set(alike, [...(open.get(alike) ?? []), entry])
  }
  const found: { entry: QueueEntry; chosen: F }[] = []
  const fresh: F[] = []
  const repeated: F[] = []
  const taken = new Set<string>()
  const own = new Set<string>()
  for (const one of chosen) {
    const same = (open.get(nameAndSize(one.file)) ?? []).filter((entry) => isSame(entry, one))
    const asked = same.find(({ key }) => queue.absent.has(key) && !taken.has(key))
    const identity = JSON.stringify([nameAndSize(one.file), one.file.lastModified, one.folder])
    if (asked) {
      taken.add(asked.key)
      found.push({ entry: asked, chosen: one })
    } else if (own.has(identity) || same.some((entry) => entry.folder === one.folder)) repeated.push(one)
    else fresh.push(one)
    own.add(identity)
  }
  return { found, fresh, repeated }
}

function nameAndSize({ name, size }: { readonly name: string; readonly size: number }): string {
  return `${size} ${name}`
}

function isSame({ sha256, lastModified }: QueueEntry, { file, sha256: itsHash }: Described): boolean {
  if (sha256 && itsHash) return sha256 === itsHash
  return lastModified === file.lastModified
}
