import type { ChosenFile } from './local-files.ts'
import type { QueueEntry } from './queue-entry.ts'

type Described = {
  readonly file: Pick<File, 'name' | 'size' | 'lastModified'>
  readonly folder: string
  /** SHA-256 in hexadecimal digits; null where nobody has read it yet. */
  readonly sha256?: string | null
}

/** A file as somebody chose it, with its hash where that was found out. */
export type InspectedFile = ChosenFile & Pick<Described, 'sha256'>

type Asking = { readonly entries: readonly QueueEntry[]; readonly absent: ReadonlySet<string> }

/**
 * Whether only its hash tells if this is a file that was asked for again: it has the name and size of one. A copy has another
 * moment of its last change, and a file that was overwritten may have the same.
 */
export function isDoubtful({ file }: Described, { entries, absent }: Asking): boolean {
  const alike = entries.filter((entry) => nameAndSize(entry) === nameAndSize(file))
  return alike.some(({ key, sha256 }) => sha256 !== null && absent.has(key))
}

/** The names of chosen files of which the queue asks for one of another size: they changed since their upload began. */
export function resizedNames(chosen: readonly Described[], { entries, absent }: Asking): readonly string[] {
  const asked = entries.filter(({ key }) => absent.has(key))
  return chosen.flatMap(({ file, folder }) => {
    const sameName = asked.filter((entry) => entry.name === file.name && entry.folder === folder)
    return sameName.length > 0 && sameName.every(({ size }) => size !== file.size) ? [file.name] : []
  })
}

export type Matched<F extends Described> = {
  /** Entries whose file was asked for again, with it. */
  readonly found: readonly { readonly entry: QueueEntry; readonly chosen: F }[]
  /** Files that are not in the queue. */
  readonly fresh: readonly F[]
  /** Files that the queue has already. */
  readonly repeated: readonly F[]
}

/**
 * Which of the chosen files are those of the queue: by name, size and hash, and where no hash is known by the moment of
 * the last change. A file that is half sent must be the very same, or the halves would not belong together.
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
