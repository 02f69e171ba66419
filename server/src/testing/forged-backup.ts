import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { manifestText, type Manifest } from '../engines/backup/manifest.ts'
import { MANIFEST } from '../engines/backup/place.ts'

type Lines = (lines: readonly string[]) => readonly string[]

/** Rewrites a backup's manifest and its hash, like a person who knows the format. */
export async function forgeManifest(folder: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  const path = join(folder, MANIFEST)
  const { manifest } = JSON.parse(await readFile(path, 'utf8')) as { manifest: Manifest }
  await writeFile(path, manifestText(change(manifest)))
}

/** Rewrites one of a backup's lists of objects and all hashes over it, like a person who knows the format. */
export async function forgeList(folder: string, list: 'list' | 'places', change: Lines): Promise<void> {
  const path = join(folder, MANIFEST)
  const { manifest } = JSON.parse(await readFile(path, 'utf8')) as { manifest: Manifest }
  const { file } = manifest.objects[list]
  const lines = zstdDecompressSync(await readFile(join(folder, file)))
    .toString()
    .split('\n')
    .slice(0, -1)
  const text = change(lines).map((line) => `${line}\n`)
  const bytes = zstdCompressSync(Buffer.from(text.join('')))
  await writeFile(join(folder, file), bytes)
  const facts = { file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  const objects = { ...manifest.objects, [list]: facts }
  await writeFile(path, manifestText({ ...manifest, objects }))
}
