import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { below, codeOf } from './byte-paths.ts'

/** Folders of the portal's own in the folder of a county. */
export const OWN = { working: '.working', done: 'done', refused: 'refused' } as const
const OWN_NAMES = new Set<string>(Object.values(OWN))

/** What programs call a file that they have not written to its end, or keep beside it for themselves. */
const UNFINISHED = /^\.|^~\$|\.(part|partial|filepart|tmp|temp|crdownload|download)$/i
/** What Windows puts into every folder that somebody looked at. */
const OF_WINDOWS = new Set(['thumbs.db', 'desktop.ini'])

/** Something that lies in the folder of a county. */
export type Entry = {
  readonly name: Buffer
  readonly text: string
  readonly stats: Stats
  /** A folder is left where it is: whoever copies into it may not be done. */
  readonly kind: 'file' | 'folder' | 'other'
}

/** All that lies in a folder but what is the portal's own; `name` is as the disk has it, whatever bytes that are. */
export async function listEntries(folder: string): Promise<Entry[]> {
  const names = await readdir(folder, { encoding: 'buffer' })
  const entries = await Promise.all(names.map((name) => entryOf(folder, name)))
  return entries.filter((entry) => entry !== null)
}

async function entryOf(folder: string, name: Buffer): Promise<Entry | null> {
  const text = name.toString('utf8')
  if (OWN_NAMES.has(text) || OF_WINDOWS.has(text.toLowerCase())) return null
  try {
    const stats = await lstat(below(folder, name))
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
