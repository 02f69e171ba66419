import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CHECKOUT } from './environment.ts'
import { realPath, shareFolder } from './folders.ts'
import { StartError } from './start-error.ts'
import type { ReadVariable } from './variable-reader.ts'

/** Where Linux lets a name be looked up in an open folder (proc(5)). */
const OPEN_FOLDERS = '/proc/self/fd'

type Beside = { readonly dataDir: string; readonly openFolders?: string }

/**
 * The drop folder; as the other folders, a relative one counts from the checkout.
 * @throws StartError where this system cannot keep links from leading out of it, or it shares a folder with the portal's data.
 */
export function dropFolder(
  read: ReadVariable,
  { dataDir, openFolders = OPEN_FOLDERS }: Beside,
): string | null {
  const named = read('DROP_FOLDER')
  if (named === null) return null
  if (!existsSync(openFolders)) {
    throw new StartError(
      `DROP_FOLDER is set, but this system has no ${openFolders}, by which the portal keeps links from leading it out of a folder. Run the portal on Linux with /proc mounted, or unset DROP_FOLDER.`,
    )
  }
  const folder = resolve(CHECKOUT, named)
  if (shareFolder(realPath(folder), realPath(dataDir))) {
    throw new StartError(
      `DROP_FOLDER names ${folder}, and DATA_DIR ${dataDir}: one lies in the other. Give each a folder of its own.`,
    )
  }
  return folder
}
