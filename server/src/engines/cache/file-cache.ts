import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

/** Files are also counted, because each takes a block of the disk and an entry in memory. */
const MAX_FILES = 200_000
const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600

/** Both names have letters, digits, hyphens and dots only. */
export type CachedFile = { readonly group: string; readonly name: string }

export type FileCache = {
  /** Null if it is not there. */
  read(file: CachedFile): Promise<Buffer | null>
  /** Stores a file and removes those that were not read for longest. A full disk is no failure. */
  write(file: CachedFile, bytes: Uint8Array): Promise<void>
  /** The groups that have files. */
  groups(): Promise<readonly string[]>
  removeGroup(group: string): Promise<void>
  /** Bytes of all files. */
  size(): Promise<number>
}

/** Keeps files in a folder, at most `maxBytes` of them. Whatever is lost is made again. */
export function createFileCache({
  folder,
  maxBytes,
}: {
  readonly folder: string
  readonly maxBytes: number
}): FileCache {
  let opened: Promise<LRUCache<string, number>> | null = null
  const index = () => (opened ??= openIndex(folder, maxBytes))
  const pathOf = (file: CachedFile) => join(folder, file.group, file.name)
  return {
    async read(file) {
      if (maxBytes === 0) return null
      const files = await index()
      if (files.get(keyOf(file)) === undefined) return null
      try {
        return await readFile(pathOf(file))
      } catch {
        files.delete(keyOf(file))
        return null
      }
    },
    async write(file, bytes) {
      if (bytes.length > maxBytes) return
      const files = await index()
      try {
        await mkdir(join(folder, file.group), { recursive: true, mode: OWNER_ONLY_FOLDER })
        const draft = join(folder, `${DRAFT}${randomUUID()}`)
        await writeFile(draft, bytes, { mode: OWNER_ONLY_FILE })
        await rename(draft, pathOf(file))
        files.set(keyOf(file), Math.max(bytes.length, 1))
      } catch {
        files.delete(keyOf(file))
      }
    },
    groups: async () => [...new Set([...(await index()).keys()].map((key) => key.split('/')[0] ?? ''))],
    async removeGroup(group) {
      const files = await index()
      for (const key of files.keys()) if (key.startsWith(`${group}/`)) files.delete(key)
      await rm(join(folder, group), { recursive: true, force: true })
    },
    size: async () => (await index()).calculatedSize,
  }
}

const DRAFT = '.draft-'

function keyOf({ group, name }: CachedFile): string {
  return `${group}/${name}`
}

/** The files that an earlier process left, in the order of their writing. */
async function openIndex(folder: string, maxBytes: number): Promise<LRUCache<string, number>> {
  const files = new LRUCache<string, number>({
    max: MAX_FILES,
    maxSize: Math.max(maxBytes, 1),
    sizeCalculation: (bytes) => bytes,
    dispose: (_bytes, key, reason) => {
      if (reason === 'evict') void rm(join(folder, key), { force: true }).catch(() => {})
    },
  })
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const found = await Promise.all(
    (await readdir(folder)).map(async (group) => {
      if (!group.startsWith(DRAFT)) return filesOf(folder, group)
      await rm(join(folder, group), { force: true })
      return []
    }),
  )
  const oldestFirst = found.flat().toSorted((one, other) => one.writtenAt - other.writtenAt)
  for (const { key, bytes } of oldestFirst) files.set(key, Math.max(bytes, 1))
  return files
}

async function filesOf(folder: string, group: string) {
  const names = await readdir(join(folder, group)).catch(() => [])
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, group, name))
      return { key: `${group}/${name}`, bytes: size, writtenAt: mtimeMs }
    }),
  )
}
