import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Storage } from '../storage.ts'
import type { DiskFile, DiskOperations } from './disk-operations.ts'
import type { BeginChange } from './shared-sync.ts'
import { codeOf } from './system-error.ts'
import { writeAll } from './write-behind.ts'

type Operations = Pick<DiskOperations, 'create' | 'open' | 'syncFile' | 'rename'> & {
  beginChange: BeginChange
}

/** The name of a store, in the file `store-id` of its folder. */
export function storeIdOf(folder: string, operations: Operations): Pick<Storage, 'readId' | 'writeId'> {
  const path = join(folder, 'store-id')
  return {
    async readId() {
      const file = await operations.open(path).catch(ignoreMissing)
      return (file && (await textOf(file))) || null
    },
    async writeId(id) {
      const written = `${path}-${randomUUID()}`
      const file = await operations.create(written)
      try {
        await writeAll(file, [Buffer.from(`${id}\n`)])
        await operations.syncFile(file)
      } finally {
        await file.close()
      }
      const makeItLast = operations.beginChange(folder)
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
