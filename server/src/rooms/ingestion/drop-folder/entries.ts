import { constants, type BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { below, codeOf } from './byte-paths.ts'
import type { HeldFolder } from './held-folder.ts'

/** Folders of the portal's own in the folder of a county. */
export const RESERVED_NAMES = { working: '.working', done: 'done', refused: 'refused' } as const
const OWN_NAMES = new Set<string>(Object.values(RESERVED_NAMES))

/** No link is followed, and what is no file is not waited for. */
export const NO_FOLLOW = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** What programs call a file that they have not written to its end, or keep beside it for themselves. */
const UNFINISHED = /^\.|^~\$|\.(part|partial|filepart|tmp|temp|crdownload|download)$/i
/** What Windows puts into every folder that somebody looked at. */
const OF_WINDOWS = new Set(['thumbs.db', 'desktop.ini'])

/** Something that lies in the folder of a county. */
export type Entry = {
  readonly name: Buffer
  readonly text: string
  readonly stats: BigIntStats
  /** A folder is left where it is: whoever copies into it may not be done. */
  readonly kind: 'file' | 'folder' | 'other'
}

/** What lies under a name; null for what is the portal's own or Windows's; `name` is as the disk has it, whatever bytes that are. */
export async function entryOf(held: HeldFolder, name: Buffer): Promise<Entry | null> {
  const text = name.toString('utf8')
  if (OWN_NAMES.has(text) || OF_WINDOWS.has(text.toLowerCase())) return null
  try {
    const stats = await lstat(below(held, name), { bigint: true })
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'
    return { name, text, stats, kind }
  } catch (error) {
    // Another server was faster.
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Whether its name says that somebody still writes it. */
export function isUnfinished({ text }: Pick<Entry, 'text'>): boolean {
  return UNFINISHED.test(text)
}
