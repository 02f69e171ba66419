import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Everything below a folder, itself included. */
export async function listFilesAndFolders(folder: string): Promise<{ path: string; isFolder: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const below = entries.map((entry) => ({
    path: join(entry.parentPath, entry.name),
    isFolder: entry.isDirectory(),
  }))
  return [{ path: folder, isFolder: true }, ...below]
}
