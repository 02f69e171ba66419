import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CHECKOUT } from './environment.ts'
import { realPath, shareFolder } from './folders.ts'
import { StartError } from './start-error.ts'
import * as schema from './setting-schemas.ts'
import type { Values, Variables } from './variable.ts'

export const DROP_VARIABLES = {
  DROP_FOLDER: {
    schema: schema.text,
    doc: 'a folder with a folder for each county, from which the portal imports files (Linux only), see [other doors](running/other-doors.md)',
  },
} satisfies Variables

/** Linux looks up names in open folders there (proc(5)). */
const OPEN_FOLDERS = '/proc/self/fd'

type Beside = { readonly dataDir: string; readonly openFolders?: string }

/**
 * The drop folder; a relative path starts at the checkout.
 * @throws StartError on a system where links could leave the folder, and for a folder that overlaps with the portal's data.
 */
export function dropFolder(
  { DROP_FOLDER: named }: Values<typeof DROP_VARIABLES>,
  { dataDir, openFolders = OPEN_FOLDERS }: Beside,
): string | null {
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
