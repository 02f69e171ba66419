import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { below, codeOf } from '../../../engines/folders/byte-paths.ts'
import type { OpenFolderPath } from '../../../engines/folders/open-folder.ts'

/** The portal's own folders in the folder of a county. */
export const RESERVED_NAMES = { working: '.working', done: 'done', refused: 'refused' } as const
const OWN_NAMES = new Set<string>(Object.values(RESERVED_NAMES))

/** Names that programs give to unfinished files, or to their own temporary files. */
const UNFINISHED = /^\.|^~\$|\.(part|partial|filepart|tmp|temp|crdownload|download)$/i
/** Files that Windows creates in every folder that a person views. */
const OF_WINDOWS = new Set(['thumbs.db', 'desktop.ini'])

/** An entry in the folder of a county. */
export type Entry = {
  readonly name: Buffer
  readonly text: string
  readonly stats: BigIntStats
  /** A folder is left alone, because a copy into it may be unfinished. */
  readonly kind: 'file' | 'folder' | 'other'
}

/**
 * The entry with a name; null for files of the portal or of Windows. `name` has the disk's bytes, whatever they are.
 */
export async function entryOf(held: OpenFolderPath, name: Buffer): Promise<Entry | null> {
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

/** Whether the name says that the file is still being written. */
export function isUnfinished({ text }: Pick<Entry, 'text'>): boolean {
  return UNFINISHED.test(text)
}
