import type { Dir } from 'node:fs'
import { opendir } from 'node:fs/promises'
import type { OpenFolderPath } from './open-folder.ts'

declare module 'node:fs/promises' {
  /** Names can be requested as bytes here too, which Node's types do not declare. */
  function opendir(path: string, options: { encoding: 'buffer'; bufferSize: number }): Promise<Dir>
}

/** Names per read from the disk. */
const NAMES_A_STEP = 256

/** Opens the listing of an open folder, which must stay open for as long; the caller closes the listing. */
export async function openListing(held: OpenFolderPath): Promise<Dir> {
  return opendir(held, { encoding: 'buffer', bufferSize: NAMES_A_STEP })
}

/** Names in an open folder, with the disk's bytes, at most `most`, because there may be millions. */
export async function namesIn(held: OpenFolderPath, most: number): Promise<Buffer[]> {
  const listing = await openListing(held)
  try {
    const names: Buffer[] = []
    for (let name = await nextName(listing); name; name = await nextName(listing)) {
      names.push(name)
      if (names.length >= most) break
    }
    return names
  } finally {
    await listing.close()
  }
}

/** The next name of a listing, with the disk's bytes; null at its end. */
export async function nextName(listing: Dir): Promise<Buffer | null> {
  const entry: { readonly name: string | Buffer } | null = await listing.read()
  if (entry === null) return null
  return Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name)
}
