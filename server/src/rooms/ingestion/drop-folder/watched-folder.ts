import type { Clock } from '../../../engines/clock/clock.ts'
import { counted } from '../../../engines/warnings/counted.ts'
import { textsByCode } from '../../../engines/warnings/warning-source.ts'
import type { CountyFolder } from './county-folders.ts'
import type { DropFolderWarning } from './drop-folder.warnings.ts'
import { isUnfinished, type Entry } from './entries.ts'
import { isFileOfItsOwn, fingerprintOf } from '../../../engines/folders/fingerprint.ts'
import { AT_ONE_LOOK, createWalk, type Part } from './walk.ts'

/** Milliseconds without a change after which a file counts as complete. */
export const SETTLE_MS = 5000

/** Files of one folder that are remembered between two readings. The rest follow as these are imported. */
const MAX_REMEMBERED = 10_000

/** Remembers the fingerprints of one folder's files, to detect those that are no longer being written. */
type StableFileTracker = {
  /** The files in a part of the folder that have not changed for a while. */
  of(part: Part): Entry[]
}

type Look = { readonly as: string; readonly since: number }

const DAY_MS = 24 * 3_600_000

/** The result of one poll of a county's folder. */
export type FolderLook = {
  /** The complete files, as far as this poll read. */
  readonly entries: readonly Entry[]
  /** About files that the portal leaves alone. */
  readonly warnings: readonly DropFolderWarning[]
}

/** The folder of a county, with its state between polls. */
export type WatchedFolder = {
  look(folder: Pick<CountyFolder, 'countyName'>): Promise<FolderLook>
  close(): Promise<void>
}

/** Counts of the entries that are left alone. */
type Left = { readonly folders: number; readonly old: number; readonly linked: number }

const NOTHING: Left = { folders: 0, old: 0, linked: 0 }

export function watchFolder(path: string, clock: Clock): WatchedFolder {
  const walk = createWalk(path)
  const settled = createStableFileTracker(clock)
  // If a folder takes several polls, the last complete reading is reported.
  let told = NOTHING
  let found = NOTHING
  let isInParts = false
  let isLarge = false
  return {
    close: walk.close,
    async look(folder) {
      const part = await walk.next()
      const whole = part.entries.filter((entry) => entry.kind !== 'folder' && !isUnfinished(entry))
      const entries = settled.of({ entries: whole, isEnd: part.isEnd })
      const linked = entries.filter(({ kind, stats }) => kind === 'file' && !isFileOfItsOwn(stats))
      found = added(found, { ...leftOf(part.entries, clock), linked: linked.length })
      if (!part.isEnd) [isInParts, isLarge] = [true, true]
      else [told, found, isLarge, isInParts] = [found, NOTHING, isInParts, false]
      return {
        entries: entries.filter((entry) => !linked.includes(entry)),
        warnings: warningsOf(folder, { ...told, isLarge }),
      }
    },
  }
}

function leftOf(entries: readonly Entry[], clock: Clock): Omit<Left, 'linked'> {
  const yesterday = clock.now().getTime() - DAY_MS
  return {
    folders: entries.filter(({ kind }) => kind === 'folder').length,
    old: entries.filter((entry) => isUnfinished(entry) && Number(entry.stats.ctimeMs) < yesterday).length,
  }
}

const added = (one: Left, other: Left): Left => ({
  folders: one.folders + other.folders,
  old: one.old + other.old,
  linked: one.linked + other.linked,
})

function warningsOf(
  { countyName }: Pick<CountyFolder, 'countyName'>,
  { folders, old, linked, isLarge }: Left & { readonly isLarge: boolean },
): DropFolderWarning[] {
  const has = (what: string) => `The drop folder of ${countyName} has ${what}`
  return textsByCode({
    'county-folder-subfolders':
      folders > 0 && has(`${counted(folders, 'folder')} in it: only files are taken.`),
    'county-folder-unfinished':
      old > 0 && has(`${counted(old, 'file')} in it whose writing did not end for a day.`),
    'county-folder-hard-links':
      linked > 0 &&
      has(
        `${counted(linked, 'file')} with a second name on the disk (a hard link): only files with one name are taken.`,
      ),
    'county-folder-too-large':
      isLarge &&
      has(
        `more than ${AT_ONE_LOOK.toLocaleString('en-US')} names in it: files there wait longer. Remove what is not needed.`,
      ),
  })
}

/** A copy may have its source's old time from the start. So only changes count, not the disk's times. */
function createStableFileTracker(clock: Clock): StableFileTracker {
  let before = new Map<string, Look>()
  let seen = new Map<string, Look>()
  return {
    of({ entries, isEnd }) {
      const now = clock.now().getTime()
      const settled = entries.filter((entry) => {
        const [key, as] = [entry.name.toString('latin1'), fingerprintOf(entry.stats)]
        const last = before.get(key)
        // Without this, a clock that was set back would delay the file by as much.
        const look = last?.as === as && last.since <= now ? last : { as, since: now }
        if (seen.size < MAX_REMEMBERED) seen.set(key, look)
        return now - look.since >= SETTLE_MS
      })
      if (isEnd) [before, seen] = [seen, new Map()]
      return settled
    },
  }
}
