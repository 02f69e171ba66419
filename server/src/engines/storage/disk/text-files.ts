import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import type { DiskFile, DiskOperations } from './disk-operations.ts'
import type { BeginChange } from './shared-sync.ts'
import { codeOf } from './system-error.ts'
import { writeAll } from './write-behind.ts'

export type TextOperations = Pick<DiskOperations, 'create' | 'open' | 'syncFile' | 'rename'> & {
  beginChange: BeginChange
}

/** Small files, read and written as a whole. */
export function textFiles(operations: TextOperations) {
  return {
    /** Trims white space; null if the file does not exist. */
    async read(path: string): Promise<string | null> {
      const file = await operations.open(path).catch(ignoreMissing)
      return file && textOf(file)
    },
    /** Writes durably: afterwards the file has the new text, or its old one. */
    async write(path: string, text: string): Promise<void> {
      const written = `${path}-${randomUUID()}.new`
      const file = await operations.create(written)
      try {
        await writeAll(file, [Buffer.from(`${text}\n`)])
        await operations.syncFile(file)
      } finally {
        await file.close()
      }
      const makeItLast = operations.beginChange(dirname(path))
      await operations.rename(written, path)
      await makeItLast()
    },
  }
}

async function textOf(file: DiskFile): Promise<string> {
  try {
    const text = Buffer.alloc((await file.stat()).size)
    await file.read(text, 0, text.length, 0)
    return text.toString().trim()
  } finally {
    await file.close()
  }
}

function ignoreMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
