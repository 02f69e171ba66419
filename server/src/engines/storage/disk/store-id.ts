import { join } from 'node:path'
import type { Storage } from '../storage.ts'
import { textFiles, type TextOperations } from './text-files.ts'

/** The name of a store, in the file `store-id` of its folder. */
export function storeIdOf(folder: string, operations: TextOperations): Pick<Storage, 'readId' | 'writeId'> {
  const path = join(folder, 'store-id')
  const files = textFiles(operations)
  return {
    readId: async () => (await files.read(path)) || null,
    writeId: (id) => files.write(path, id),
  }
}
