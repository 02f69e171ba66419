import { open, readFile } from 'node:fs/promises'

/** Changes one bit of a file, at this fraction of its length: 0 is its first byte. */
export async function flipBit(file: string, at: number): Promise<void> {
  const bytes = await readFile(file)
  const offset = Math.floor(bytes.length * at)
  const handle = await open(file, 'r+')
  await handle.write(Buffer.of((bytes[offset] ?? 0) ^ 4), 0, 1, offset)
  await handle.close()
}
