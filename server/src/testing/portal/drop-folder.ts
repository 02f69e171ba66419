import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDropFolder } from '../../rooms/ingestion/drop-folder/drop-folder.ts'
import { SETTLE_MS } from '../../rooms/ingestion/drop-folder/watched-folder.ts'
import type { PartPortal, PortalPart } from './part.ts'

const NEVER = new AbortController().signal

/** A drop folder with a subfolder for the county Loving, for its clerk's account. */
export async function openDropFolder(): Promise<PortalPart<ReturnType<typeof dropFolderOf>>> {
  const root = await mkdtemp(join(tmpdir(), 'portal-drop-'))
  await mkdir(join(root, 'Loving'))
  await writeDropSettings(root, 'Loving')
  return {
    environment: { DROP_FOLDER: root },
    give: (portal) => dropFolderOf(portal, root),
    close: () => rm(root, { recursive: true, force: true }),
  }
}

function dropFolderOf(portal: PartPortal, root: string) {
  const folder = join(root, 'Loving')
  return {
    root,
    /** The folder of the county. */
    folder,
    look: lookerAt(portal),
    drop: (name: string, bytes: Buffer | string) => writeFile(join(folder, name), bytes),
    /** Describes its content. The content of the portal's own folders follows a slash. */
    listed: () => listed(folder),
    read: (path: string) => readFile(join(folder, path), 'utf8'),
  }
}

export async function writeDropSettings(root: string, name: string, other: object = {}): Promise<void> {
  const settings = { account: 'clerk@loving.example', category: 'Industrial', type: 'Rendition', ...other }
  await writeFile(join(root, `${name}.json`), JSON.stringify(settings))
}

/** A server that polls the drop folder twice, with time between for files to settle. */
export function lookerAt({ world, clock }: Pick<PartPortal, 'world' | 'clock'>) {
  const once = createDropFolder()
  return async () => {
    await once(world, NEVER)
    clock.advance(SETTLE_MS)
    await once(world, NEVER)
  }
}

async function listed(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}
