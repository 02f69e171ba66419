import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../storage.ts'
import type { DiskOperations } from './disk-operations.ts'
import { codeOf } from './system-error.ts'

type Operations = Pick<DiskOperations, 'create' | 'syncFile' | 'rename' | 'syncFolder'>

/** The name of a store, in the file `store-id` of its folder. */
export function storeIdOf(folder: string, operations: Operations): Pick<Storage, 'readId' | 'writeId'> {
  const path = join(folder, 'store-id')
  return {
    async readId() {
      const text = await readFile(path, 'utf8').catch(ignoreMissing)
      return text?.trim() || null
    },
    async writeId(id) {
      const written = `${path}-${randomUUID()}`
      const file = await operations.create(written)
      try {
        await file.writeFile(`${id}\n`)
        await operations.syncFile(file)
      } finally {
        await file.close()
      }
      await operations.rename(written, path)
      await operations.syncFolder(folder)
    },
  }
}

function ignoreMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
